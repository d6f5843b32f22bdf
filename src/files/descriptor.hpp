// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// An open file that closes itself; close() says whether that worked.

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace neel::files {

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  operator int() const { return number_; }
  /// False, with errno, where the system reports what went wrong with earlier writes. Interrupted, it is closed all the same.
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0 || errno == EINTR;
  }

private:
  int number_;
};

/// Calls `f` again as long as a signal interrupts it.
template <class F>
auto uninterrupted(F&& f) {
  auto result = f();
  while (result < 0 && errno == EINTR) {
    result = f();
  }
  return result;
}

} // namespace neel::files
