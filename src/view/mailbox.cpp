// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/mailbox.hpp"

#include <stdexcept>
#include <utility>

namespace neel::view {

std::string Mailbox::ask(Question question) {
  std::packaged_task<std::string()> task(std::move(question));
  std::future<std::string> answer = task.get_future();
  {
    const std::scoped_lock lock(mutex_);
    if (closed_) {
      throw std::runtime_error("the program is ending");
    }
    waiting_.push_back(std::move(task));
  }
  arrived_.notify_one();
  try {
    return answer.get();
  } catch (const std::future_error&) { // closed meanwhile
    throw std::runtime_error("the program is ending");
  }
}

void Mailbox::answer(std::chrono::milliseconds patience) {
  std::deque<std::packaged_task<std::string()>> tasks;
  {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, patience, [&] { return !waiting_.empty(); });
    tasks.swap(waiting_);
  }
  for (auto& task : tasks) {
    task();
  }
}

void Mailbox::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  waiting_.clear();
}

} // namespace neel::view
