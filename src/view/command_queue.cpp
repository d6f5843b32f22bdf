// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/command_queue.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace neel::view {

std::string CommandQueue::ask(Kind kind, Question question) {
  std::packaged_task<std::string()> task(std::move(question));
  std::future<std::string> answer = task.get_future();
  {
    const std::scoped_lock lock(mutex_);
    if (closed_) {
      throw std::runtime_error("the program is ending");
    }
    waiting_.push_back({kind, std::move(task)});
  }
  arrived_.notify_one();
  try {
    return answer.get();
  } catch (const std::future_error&) { // closed meanwhile
    throw std::runtime_error("the program is ending");
  }
}

void CommandQueue::answer(std::chrono::milliseconds patience) {
  std::deque<Asked> all;
  {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, patience, [&] { return !waiting_.empty(); });
    all.swap(waiting_);
  }
  for (Asked& one : all) {
    one.task();
  }
}

void CommandQueue::answer_reads() {
  std::deque<Asked> reads;
  {
    const std::scoped_lock lock(mutex_);
    const auto first = std::stable_partition(waiting_.begin(), waiting_.end(),
                                             [](const Asked& one) { return one.kind == Kind::change; });
    std::move(first, waiting_.end(), std::back_inserter(reads));
    waiting_.erase(first, waiting_.end());
  }
  for (Asked& one : reads) {
    one.task();
  }
}

void CommandQueue::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  waiting_.clear();
}

} // namespace neel::view
