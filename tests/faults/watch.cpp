// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "watch.hpp"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

namespace neel::faults {

namespace {

std::string text(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

long number(const char* name) { return std::atol(text(name).c_str()); }

struct Watch {
  std::string folder = text("NEEL_FAULT_FOLDER"), call = text("NEEL_FAIL_CALL");
  long at = number("NEEL_FAIL_AT"), count = number("NEEL_FAIL_COUNT"), error = number("NEEL_FAIL_ERROR");
  bool half = !text("NEEL_FAIL_HALF").empty();
  int journal = -1;
  std::map<std::string, long, std::less<>> calls;
  std::set<int> descriptors;
};

/// Lives until the very end, since files are closed until then.
Watch& watch() {
  static Watch& only = *[] {
    auto* const made = new Watch;
    if (const std::string path = text("NEEL_FAULT_JOURNAL"); !path.empty()) {
      made->journal = static_cast<int>(
          ::syscall(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    }
    return made;
  }();
  return only;
}

std::string target_of_link(const std::string& link) {
  char target[PATH_MAX];
  const ssize_t length = ::readlink(link.c_str(), target, sizeof target);
  return {target, static_cast<std::size_t>(length < 0 ? 0 : length)};
}

} // namespace

Fate fate_of(std::string_view call) {
  Watch& w = watch();
  const long number = ++w.calls.try_emplace(std::string(call)).first->second;
  if (call != w.call || number < w.at) {
    return Fate::happens;
  }
  if (w.half && number == w.at) {
    return Fate::half;
  }
  if (number - w.at - (w.half ? 1 : 0) >= w.count) {
    return Fate::happens;
  }
  errno = static_cast<int>(w.error);
  return Fate::fails;
}

void note(std::string_view call, long result, const std::string& arguments, std::string_view data) {
  if (watch().journal >= 0) {
    const int before = errno;
    std::string line = std::string(call) + " " + std::to_string(result) + " " + arguments + "\n";
    line += data;
    ::syscall(SYS_write, watch().journal, line.data(), line.size());
    errno = before;
  }
}

std::string place_of(int folder, const char* path) {
  const std::string& watched = watch().folder;
  if (watched.empty() || path == nullptr) {
    return {};
  }
  std::filesystem::path whole(path);
  if (whole.is_relative()) {
    whole = target_of_link(folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/" + std::to_string(folder)) / whole;
  }
  std::string name = whole.lexically_normal().string();
  while (name.ends_with('/')) {
    name.pop_back();
  }
  if (name == watched) {
    return ".";
  }
  return name.starts_with(watched + "/") ? name.substr(watched.size() + 1) : "";
}

bool is_watched(int descriptor) { return watch().descriptors.contains(descriptor); }

void set_watched(int descriptor, bool watched) {
  if (watched) {
    watch().descriptors.insert(descriptor);
  } else {
    watch().descriptors.erase(descriptor);
  }
}

} // namespace neel::faults
