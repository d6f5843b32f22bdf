// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/async_writer.hpp"

#include <chrono>
#include <csignal>

namespace neel::files {

AsyncWriter::~AsyncWriter() {
  if (thread_.joinable()) {
    {
      const Lock lock(mutex_);
      ends_ = true;
      drops_ = std::uncaught_exceptions() > exceptions_;
    }
    changed_.notify_all();
    thread_.join();
  }
}

void AsyncWriter::ask(std::size_t bytes, std::function<void()> work) {
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return thrown_ || asked_.empty() || held_ + bytes <= most_; });
  check();
  if (!thread_.joinable() && !start()) {
    do_now(work);
    check();
    return;
  }
  held_ += bytes;
  asked_.push({bytes, std::move(work)});
  changed_.notify_all();
}

void AsyncWriter::wait() {
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return thrown_ || asked_.empty(); });
  check();
}

double AsyncWriter::left() {
  const Lock lock(mutex_);
  check();
  return done_ > 0 ? static_cast<double>(held_) * seconds_ / done_ : 0;
}

void AsyncWriter::check() const {
  if (thrown_) {
    std::rethrow_exception(thrown_);
  }
}

/// False where the system gives no more threads.
bool AsyncWriter::start() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before); // a thread has those of the one that made it
  bool started = true;
  try {
    thread_ = std::thread([this] { serve(); });
  } catch (const std::exception&) {
    started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

void AsyncWriter::do_now(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    thrown_ = std::current_exception();
  }
}

void AsyncWriter::serve() {
  using Clock = std::chrono::steady_clock;
  Lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !asked_.empty(); });
    if (asked_.empty()) {
      return;
    }
    if (!thrown_ && !drops_) {
      const std::function<void()> next = std::move(asked_.front().work);
      lock.unlock();
      const Clock::time_point begin = Clock::now();
      std::exception_ptr wrong;
      try {
        next();
      } catch (...) {
        wrong = std::current_exception();
      }
      lock.lock();
      thrown_ = wrong;
      seconds_ += std::chrono::duration<double>(Clock::now() - begin).count();
      done_ += static_cast<double>(asked_.front().bytes);
    }
    held_ -= asked_.front().bytes;
    asked_.pop();
    changed_.notify_all();
  }
}

} // namespace neel::files
