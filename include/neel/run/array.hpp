// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A part of a configuration as checkpoints keep it: plain numbers on the host, the same on every backend.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
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
  /// Bytes that are not here, but can be had a piece at a time as long as the simulation does nothing else: of one index along each axis
  /// before `axis`, and of `each` along it or what is left. Where ranks share a simulation, all of them take the same ones; they are the
  /// first's.
  struct Pieces {
    std::size_t axis = 0;
    std::uint64_t each = 1;
    std::function<std::vector<std::byte>(std::uint64_t)> take{};
  };
  Pieces pieces{};
};

inline Array along(Array a, Array::Systems systems) {
  a.systems = systems;
  return a;
}

constexpr std::size_t size_of(Array::Number n) {
  return n == Array::Number::u8 ? 1 : (n == Array::Number::u64 ? 8 : 4);
}

/// The product of these sizes from axis `first` on, before axis `last`.
inline std::uint64_t product(const std::vector<std::uint64_t>& sizes, std::size_t first, std::size_t last) {
  const auto at = [&](std::size_t axis) { return sizes.begin() + static_cast<std::ptrdiff_t>(axis); };
  return std::accumulate(at(first), at(last), std::uint64_t{1}, std::multiplies<>());
}

inline constexpr std::uint64_t most_in_piece = std::uint64_t{1} << 24; ///< bytes

/// Pieces of `most` bytes or less, if an index along axis `last` has no more: of all that there is, or of one axis as even as can be.
inline Array::Pieces pieces_of(const std::vector<std::uint64_t>& sizes, std::size_t bytes, std::size_t last,
                               std::uint64_t most = most_in_piece) {
  if (sizes.empty()) {
    return {};
  }
  std::size_t axis = 0;
  while (axis < last && bytes * product(sizes, axis + 1, sizes.size()) > most) {
    ++axis;
  }
  const std::uint64_t inner = std::max<std::uint64_t>(1, bytes * product(sizes, axis + 1, sizes.size()));
  const std::uint64_t at_once = std::max<std::uint64_t>(1, most / inner);
  const std::uint64_t length = std::max<std::uint64_t>(1, sizes[axis]), count = (length + at_once - 1) / at_once;
  return {axis, (length + count - 1) / count, {}};
}

/// What a piece is of: so many indices along its axis from `first` on; and its bytes among those of the whole.
struct Piece {
  std::uint64_t first, count, begin, end;
};
inline std::uint64_t count_pieces(const Array& a) {
  const std::size_t axis = a.pieces.axis;
  return a.sizes.empty() ? 1 : product(a.sizes, 0, axis) * ((a.sizes[axis] + a.pieces.each - 1) / a.pieces.each);
}
inline Piece piece_of(const Array& a, std::uint64_t number) {
  if (a.sizes.empty()) {
    return {0, 1, 0, size_of(a.number)};
  }
  const std::size_t axis = a.pieces.axis;
  const std::uint64_t length = a.sizes[axis], along = (length + a.pieces.each - 1) / a.pieces.each;
  const std::uint64_t first = number % along * a.pieces.each, count = std::min(a.pieces.each, length - first);
  const std::uint64_t inner = size_of(a.number) * product(a.sizes, axis + 1, a.sizes.size());
  const std::uint64_t begin = (number / along * length + first) * inner;
  return {first, count, begin, begin + count * inner};
}
/// Takes all pieces, if it is in pieces.
inline void complete(Array& a) {
  if (a.pieces.take) {
    for (std::uint64_t n = 0; n < count_pieces(a); ++n) {
      const std::vector<std::byte> piece = a.pieces.take(n);
      if (n == 0 && !piece.empty()) { // there are some on this rank
        a.bytes.reserve(size_of(a.number) * product(a.sizes, 0, a.sizes.size()));
      }
      a.bytes.insert(a.bytes.end(), piece.begin(), piece.end());
    }
    a.pieces.take = nullptr;
  }
}

inline std::vector<Array> completed(std::vector<Array> arrays) {
  std::for_each(arrays.begin(), arrays.end(), complete);
  return arrays;
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
  complete(*found);
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
