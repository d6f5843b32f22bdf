// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The bytes of an HDF5 file that is made in memory.

#include <hdf5.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace neel::files {

/// Keeps the memory in which the HDF5 library made a file when the library closes it. (H5Fget_file_image would copy it, and
/// in files of this version of the format leaves a checksum wrong.)
class Image {
public:
  /// Makes files that are created with this property list go here. The image must outlive them.
  herr_t receive(hid_t access);
  /// The file as it was closed, and behind it `tail`. Empty if there is none.
  std::string_view with(std::string_view tail);
  /// The same without a tail.
  std::string_view bytes() const;

private:
  struct Bytes {
    char* data = nullptr;
    std::size_t size = 0;
  };
  struct Free {
    void operator()(Bytes* bytes) const;
  };
  static void* resize(void* data, std::size_t size, H5FD_file_image_op_t, void* bytes);
  static herr_t release(void* data, H5FD_file_image_op_t operation, void* bytes);

  std::unique_ptr<Bytes, Free> bytes_{new Bytes};
};

} // namespace neel::files
