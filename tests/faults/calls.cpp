// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// A library to preload (LD_PRELOAD): the system calls that make and change files, with the same effect as the C
// library's, but each of them can be made to fail, and a journal tells what a program did, in order (watch.hpp).

#include "watch.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <mutex>

namespace {

using neel::faults::Fate;
using neel::faults::fate_of;
using neel::faults::is_watched;
using neel::faults::note;
using neel::faults::place_of;

std::mutex& in_order() {
  static std::mutex& only = *new std::mutex;
  return only;
}

/// One call: `happen` does it.
template <class F>
long watched_call(const char* name, const std::string& arguments, F happen) {
  const long result = fate_of(name) == Fate::fails ? -1 : happen();
  note(name, result, arguments);
  return result;
}

int open_file(int folder, const char* path, int flags, mode_t mode) {
  const std::lock_guard lock(in_order());
  const auto happen = [&] { return ::syscall(SYS_openat, folder, path, flags, mode); };
  const std::string place = place_of(folder, path);
  if (place.empty()) {
    return static_cast<int>(happen());
  }
  const int opened = static_cast<int>(watched_call("open", std::to_string(flags) + " " + place, happen));
  neel::faults::set_watched(opened, opened >= 0);
  return opened;
}

/// At `offset`, or where the descriptor is if that is negative.
ssize_t write_file(int descriptor, const char* data, std::size_t size, off_t offset) {
  const std::lock_guard lock(in_order());
  const auto happen = [&](std::size_t bytes) {
    return offset < 0 ? ::syscall(SYS_write, descriptor, data, bytes)
                      : ::syscall(SYS_pwrite64, descriptor, data, bytes, offset);
  };
  if (!is_watched(descriptor)) {
    return happen(size);
  }
  const Fate fate = fate_of("write");
  const ssize_t written = fate == Fate::fails ? -1 : happen(fate == Fate::half ? (size + 1) / 2 : size);
  const int failure = errno;
  const auto count = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
  const off_t at = offset >= 0 ? offset : ::lseek(descriptor, 0, SEEK_CUR) - static_cast<off_t>(count);
  note("write", written, std::to_string(descriptor) + " " + std::to_string(at), {data, count});
  errno = failure;
  return written;
}

/// A call that only needs the descriptor, and what else the journal shall tell.
template <class F>
long with_descriptor(const char* name, int descriptor, const std::string& more, F happen) {
  const std::lock_guard lock(in_order());
  return is_watched(descriptor) ? watched_call(name, std::to_string(descriptor) + more, happen) : happen();
}

int truncate_file(int descriptor, off_t size) {
  return static_cast<int>(with_descriptor("truncate", descriptor, " " + std::to_string(size),
                                          [&] { return ::syscall(SYS_ftruncate, descriptor, size); }));
}

int sync_file(int descriptor, long call) {
  return static_cast<int>(with_descriptor("sync", descriptor, "", [&] { return ::syscall(call, descriptor); }));
}

int rename_file(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  const std::lock_guard lock(in_order());
  const auto happen = [&] { return ::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags); };
  const std::string before = place_of(from_folder, from), after = place_of(to_folder, to);
  return static_cast<int>(before.empty() || after.empty() ? happen()
                                                          : watched_call("rename", before + " " + after, happen));
}

int unlink_file(int folder, const char* path, int flags) {
  const std::lock_guard lock(in_order());
  const auto happen = [&] { return ::syscall(SYS_unlinkat, folder, path, flags); };
  const std::string place = place_of(folder, path);
  return static_cast<int>(place.empty() ? happen() : watched_call("unlink", place, happen));
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

} // namespace

extern "C" {

#define NEEL_OPEN(name, folder, ...)                                                                                   \
  int name(__VA_ARGS__, int flags, ...) {                                                                              \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    const mode_t mode = mode_of(flags, arguments);                                                                     \
    va_end(arguments);                                                                                                 \
    return open_file(folder, path, flags, mode);                                                                       \
  }
NEEL_OPEN(open, AT_FDCWD, const char* path)
NEEL_OPEN(open64, AT_FDCWD, const char* path)
NEEL_OPEN(openat, folder, int folder, const char* path)
NEEL_OPEN(openat64, folder, int folder, const char* path)
int creat(const char* path, mode_t mode) { return open_file(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char* path, mode_t mode) { return creat(path, mode); }

ssize_t write(int descriptor, const void* data, std::size_t size) {
  return write_file(descriptor, static_cast<const char*>(data), size, -1);
}
ssize_t pwrite(int descriptor, const void* data, std::size_t size, off_t offset) {
  return write_file(descriptor, static_cast<const char*>(data), size, offset);
}
ssize_t pwrite64(int descriptor, const void* data, std::size_t size, off64_t offset) {
  return write_file(descriptor, static_cast<const char*>(data), size, offset);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  std::string data;
  for (int i = 0; i < count; ++i) {
    data.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
  return write_file(descriptor, data.data(), data.size(), -1);
}

ssize_t read(int descriptor, void* data, std::size_t size) {
  return with_descriptor("read", descriptor, "", [&] { return ::syscall(SYS_read, descriptor, data, size); });
}
ssize_t pread(int descriptor, void* data, std::size_t size, off_t offset) {
  return with_descriptor("read", descriptor, "",
                         [&] { return ::syscall(SYS_pread64, descriptor, data, size, offset); });
}
ssize_t pread64(int descriptor, void* data, std::size_t size, off64_t offset) {
  return pread(descriptor, data, size, offset);
}

int ftruncate(int descriptor, off_t size) noexcept { return truncate_file(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) noexcept { return truncate_file(descriptor, size); }

int fsync(int descriptor) { return sync_file(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_file(descriptor, SYS_fdatasync); }

/// A close that fails closes all the same.
int close(int descriptor) {
  const std::lock_guard lock(in_order());
  if (!is_watched(descriptor)) {
    return static_cast<int>(::syscall(SYS_close, descriptor));
  }
  neel::faults::set_watched(descriptor, false);
  const long closed = ::syscall(SYS_close, descriptor);
  return static_cast<int>(watched_call("close", std::to_string(descriptor), [&] { return closed; }));
}

int rename(const char* from, const char* to) noexcept { return rename_file(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return rename_file(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  return rename_file(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) noexcept { return unlink_file(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char* path, int flags) noexcept { return unlink_file(folder, path, flags); }
int remove(const char* path) noexcept {
  const int removed = unlink_file(AT_FDCWD, path, 0);
  return removed != 0 && (errno == EISDIR || errno == EPERM) ? unlink_file(AT_FDCWD, path, AT_REMOVEDIR) : removed;
}
}
