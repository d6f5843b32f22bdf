// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A part of a configuration as checkpoints keep it: plain numbers on the host, the same on every backend.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace neel::run {

struct Array {
  enum class Number { u8, u32, u64, f32 };
  std::string name;
  Number number = Number::u8;
  std::vector<std::uint64_t> sizes;
  std::vector<std::byte> bytes;
  /// The axis that counts systems, once for each of `rows` (replicas); without one (-1) the array is of all together.
  struct Systems {
    int axis = -1, rows = 1;
  };
  Systems systems{};
  /// Where ranks share a simulation and bytes are on the first alone: brings them here, on all ranks at once.
  std::function<void(Array&)> fetch{};
};

inline Array along(Array a, Array::Systems systems) {
  a.systems = systems;
  return a;
}

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
  const bool alike = found->number == number && found->sizes == sizes;
  if (alike && found->fetch) {
    std::exchange(found->fetch, nullptr)(*found);
  }
  if (!alike || found->bytes.size() != bytes) {
    throw std::invalid_argument("the array " + name + " has another shape than this lattice");
  }
  return *found;
}

/// Fills `all`, an array of several systems, with those of the arrays of its name: `before` systems of `first`, then `missing` ones of
/// `rest`. Along the axis of systems, those of a replica, say, lie together. An array without such an axis must be the same in both.
/// Throws std::invalid_argument if they do not fit.
inline void join(Array& all, std::vector<Array>& first, std::uint64_t before, std::vector<Array>& rest,
                 std::uint64_t missing) {
  const auto named = [&](const std::vector<Array>& arrays) {
    const auto a = std::find_if(arrays.begin(), arrays.end(), [&](const Array& x) { return x.name == all.name; });
    return a == arrays.end() ? std::vector<std::uint64_t>() : a->sizes;
  };
  const std::vector<std::uint64_t> there = named(first);
  const auto axis = static_cast<std::size_t>(
      std::mismatch(all.sizes.begin(), all.sizes.end(), there.begin(), there.end()).first - all.sizes.begin());
  const bool shared = axis == all.sizes.size();
  std::uint64_t together = shared ? 0 : all.sizes[axis] / (before + missing), blocks = together;
  const auto bytes_of = [&](std::vector<Array>& arrays, std::uint64_t systems) -> const std::vector<std::byte>& {
    std::vector<std::uint64_t> sizes = all.sizes;
    if (!shared) {
      sizes[axis] = together * systems;
    }
    return find_array(arrays, all.name, all.number, sizes).bytes;
  };
  const std::vector<std::byte>&a = bytes_of(first, before), &b = bytes_of(rest, missing);
  if (shared ? a != b : all.bytes.size() != a.size() + b.size()) {
    throw std::invalid_argument("the arrays " + all.name + " do not fit together");
  }
  if (shared) {
    all.bytes = a;
    return;
  }
  for (std::size_t d = 0; d < axis; ++d) {
    blocks *= all.sizes[d];
  }
  std::byte* to = all.bytes.data();
  for (std::uint64_t block = 0; block < blocks; ++block) {
    to = std::copy_n(a.data() + block * (a.size() / blocks), a.size() / blocks, to);
    to = std::copy_n(b.data() + block * (b.size() / blocks), b.size() / blocks, to);
  }
}

/// Numbers of the host; `sizes`: their shape, if not a list.
inline Array to_array(const std::string& name, const std::vector<std::uint64_t>& numbers,
                      const std::vector<std::uint64_t>& sizes = {}) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(numbers.data());
  return {name,
          Array::Number::u64,
          sizes.empty() ? std::vector<std::uint64_t>{numbers.size()} : sizes,
          {bytes, bytes + numbers.size() * sizeof(std::uint64_t)}};
}
inline std::vector<std::uint64_t> numbers_from_array(std::vector<Array>& arrays, const std::string& name,
                                                     const std::vector<std::uint64_t>& sizes) {
  const Array& a = find_array(arrays, name, Array::Number::u64, sizes);
  std::vector<std::uint64_t> numbers(a.bytes.size() / sizeof(std::uint64_t));
  std::memcpy(numbers.data(), a.bytes.data(), a.bytes.size());
  return numbers;
}

} // namespace neel::run
