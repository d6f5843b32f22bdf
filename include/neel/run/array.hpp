// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A part of a configuration as checkpoints keep it: plain numbers on the host, the same on every backend.

#include <neel/lattice/field.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace neel::run {

struct Array {
  enum class Number { u8, u32, u64, f32 };
  std::string name;
  Number number = Number::u8;
  std::vector<std::uint64_t> sizes;
  std::vector<std::byte> bytes;
};

constexpr std::size_t size_of(Array::Number n) {
  return n == Array::Number::u8 ? 1 : (n == Array::Number::u64 ? 8 : 4);
}

template <class T>
constexpr Array::Number number_of() {
  if constexpr (std::is_same_v<T, float>) {
    return Array::Number::f32;
  } else {
    static_assert(std::is_unsigned_v<T> && (sizeof(T) == 1 || sizeof(T) == 4 || sizeof(T) == 8));
    return sizeof(T) == 1 ? Array::Number::u8 : (sizeof(T) == 4 ? Array::Number::u32 : Array::Number::u64);
  }
}

namespace detail {

/// One colour of a field, as bytes on the host.
template <class Half>
auto on_host(const Half& half, std::byte* bytes) {
  using Host = Kokkos::View<typename Half::data_type, Kokkos::LayoutRight, Kokkos::HostSpace,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  return Host(reinterpret_cast<typename Half::value_type*>(bytes), half.layout());
}

} // namespace detail

/// A field as an array of shape (colour, component, system, z, y, x/2).
template <lattice::SiteValue S, ExecutionSpace Exec>
Array to_array(const std::string& name, const lattice::Field<S, Exec>& field) {
  Array a{name, number_of<typename S::Component>(), {2}, std::vector<std::byte>(field.bytes())};
  const auto& even = field.half(lattice::Colour::even);
  for (std::size_t d = 0; d < even.rank(); ++d) {
    a.sizes.push_back(even.extent(d));
  }
  Kokkos::deep_copy(detail::on_host(even, a.bytes.data()), even);
  const auto& odd = field.half(lattice::Colour::odd);
  Kokkos::deep_copy(detail::on_host(odd, a.bytes.data() + a.bytes.size() / 2), odd);
  return a;
}

/// The opposite. Throws std::invalid_argument if the array is not one of such a field.
template <lattice::SiteValue S, ExecutionSpace Exec>
void from_array(std::vector<Array>& arrays, const std::string& name, const lattice::Field<S, Exec>& field) {
  for (Array& a : arrays) {
    if (a.name == name) {
      const auto& even = field.half(lattice::Colour::even);
      bool fits = a.number == number_of<typename S::Component>() && a.sizes.size() == even.rank() + 1 &&
                  a.bytes.size() == field.bytes();
      for (std::size_t d = 0; fits && d < even.rank(); ++d) {
        fits = a.sizes[d + 1] == even.extent(d);
      }
      if (!fits) {
        throw std::invalid_argument("the array " + name + " has another shape than this lattice");
      }
      Kokkos::deep_copy(even, detail::on_host(even, a.bytes.data()));
      Kokkos::deep_copy(field.half(lattice::Colour::odd), detail::on_host(even, a.bytes.data() + a.bytes.size() / 2));
      return;
    }
  }
  throw std::invalid_argument("the array " + name + " is missing");
}

} // namespace neel::run
