// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Questions from the server's thread to the one that works on a simulation, which answers them between sweeps. No configuration is
// read while it changes.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string>

namespace neel::view {

class CommandQueue {
public:
  using Question = std::function<std::string()>;
  /// `read`: changes nothing, and can be answered within a block of sweeps.
  enum class Kind { read, change };

  /// Waits for the answer, or throws what the question threw. Throws std::runtime_error once closed.
  std::string ask(Kind kind, Question question);
  /// Answers all questions there are; where there are none, waits for one so long.
  void answer(std::chrono::milliseconds patience);
  /// Answers those that change nothing.
  void answer_reads();
  /// Turns down those that wait, and all that come.
  void close();

private:
  struct Asked {
    Kind kind;
    std::packaged_task<std::string()> task;
  };

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Asked> waiting_;
  bool closed_ = false;
};

} // namespace neel::view
