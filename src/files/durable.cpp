// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/durable.hpp"

#include "errors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace neel::files {

namespace {

bool is_synced(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  const bool fine = descriptor >= 0 && ::fsync(descriptor) == 0;
  if (descriptor >= 0) {
    ::close(descriptor);
  }
  return fine;
}

} // namespace

void fail_to_write(const std::string& path) { throw FileError("cannot write " + path + ": " + std::strerror(errno)); }

void sync(const std::string& beside, const std::string& path) {
  if (!is_synced(beside, O_RDONLY)) {
    fail_to_write(path);
  }
}

void rename_durably(const std::string& from, const std::string& to) {
  errno = 0;
  const std::size_t slash = to.rfind('/');
  if (std::rename(from.c_str(), to.c_str()) != 0 ||
      !is_synced(slash == std::string::npos ? "." : to.substr(0, slash + 1), O_RDONLY | O_DIRECTORY)) {
    fail_to_write(to);
  }
}

void settle(const std::string& beside, const std::string& path, bool durable) {
  if (durable) {
    sync(beside, path);
    rename_durably(beside, path);
  } else if (std::rename(beside.c_str(), path.c_str()) != 0) {
    fail_to_write(path);
  }
}

void write_text(const std::string& path, const std::string& text, bool durable) {
  const std::string beside = path + ".part";
  errno = 0;
  std::FILE* const file = std::fopen(beside.c_str(), "wb");
  if (file == nullptr) {
    fail_to_write(path);
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) {
    std::remove(beside.c_str());
    fail_to_write(path);
  }
  settle(beside, path, durable);
}

} // namespace neel::files
