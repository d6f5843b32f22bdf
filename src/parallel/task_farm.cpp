// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "parallel/task_farm.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace neel::parallel {

namespace {

/// What letters say. To rank 0: a rank asks for a piece, is done. From rank 0: here is one (-1: none), all are done. Either way: stop.
enum Kind : int { ask, done, piece, all_done, halt };
constexpr int no_piece = -1;

} // namespace

TaskFarm::TaskFarm(int pieces, std::function<void(int, int)> given)
    : rank_(aside_.rank()), size_(aside_.size()), pieces_(pieces), given_(std::move(given)) {}

void TaskFarm::take(const Letter& letter) {
  switch (static_cast<Kind>(letter.kind)) {
  case ask: {
    const int number = !stopped_ && next_ < pieces_ ? next_++ : no_piece;
    send({letter.rank, piece, number});
    if (number != no_piece && given_) {
      given_(number, letter.rank);
    }
    return;
  }
  case done:
    ++done_;
    largest_ = std::max(largest_, letter.value);
    return;
  case piece:
    answer_ = letter.value == no_piece ? std::optional<int>() : std::optional<int>(letter.value);
    return;
  case all_done:
    all_ = letter.value;
    return;
  case halt:
    if (!std::exchange(stopped_, true) && leads()) {
      tell_others(halt, 0);
    }
    return;
  }
}

void TaskFarm::tell_others(int kind, int value) const {
  for (int rank = 1; rank < size_; ++rank) {
    send({rank, kind, value});
  }
}

std::optional<int> TaskFarm::next() {
  if (look()) {
    return {};
  }
  if (leads()) {
    return next_ < pieces_ ? std::optional<int>(next_++) : std::nullopt;
  }
  answer_.reset();
  send({0, ask, 0});
  while (!answer_) {
    take(wait_for_letter());
  }
  return *answer_;
}

bool TaskFarm::look() {
  while (const std::optional<Letter> letter = look_for_letter()) {
    take(*letter);
  }
  return stopped_;
}

void TaskFarm::stop() {
  if (!std::exchange(stopped_, true)) {
    if (leads()) {
      tell_others(halt, 0);
    } else {
      send({0, halt, 0});
    }
  }
}

int TaskFarm::finish(int mine, const std::function<bool()>& told) {
  if (leads()) {
    take({0, done, mine});
  } else {
    send({0, done, mine});
  }
  while (leads() ? done_ < size_ : !all_) {
    look();
    if (!stopped_ && told()) {
      stop();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (leads()) {
    tell_others(all_done, largest_);
  }
  return all_.value_or(largest_);
}

} // namespace neel::parallel
