// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The bytes of an HDF5 file in the making. The library does not survive every failure to write, so none of its writes fails here:
// short ones stay in memory until the end, long ones, which are parts of arrays, go to the disk at once, and what fails there is
// kept until somebody asks.

#include "files/durable.hpp"

#include <hdf5.h>

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace neel::files {

class Hdf5AtomicFile {
public:
  /// Of the file `path`.
  explicit Hdf5AtomicFile(std::string path) : path_(std::move(path)) {}
  ~Hdf5AtomicFile();
  Hdf5AtomicFile(const Hdf5AtomicFile&) = delete;
  Hdf5AtomicFile& operator=(const Hdf5AtomicFile&) = delete;

  /// Makes files that are created with this property list go here. It must outlive them.
  herr_t receive(hid_t access);
  /// Throws what went wrong so far: FileError, or std::bad_alloc.
  void check() const;
  /// Once the library has closed the file: seals it, and makes it safe on the disk.
  AtomicFile complete();

private:
  static constexpr std::size_t page = 4096, long_write = std::size_t{1} << 20;
  struct Driver;

  void write(std::uint64_t at, std::string_view bytes);
  /// Zeros where nothing was written.
  void read(std::uint64_t at, std::span<char> to) const;
  AtomicFile& draft();
  void write_to_disk(std::uint64_t at, std::string_view bytes);
  void read_from_disk(std::uint64_t at, std::span<char> to) const;

  std::string path_;
  std::map<std::uint64_t, std::string> pages_; ///< that are not on the disk, by their addresses
  std::optional<AtomicFile> draft_;            ///< once there is something on the disk
  std::uint64_t length_ = 0;                   ///< as the library closed it
  std::uint64_t on_disk_ = 0;                  ///< so far
  void* open_ = nullptr;                       ///< the library's file, until it closes it
  std::exception_ptr failure_;
};

} // namespace neel::files
