// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/log.hpp"

#include "errors/errors.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace neel::program {

Log::Log(const std::string& path, bool quiet)
    : path_(path), quiet_(quiet), file_(files::uninterrupted([&] {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
      })) {
  if (file_ < 0) {
    throw FileError("cannot write " + path + ": " + std::strerror(errno));
  }
  // A file system without locks lets the run go on.
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw FileError("another run is writing " + path +
                    " and the files beside it: wait for it, or use --name or --out "
                    "to write elsewhere");
  }
}

void Log::last_word(const std::string& error) { append("error: " + error + "\n"); }

void Log::close() {
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
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
}

} // namespace neel::program
