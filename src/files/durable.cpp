// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/durable.hpp"

#include "errors/errors.hpp"
#include "files/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace neel::files {

namespace {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t written = uninterrupted([&] { return ::write(file, bytes.data(), bytes.size()); });
    if (written <= 0) {
      errno = written == 0 ? EIO : errno;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Does the file hold just these bytes?
bool holds(const std::string& path, std::string_view bytes) {
  const Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW); }));
  std::vector<char> block(std::size_t{1} << 20);
  while (file >= 0) {
    const ::ssize_t read = uninterrupted([&] { return ::read(file, block.data(), block.size()); });
    const auto n = static_cast<std::size_t>(std::max<::ssize_t>(0, read));
    if (n == 0 || n > bytes.size() || std::memcmp(block.data(), bytes.data(), n) != 0) {
      return read == 0 && bytes.empty();
    }
    bytes.remove_prefix(n);
  }
  return false;
}

/// Makes a new file; what is there under this name was left by a run that died, or is not ours to write through.
int create(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return -1;
  }
  return uninterrupted(
      [&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666); });
}

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

void require_regular(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw FileError("cannot read " + path + ": it is not a regular file");
  }
}

Draft::Draft(std::string path, std::string_view bytes) : path_(std::move(path)), beside_(path_ + ".part") {
  errno = 0;
  Descriptor file(create(beside_));
  if (file < 0) {
    fail_to_write(path_);
  }
  const bool written = write_all(file, bytes) && uninterrupted([&] { return ::fsync(file); }) == 0;
  const int failure = errno;
  const bool closed = file.close();
  if (!written || !closed) {
    const int why = written ? errno : failure;
    ::unlink(beside_.c_str());
    errno = why;
    fail_to_write(path_);
  }
  errno = 0;
  if (!holds(beside_, bytes)) {
    const std::string why = errno != 0 ? std::strerror(errno) : "what was written reads back differently";
    ::unlink(beside_.c_str());
    throw FileError("cannot write " + path_ + ": it does not read back: " + why);
  }
}

Draft::Draft(Draft&& other) noexcept : path_(std::move(other.path_)), beside_(std::move(other.beside_)) {
  other.beside_.clear();
}

Draft::~Draft() {
  if (!beside_.empty()) {
    ::unlink(beside_.c_str());
  }
}

void Draft::settle() {
  rename_durably(beside_, path_);
  beside_.clear();
}

void write_text(const std::string& path, std::string_view text) { Draft(path, text).settle(); }

void rename_durably(const std::string& from, const std::string& to) {
  errno = 0;
  if (std::rename(from.c_str(), to.c_str()) != 0 || !sync_folder_of(to)) {
    fail_to_write(to);
  }
}

} // namespace neel::files
