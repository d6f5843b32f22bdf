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

namespace detail {

/// The numbers that a component of a site is made of: itself, or the words of a Word.
template <class T>
struct Plain {
  static_assert(std::is_same_v<T, float> || (std::is_unsigned_v<T> && sizeof(T) != 2));
  static constexpr Array::Number number = std::is_same_v<T, float> ? Array::Number::f32
                                          : sizeof(T) == 1         ? Array::Number::u8
                                          : sizeof(T) == 4         ? Array::Number::u32
                                                                   : Array::Number::u64;
  static constexpr std::size_t count = 1;
};
template <class T>
  requires requires { T::words; }
struct Plain<T> {
  static constexpr Array::Number number = Array::Number::u32;
  static constexpr std::size_t count = T::words;
};

using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;

/// The memory of a contiguous view.
template <class View>
auto memory_of(const View& view) {
  return Kokkos::View<std::byte*, typename View::memory_space, Unmanaged>(
      reinterpret_cast<std::byte*>(view.data()), view.size() * sizeof(typename View::value_type));
}
inline auto memory_of(std::byte* bytes, std::size_t count) {
  return Kokkos::View<std::byte*, Kokkos::HostSpace, Unmanaged>(bytes, count);
}

/// An array of the right shape for `count` views like this one, its numbers zero.
template <class View>
Array array_for(const std::string& name, const View& view, std::size_t count) {
  using Number = Plain<typename View::value_type>;
  Array a{name, Number::number, {}, std::vector<std::byte>(count * memory_of(view).size())};
  if (count > 1) {
    a.sizes.push_back(count);
  }
  for (std::size_t d = 0; d < View::rank(); ++d) {
    a.sizes.push_back(view.extent(d));
  }
  if (Number::count > 1) {
    a.sizes.push_back(Number::count);
  }
  return a;
}

} // namespace detail

/// Contiguous views of one shape as an array of shape (view, ...); without that axis if there is one only.
template <class View>
Array to_array(const std::string& name, std::initializer_list<View> views) {
  Array a = detail::array_for(name, *views.begin(), views.size());
  std::byte* to = a.bytes.data();
  for (const View& view : views) {
    const auto from = detail::memory_of(view);
    Kokkos::deep_copy(detail::memory_of(to, from.size()), from);
    to += from.size();
  }
  return a;
}

/// The opposite. Throws std::invalid_argument if the array is not one of such views.
template <class View>
void from_array(std::vector<Array>& arrays, const std::string& name, std::initializer_list<View> views) {
  for (Array& a : arrays) {
    if (a.name == name) {
      const Array expected = detail::array_for(name, *views.begin(), views.size());
      if (a.number != expected.number || a.sizes != expected.sizes || a.bytes.size() != expected.bytes.size()) {
        throw std::invalid_argument("the array " + name + " has another shape than this lattice");
      }
      std::byte* from = a.bytes.data();
      for (const View& view : views) {
        const auto to = detail::memory_of(view);
        Kokkos::deep_copy(to, detail::memory_of(from, to.size()));
        from += to.size();
      }
      return;
    }
  }
  throw std::invalid_argument("the array " + name + " is missing");
}

/// Numbers of the host.
inline Array to_array(const std::string& name, const std::vector<std::uint64_t>& numbers) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(numbers.data());
  return {name, Array::Number::u64, {numbers.size()}, {bytes, bytes + numbers.size() * sizeof(std::uint64_t)}};
}
inline std::vector<std::uint64_t> numbers_from_array(std::vector<Array>& arrays, const std::string& name,
                                                     std::size_t count) {
  const Kokkos::View<std::uint64_t*, Kokkos::HostSpace> view("neel::run::numbers", count);
  from_array(arrays, name, {view});
  return {view.data(), view.data() + count};
}

/// A field as an array of shape (colour, component, system, z, y, x/2[, word]).
template <lattice::SiteValue S, ExecutionSpace Exec>
Array to_array(const std::string& name, const lattice::Field<S, Exec>& field) {
  return to_array(name, {field.half(lattice::Colour::even), field.half(lattice::Colour::odd)});
}
template <lattice::SiteValue S, ExecutionSpace Exec>
void from_array(std::vector<Array>& arrays, const std::string& name, const lattice::Field<S, Exec>& field) {
  from_array(arrays, name, {field.half(lattice::Colour::even), field.half(lattice::Colour::odd)});
}

} // namespace neel::run
