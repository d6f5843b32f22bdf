// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/image.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace neel::files {

namespace {

/// What the file's own head says of its length; its memory is longer.
std::size_t length_in(std::string_view file) {
  constexpr std::size_t version_at = 8, length_at = 28; // of a superblock of version 2 or 3
  std::uint64_t length = 0;
  if (file.size() < length_at + sizeof length || file[version_at] < 2) {
    return 0;
  }
  std::memcpy(&length, file.data() + length_at, sizeof length);
  return length <= file.size() ? length : 0;
}

} // namespace

void Image::Free::operator()(Bytes* bytes) const {
  std::free(bytes->data);
  delete bytes;
}

void* Image::resize(void* data, std::size_t size, H5FD_file_image_op_t, void* bytes) {
  void* const grown = std::realloc(data, size);
  if (grown != nullptr) {
    static_cast<Bytes*>(bytes)->size = size;
  }
  return grown;
}

herr_t Image::release(void* data, H5FD_file_image_op_t operation, void* bytes) {
  if (operation == H5FD_FILE_IMAGE_OP_FILE_CLOSE) {
    static_cast<Bytes*>(bytes)->data = static_cast<char*>(data);
  } else {
    std::free(data);
  }
  return 0;
}

herr_t Image::receive(hid_t access) {
  H5FD_file_image_callbacks_t callbacks{[](std::size_t size, H5FD_file_image_op_t, void*) { return std::malloc(size); },
                                        [](void* to, const void* from, std::size_t size, H5FD_file_image_op_t, void*) {
                                          return std::memcpy(to, from, size);
                                        },
                                        resize,
                                        release,
                                        [](void* bytes) { return bytes; },
                                        [](void*) -> herr_t { return 0; },
                                        bytes_.get()};
  return H5Pset_file_image_callbacks(access, &callbacks);
}

std::string_view Image::bytes() const {
  const std::string_view memory(bytes_->data, bytes_->data == nullptr ? 0 : bytes_->size);
  return memory.substr(0, length_in(memory));
}

std::string_view Image::with(std::string_view tail) {
  const std::size_t length = bytes().size();
  if (length == 0) {
    return {};
  }
  void* const grown = std::realloc(bytes_->data, length + tail.size());
  if (grown == nullptr) {
    throw std::bad_alloc();
  }
  bytes_->data = static_cast<char*>(grown);
  bytes_->size = length + tail.size();
  std::memcpy(bytes_->data + length, tail.data(), tail.size());
  return {bytes_->data, bytes_->size};
}

} // namespace neel::files
