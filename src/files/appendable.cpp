// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/appendable.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

namespace neel::files {

namespace {

constexpr std::size_t most_read = std::size_t{1} << 20;

} // namespace

AppendableFile::AppendableFile(std::string path)
    : path_(std::move(path)), beside_(path_ + ".part"), file_(create_new(beside_)) {
  if (file_ < 0) {
    fail();
  }
}

AppendableFile::AppendableFile(std::string path, std::uint64_t end, std::uint64_t checksum, const Make& make)
    : path_(std::move(path)),
      file_(uninterrupted([&] { return ::open(path_.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC); })), end_(end) {
  struct stat status{};
  if (file_ < 0 || ::fstat(file_, &status) != 0) {
    throw FileError("cannot read " + path_ + ": " + std::strerror(errno));
  }
  std::string block;
  for (std::uint64_t at = alignment; at < end; at += block.size()) {
    block.resize(std::min<std::uint64_t>(most_read, end - at));
    const std::int64_t n = read_part(file_, at, block);
    if (n < 0) {
      throw FileError("cannot read " + path_ + ": " + std::strerror(errno));
    }
    if (n == 0) {
      break;
    }
    block.resize(static_cast<std::size_t>(n));
    sum_.add(block);
  }
  if (sum_.value() != checksum) {
    throw FileError("cannot read " + path_ + ": it is not the file that the checkpoint belongs to, or it is damaged");
  }
  // The block is wherever it is: the new one goes behind all that there is.
  const auto size = static_cast<std::uint64_t>(status.st_size);
  switch_to((std::max(size, end_) + alignment - 1) / alignment * alignment, make);
}

AppendableFile::~AppendableFile() {
  if (!beside_.empty()) {
    ::unlink(beside_.c_str());
  }
}

void AppendableFile::fail() const { fail_to_write(path_); }

void AppendableFile::write(std::uint64_t at, std::string_view bytes) { write_part(file_, at, bytes, path_); }

void AppendableFile::sync() {
  errno = 0;
  if (uninterrupted([&] { return ::fsync(file_); }) != 0) {
    fail();
  }
}

void AppendableFile::switch_to(std::uint64_t at, const Make& make) {
  const Block block = make(at);
  write(at, block.bytes);
  sync();
  write(0, block.head);
  sync();
  block_ = {at, at + block.bytes.size()};
  if (!beside_.empty()) {
    rename_durably(beside_, path_);
    beside_.clear();
  }
}

void AppendableFile::append(std::string_view bytes, const Make& make) {
  if (block_.meets(end_, end_ + bytes.size())) {
    gap_ = std::max(gap_, 8 * (since_ + bytes.size()));
    switch_to(std::max(block_.end, end_ + gap_) / alignment * alignment + alignment, make);
  }
  write(end_, bytes);
  sum_.add(bytes);
  end_ += bytes.size();
  since_ += bytes.size();
}

void AppendableFile::publish(const Make& make) {
  gap_ = std::max(gap_, 8 * since_);
  since_ = 0;
  const std::uint64_t size = make(end_).bytes.size();
  const bool before = !block_.meets(end_, end_ + gap_ + size);
  switch_to(before ? end_ + gap_ : std::max(block_.end, end_ + gap_) / alignment * alignment + alignment, make);
}

void AppendableFile::finish(const Make& make) {
  const std::uint64_t size = make(end_).bytes.size();
  if (block_.meets(end_, end_ + size)) {
    switch_to(std::max(block_.end, end_ + size) / alignment * alignment + alignment, make);
  }
  switch_to(end_, make);
  errno = 0;
  if (uninterrupted([&] { return ::ftruncate(file_, static_cast<::off_t>(block_.end)); }) != 0) {
    fail();
  }
  sync();
  if (!file_.close()) {
    fail();
  }
}

} // namespace neel::files
