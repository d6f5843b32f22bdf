// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/stop.hpp"

#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

namespace neel::program {

namespace {

constexpr std::array<std::pair<int, const char*>, 3> signals{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"}}};

volatile std::sig_atomic_t caught = 0;

void set_all(void (*handler)(int)) {
  for (const auto& [number, name] : signals) {
    std::signal(number, handler);
  }
}

void on_signal(int number) {
  caught = number;
  set_all(SIG_DFL);
}

using Clock = std::chrono::system_clock;
const Clock::time_point program_start = Clock::now();

std::optional<Clock::time_point> slurm_end() {
  const char* const text = std::getenv("SLURM_JOB_END_TIME");
  std::time_t seconds = 0;
  if (text == nullptr) {
    return {};
  }
  const std::string_view view(text);
  const auto [rest, failure] = std::from_chars(view.data(), view.data() + view.size(), seconds);
  return failure == std::errc{} && seconds > 0 ? std::optional(Clock::from_time_t(seconds)) : std::nullopt;
}

} // namespace

Stop::Stop(std::string path, std::optional<double> seconds) : path_(std::move(path)), slurm_end_(slurm_end()) {
  if (seconds) {
    end_ = program_start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
  }
  caught = 0;
  set_all(on_signal);
}

Stop::~Stop() { set_all(SIG_DFL); }

std::optional<std::string> Stop::reason(double reserve) {
  for (const auto& [number, name] : signals) {
    if (caught == number) {
      return name;
    }
  }
  std::error_code error;
  if (std::filesystem::remove(path_, error)) {
    return "the file " + path_;
  }
  const Clock::time_point then = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000 * reserve));
  if (end_ && then >= *end_) {
    return "--time-limit";
  }
  constexpr std::chrono::seconds margin(30); // to leave the job in good order
  if (slurm_end_ && then + margin >= *slurm_end_) {
    return "the time limit of the Slurm job";
  }
  return {};
}

} // namespace neel::program
