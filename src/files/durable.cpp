// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/durable.hpp"

#include "errors/errors.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace neel::files {

namespace {

/// Some file systems cannot wait for folders, and say so; and a folder may be one to write in but not to read.
bool sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  Descriptor file(uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (file < 0) {
    return errno == EACCES;
  }
  return (uninterrupted([&] { return ::fsync(file); }) == 0 || errno == EINVAL || errno == ENOTSUP);
}

} // namespace

void fail_to_write(const std::string& path) { throw FileError("cannot write " + path + ": " + std::strerror(errno)); }

namespace {

[[noreturn]] void fail_to_read(const std::string& path, const std::string& why) {
  throw FileError("cannot read " + path + ": " + why);
}

std::string read_bytes(int file, std::uint64_t at, std::size_t count, const std::string& path) {
  std::string bytes(count, '\0');
  const std::int64_t n = read_part(file, at, bytes);
  if (n < 0) {
    fail_to_read(path, std::strerror(errno));
  }
  bytes.resize(static_cast<std::size_t>(n));
  return bytes;
}

} // namespace

std::uint64_t length_of(const Descriptor& file, const std::string& path) {
  struct stat status{};
  if (::fstat(file, &status) != 0) {
    fail_to_read(path, std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) {
    fail_to_read(path, "it is not a regular file");
  }
  return static_cast<std::uint64_t>(status.st_size);
}

Descriptor open_regular(const std::string& path) {
  Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); }));
  if (file < 0) {
    fail_to_read(path, std::strerror(errno));
  }
  length_of(file, path);
  return file;
}

std::string read_text(const std::string& path) {
  const Descriptor file = open_regular(path);
  const std::uint64_t size = length_of(file, path);
  if (size > most_text) {
    fail_to_read(path, "it has " + std::to_string(size) + " bytes, more than any text of this kind");
  }
  return read_bytes(file, 0, size, path);
}

std::string first_bytes(const std::string& path, std::size_t count) {
  return read_bytes(open_regular(path), 0, count, path);
}

std::string last_bytes(const std::string& path, std::size_t count) {
  const Descriptor file = open_regular(path);
  const std::uint64_t size = length_of(file, path);
  return read_bytes(file, size - std::min<std::uint64_t>(size, count), count, path);
}

void write_part(int file, std::uint64_t at, std::string_view bytes, const std::string& path) {
  errno = 0;
  for (std::size_t done = 0; done < bytes.size();) {
    const ::ssize_t n = uninterrupted(
        [&] { return ::pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<::off_t>(at + done)); });
    if (n <= 0) {
      errno = n == 0 ? EIO : errno;
      fail_to_write(path);
    }
    done += static_cast<std::size_t>(n);
  }
  std::string back(std::min(bytes.size(), std::size_t{1} << 20), '\0');
  for (std::size_t done = 0; done < bytes.size(); done += back.size()) {
    back.resize(std::min(back.size(), bytes.size() - done));
    errno = 0;
    const std::int64_t n = read_part(file, at + done, back);
    if (n < static_cast<std::int64_t>(back.size()) || back != bytes.substr(done, back.size())) {
      throw FileError("cannot write " + path + ": it does not read back: " +
                      (n < 0 ? std::strerror(errno) : "what was written reads back differently"));
    }
  }
}

std::int64_t read_part(int file, std::uint64_t at, std::span<char> to) {
  std::size_t have = 0;
  while (have < to.size()) {
    const ::ssize_t n = uninterrupted(
        [&] { return ::pread(file, to.data() + have, to.size() - have, static_cast<::off_t>(at + have)); });
    if (n < 0) {
      return n;
    }
    if (n == 0) {
      break;
    }
    have += static_cast<std::size_t>(n);
  }
  return static_cast<std::int64_t>(have);
}

int create_new(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return -1;
  }
  return uninterrupted([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666); });
}

AtomicFile::AtomicFile(std::string path)
    : path_(std::move(path)), beside_(path_ + ".part"), file_(create_new(beside_)) {
  if (file_ < 0) {
    fail_to_write(path_);
  }
}

AtomicFile::AtomicFile(std::string path, std::string_view bytes) : AtomicFile(std::move(path)) {
  write(0, bytes);
  complete();
}

void AtomicFile::write(std::uint64_t at, std::string_view bytes) { write_part(file_, at, bytes, path_); }

void AtomicFile::read(std::uint64_t at, std::span<char> to) const {
  if (read_part(file_, at, to) < 0) {
    throw FileError("cannot write " + path_ + ": it does not read back: " + std::strerror(errno));
  }
}

void AtomicFile::cut(std::uint64_t length) {
  errno = 0;
  if (uninterrupted([&] { return ::ftruncate(file_, static_cast<::off_t>(length)); }) != 0) {
    fail_to_write(path_);
  }
}

void AtomicFile::complete() {
  errno = 0;
  if (uninterrupted([&] { return ::fsync(file_); }) != 0 || !file_.close()) {
    fail_to_write(path_);
  }
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)), beside_(std::move(other.beside_)), file_(std::move(other.file_)) {
  other.beside_.clear();
}

AtomicFile::~AtomicFile() {
  if (!beside_.empty()) {
    ::unlink(beside_.c_str());
  }
}

void AtomicFile::settle() {
  rename_durably(beside_, path_);
  beside_.clear();
}

void write_text(const std::string& path, std::string_view text) { AtomicFile(path, text).settle(); }

void rename_durably(const std::string& from, const std::string& to) {
  errno = 0;
  if (std::rename(from.c_str(), to.c_str()) != 0 || !sync_folder_of(to)) {
    fail_to_write(to);
  }
}

} // namespace neel::files
