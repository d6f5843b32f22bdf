// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// An HDF5 file that grows. Data are appended and never changed. Behind them, with a gap that they may grow into, is the block
// that says what they are; the first bytes of the file point to it. A new block is written where the old one is not, and
// when it is safe on the disk, the first bytes, which change at once or not at all. So a program may die at any moment: the
// file is that of the last block. What was appended behind it can be appended again.

#include "files/checksum.hpp"
#include "files/descriptor.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace neel::files {

class AppendableFile {
public:
  /// The block for the data that are there, to stand at `at`, and the file's first bytes.
  struct Block {
    std::string bytes, head;
  };
  using Make = std::function<Block(std::uint64_t at)>;
  /// Data begin here, and the sizes of what is appended are multiples of it.
  static constexpr std::uint64_t alignment = 64;

  /// A new file, which gets its name when it first has a block.
  explicit AppendableFile(std::string path);
  /// One that is there: its data up to `end`, which have this checksum, are kept, and all else is forgotten. Throws FileError
  /// if they are not there.
  AppendableFile(std::string path, std::uint64_t end, std::uint64_t checksum, const Make& make);
  AppendableFile(const AppendableFile&) = delete;
  AppendableFile& operator=(const AppendableFile&) = delete;
  ~AppendableFile();

  /// Where the data end.
  std::uint64_t end() const { return end_; }
  std::uint64_t checksum() const { return sum_.value(); }
  /// Appends data; `make` makes the block of what was there before.
  void append(std::string_view bytes, const Make& make);
  /// From now on the file is what the block says.
  void publish(const Make& make);
  /// The same, with no gap and nothing behind the block, and closes the file.
  void finish(const Make& make);

private:
  struct Range {
    std::uint64_t begin = 0, end = 0;
    bool meets(std::uint64_t first, std::uint64_t last) const { return begin < last && first < end; }
  };
  void write(std::uint64_t at, std::string_view bytes);
  void sync();
  /// Makes the block at `at` what the file is.
  void switch_to(std::uint64_t at, const Make& make);
  [[noreturn]] void fail() const;

  std::string path_, beside_;
  Descriptor file_;
  std::uint64_t end_ = alignment;
  std::uint64_t since_ = 0, gap_ = 0; ///< appended since it was published; what is left free before the block
  Checksum sum_;
  Range block_; ///< that the file points to
};

} // namespace neel::files
