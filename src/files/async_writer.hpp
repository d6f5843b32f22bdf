// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Writing that a run does not wait for.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

namespace neel::files {

/// A thread that does what it is asked for, one thing after another. It takes no signals. Where there can be no thread, the caller
/// does it.
class AsyncWriter {
public:
  /// What waits holds `most` bytes at most, or is one thing.
  explicit AsyncWriter(std::size_t most) : most_(most) {}
  /// Does what it was asked for; but where an exception ends its time, no more than it has begun.
  ~AsyncWriter();
  AsyncWriter(const AsyncWriter&) = delete;
  AsyncWriter& operator=(const AsyncWriter&) = delete;

  /// Work that holds so many bytes until it is done. Waits for room; throws what was thrown before, after which nothing is done any more.
  void ask(std::size_t bytes, std::function<void()> work);
  /// All is done. Throws what was thrown.
  void wait();
  /// Seconds that what waits will take, by what took as many bytes before. Throws what was thrown.
  double left();

private:
  struct Asked {
    std::size_t bytes;
    std::function<void()> work;
  };
  using Lock = std::unique_lock<std::mutex>;
  bool start();
  void serve();
  void do_now(const std::function<void()>& work);
  void check() const;

  std::size_t most_, held_ = 0;
  double done_ = 0, seconds_ = 0; ///< bytes, and what they took
  int exceptions_ = std::uncaught_exceptions();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<Asked> asked_; ///< the first may be at work
  std::exception_ptr thrown_;
  bool ends_ = false, drops_ = false;
  std::thread thread_; ///< from the first work on
};

} // namespace neel::files
