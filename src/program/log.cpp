// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/log.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "files/print.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace neel::program {

namespace {

/// A link to a file that is there is followed; one to nothing would make a file elsewhere.
int open_log(const std::string& path) {
  constexpr int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const int there = files::uninterrupted([&] { return ::open(path.c_str(), flags); });
  return there >= 0 || errno != ENOENT
             ? there
             : files::uninterrupted([&] { return ::open(path.c_str(), flags | O_CREAT | O_NOFOLLOW, 0666); });
}

} // namespace

Log::Log(const std::string& path, bool quiet) : path_(path), quiet_(quiet), file_(open_log(path)) {
  if (file_ < 0) {
    throw FileError("cannot write " + path + ": " +
                    (errno == ELOOP ? "it is a link to a file that is not there" : std::strerror(errno)));
  }
  struct stat status{};
  if (::fstat(file_, &status) != 0 || S_ISFIFO(status.st_mode)) {
    throw FileError("cannot write " + path + ": it is a named pipe");
  }
  // A file system without locks lets the run go on.
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw FileError("another run is writing " + path +
                    " and the files beside it: wait for it, or use --name or --out "
                    "to write elsewhere");
  }
}

void Log::last_word(const std::string& error) { append("error: " + error + "\n"); }

bool Log::deleted() const {
  struct stat status{};
  return ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0;
}

/// Where the log was deleted, gives it its name again, unless another file has it by now.
void Log::restore() {
  struct stat other{};
  if (::lstat(path_.c_str(), &other) == 0) {
    throw FileError("cannot write " + path_ +
                    ": the log was deleted while the run was at work, and another file has its name; all other files "
                    "of the run are written");
  }
  struct stat status{};
  std::string text(::fstat(file_, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0, '\0');
  const std::int64_t n = files::read_part(file_, 0, text);
  if (n < 0) {
    throw FileError("cannot read " + path_ + ": " + std::strerror(errno));
  }
  files::write_text(path_, std::string_view(text).substr(0, static_cast<std::size_t>(n)));
}

void Log::close() {
  if (deleted()) {
    restore();
  }
  const bool safe =
      files::uninterrupted([&] { return ::fsync(file_); }) == 0 || errno == EINVAL; // EINVAL: no regular file
  if (!safe || !file_.close()) {
    throw FileError("cannot write " + path_ + ": " + std::strerror(errno));
  }
}

void Log::clear() {
  if (::ftruncate(file_, 0) != 0 && errno != EINVAL) { // EINVAL: no regular file, so nothing is kept
    throw FileError("cannot write " + path_ + ": " + std::strerror(errno));
  }
}

bool Log::append(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ::ssize_t written = files::uninterrupted([&] { return ::write(file_, text.data() + at, text.size() - at); });
    if (written < 0) {
      return false;
    }
    at += static_cast<std::size_t>(written);
  }
  return true;
}

void Log::write(const std::string& text) {
  if (!append(text)) {
    throw FileError("cannot write " + path_ + ": " + std::strerror(errno));
  }
  if (!quiet_) {
    files::print_lines(text);
  }
}

} // namespace neel::program
