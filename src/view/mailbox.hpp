// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Questions from the server's threads to the one that works on a simulation, which answers them when it comes by. So nobody
// ever looks at a configuration while it changes.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string>

namespace neel::view {

class Mailbox {
public:
  using Question = std::function<std::string()>;

  /// Waits for the answer, or throws what the question threw. Throws std::runtime_error once closed.
  std::string ask(Question question);
  /// Answers all questions there are; where there are none, waits for one so long.
  void answer(std::chrono::milliseconds patience);
  /// Turns down those that wait, and all that come.
  void close();

private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::packaged_task<std::string()>> waiting_;
  bool closed_ = false;
};

} // namespace neel::view
