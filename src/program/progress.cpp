// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace neel::program {

using Clock = std::chrono::steady_clock;

namespace {

Progress::Kind kind_of(const std::string& name) {
  if (name == "auto") {
    return isatty(STDERR_FILENO) != 0 ? Progress::Kind::bar : Progress::Kind::line;
  }
  return name == "bar" ? Progress::Kind::bar : (name == "line" ? Progress::Kind::line : Progress::Kind::none);
}

} // namespace

std::string duration(double seconds) {
  const long long s = std::llround(seconds);
  char text[32];
  std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
  return text;
}

Progress::Progress(const std::string& kind, double updates, std::size_t points)
    : kind_(kind_of(kind)), updates_(updates), points_(points), start_(Clock::now()), last_(start_) {}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

double Progress::updates_per_ns(std::uint64_t done) const {
  return static_cast<double>(done - first_) * updates_ / (seconds() * 1e9);
}

void Progress::show(std::uint64_t done, std::int64_t left, std::size_t point, double temperature, double acceptance) {
  const auto now = Clock::now();
  const double since = std::chrono::duration<double>(now - last_).count();
  if (kind_ == Kind::none || since < (kind_ == Kind::bar ? 0.2 : 60.0)) {
    return;
  }
  last_ = now;
  const auto to_do = static_cast<double>(left);
  const double part = static_cast<double>(done) / (static_cast<double>(done) + to_do);
  const double time_left = seconds() * to_do / static_cast<double>(done - first_);
  char text[200];
  const int length =
      std::snprintf(text, sizeof text, "point %zu/%zu  T %.4g  %5.1f %%  ETA %s  %.3g updates/ns", point + 1, points_,
                    temperature, 100 * part, duration(time_left).c_str(), updates_per_ns(done));
  if (!std::isnan(acceptance)) {
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), "  acceptance %.3f", acceptance);
  }
  if (kind_ == Kind::line) {
    std::fprintf(stderr, "%s\n", text);
    return;
  }
  constexpr int width = 24;
  const int filled = static_cast<int>(part * width);
  std::fprintf(stderr, "\r[%.*s%.*s] %s\033[K", filled, "########################", width - filled,
               "........................", text);
  shown_ = true;
}

void Progress::finish() {
  if (shown_) {
    std::fprintf(stderr, "\r\033[K");
  }
}

} // namespace neel::program
