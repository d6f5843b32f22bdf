// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A part of a configuration as checkpoints keep it: plain numbers on the host, the same on every backend.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// The array of that name. Throws std::invalid_argument if there is none of this kind and shape.
inline Array& find_array(std::vector<Array>& arrays, const std::string& name, Array::Number number,
                         const std::vector<std::uint64_t>& sizes) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const Array& a) { return a.name == name; });
  if (found == arrays.end()) {
    throw std::invalid_argument("the array " + name + " is missing");
  }
  std::size_t bytes = size_of(number);
  for (const std::uint64_t n : sizes) {
    bytes *= n;
  }
  if (found->number != number || found->sizes != sizes || found->bytes.size() != bytes) {
    throw std::invalid_argument("the array " + name + " has another shape than this lattice");
  }
  return *found;
}

/// Numbers of the host.
inline Array to_array(const std::string& name, const std::vector<std::uint64_t>& numbers) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(numbers.data());
  return {name, Array::Number::u64, {numbers.size()}, {bytes, bytes + numbers.size() * sizeof(std::uint64_t)}};
}
inline std::vector<std::uint64_t> numbers_from_array(std::vector<Array>& arrays, const std::string& name,
                                                     std::size_t count) {
  const Array* const a = &find_array(arrays, name, Array::Number::u64, {count});
  std::vector<std::uint64_t> numbers(count);
  std::memcpy(numbers.data(), a->bytes.data(), a->bytes.size());
  return numbers;
}

} // namespace neel::run
