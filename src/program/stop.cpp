// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/stop.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

namespace neel::program {

namespace {

constexpr std::array<std::pair<int, const char*>, 5> signals{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"}, {SIGXCPU, "SIGXCPU"}, {SIGHUP, "SIGHUP"}}};

using Clock = std::chrono::steady_clock; // the time of day can be set while the run works

std::atomic<int> caught = 0;
std::atomic<Clock::rep> caught_at = 0;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<Clock::rep>::is_always_lock_free);

/// What stops jobs often signals a process and then its group, so that two signals come at once: they are one wish. A second
/// one that comes later ends the program.
void on_signal(int number) {
  constexpr Clock::duration same_wish = std::chrono::seconds(1);
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep none = 0;
  if (caught_at.compare_exchange_strong(none, now)) {
    caught = number;
  } else if (now - caught_at > same_wish.count()) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

void set_all(void (*handler)(int)) {
  struct sigaction action{}, before{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const auto& [number, name] : signals) {
    sigaddset(&action.sa_mask, number); // one at a time
  }
  for (const auto& [number, name] : signals) {
    sigaction(number, nullptr, &before);
    if (number != SIGHUP || before.sa_handler != SIG_IGN) { // as nohup wants it
      sigaction(number, &action, nullptr);
    }
  }
}

int living = 0; // Stops

const Clock::time_point program_start = Clock::now();

double seconds_since_start() { return std::chrono::duration<double>(Clock::now() - program_start).count(); }

/// Seconds from the start of the program to the end of the Slurm job; nothing where the variable is no time of this century or the
/// next ones.
std::optional<double> slurm_end() {
  constexpr std::int64_t least = 1'000'000'000, most = 100'000'000'000; // 2001, 5138
  const char* const text = std::getenv("SLURM_JOB_END_TIME");
  std::int64_t seconds = 0;
  if (text == nullptr) {
    return {};
  }
  const std::string_view view(text);
  const auto [rest, failure] = std::from_chars(view.data(), view.data() + view.size(), seconds);
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  const bool is_time =
      failure == std::errc{} && rest == view.data() + view.size() && seconds >= least && seconds <= most;
  return is_time ? std::optional(static_cast<double>(seconds) - now.count() + seconds_since_start()) : std::nullopt;
}

} // namespace

Stop::Stop(std::string path, std::optional<double> seconds)
    : path_(std::move(path)), end_(seconds), slurm_end_(slurm_end()) {
  if (living++ == 0) {
    caught_at = 0;
    caught = 0;
    set_all(on_signal);
  }
}

Stop::~Stop() {
  if (--living == 0) {
    set_all(SIG_DFL);
  }
}

void Stop::ask(int signal) {
  int none = 0;
  caught.compare_exchange_strong(none, signal);
}

int Stop::caught_signal() { return caught; }

std::optional<std::string> Stop::reason(double reserve) {
  std::optional<std::string> found = find_reason(reserve);
  given_ = found.value_or(given_);
  return found;
}

std::optional<std::string> Stop::find_reason(double reserve) {
  for (const auto& [number, name] : signals) {
    if (caught == number) {
      return name;
    }
  }
  if (others_ && others_()) {
    return "another rank";
  }
  std::error_code error;
  if (std::filesystem::remove(path_, error)) {
    return "the file " + path_;
  }
  const double then = seconds_since_start() + reserve;
  if (end_ && then >= *end_) {
    return "--time-limit";
  }
  constexpr double margin = 30; // to leave the job in good order
  if (slurm_end_ && then + margin >= *slurm_end_) {
    return "the time limit of the Slurm job";
  }
  return {};
}

} // namespace neel::program
