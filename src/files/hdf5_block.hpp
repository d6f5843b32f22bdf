// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What an HDF5 file has beside its data, as a block of bytes: groups, attributes, and where the chunks of datasets lie. The
// HDF5 library changes a file in place, so that a program that dies leaves a broken one; of a file that grows, Neel makes
// the block anew behind the data, and then lets the first bytes of the file point to it (files/appendable.hpp).

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neel::files {

enum class Hdf5Type { u8, i64, f32, f64 };
std::size_t size_of(Hdf5Type type);

/// A part of a dataset as it is stored.
struct StoredChunk {
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t left_out = 0; ///< bit k: not filter k
};
/// A chunk as it is stored, behind the filters that Hdf5Block::chunked says: shuffle, deflate, checksum. Deflate is left out where it
/// makes little of a long chunk.
struct FilteredChunk {
  std::string bytes;
  std::uint32_t left_out = 0;
};
FilteredChunk filter_chunk(Hdf5Type type, std::string_view bytes);

/// Attributes of an object, as they are added.
class Hdf5Attributes {
public:
  /// A fixed-length ASCII string, which VTK insists on.
  Hdf5Attributes& add(const std::string& name, const std::string& text);
  Hdf5Attributes& add(const std::string& name, std::int64_t value);
  Hdf5Attributes& add(const std::string& name, std::span<const std::int64_t> values);
  Hdf5Attributes& add(const std::string& name, std::span<const double> values);
  const std::vector<std::string>& messages() const { return messages_; }

private:
  std::vector<std::string> messages_;
};

class Hdf5Block {
public:
  using Address = std::uint64_t;
  using Sizes = std::vector<std::uint64_t>;
  /// The bytes in front of all else, which point to the block.
  static constexpr std::size_t head_bytes = 48;

  /// `at`: where in the file the block will be.
  explicit Hdf5Block(Address at) : at_(at) {}

  /// Datasets whose values are in the block.
  Address values(std::span<const std::int64_t> values, const Sizes& sizes);
  Address values(std::span<const double> values, const Sizes& sizes);
  /// A dataset whose chunks are elsewhere in the file, in the order of their places.
  Address chunked(Hdf5Type type, const Sizes& sizes, const Sizes& chunk, std::span<const StoredChunk> chunks);
  Address group(const std::map<std::string, Address>& members, const Hdf5Attributes& attributes = {});

  const std::string& bytes() const { return bytes_; }
  /// The head for a file whose root is this group, the last thing that was added.
  std::string head(Address root) const;

private:
  Address object(const std::vector<std::string>& messages);
  Address add(const std::string& bytes);
  Address dataset(const std::vector<std::string>& messages);
  Address plain(Hdf5Type type, const void* data, std::size_t count, const Sizes& sizes);

  Address at_;
  std::string bytes_;
};

} // namespace neel::files
