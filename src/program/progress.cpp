// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/progress.hpp"

#include "program/json.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace neel::program {

using Clock = std::chrono::steady_clock;

namespace {

Progress::Kind kind_of(const std::string& name) {
  if (name == "auto") {
    return isatty(STDERR_FILENO) != 0 ? Progress::Kind::bar : Progress::Kind::line;
  }
  return name == "bar"    ? Progress::Kind::bar
         : name == "line" ? Progress::Kind::line
         : name == "json" ? Progress::Kind::json
                          : Progress::Kind::none;
}

/// Characters in a line of the terminal; one is left free, so that no terminal begins a new line.
std::size_t line_width() { return files::terminal_width(STDERR_FILENO).value_or(80) - 1; }

/// As many of the parts as fit, the first ones being most worth knowing.
std::string fitting(const std::vector<std::string>& parts, std::size_t width) {
  std::string line;
  for (const std::string& part : parts) {
    if (line.size() + part.size() + 2 <= width) {
      line += (line.empty() ? "" : "  ") + part;
    }
  }
  return line;
}

} // namespace

std::string duration(double seconds) {
  const long long s = std::llround(seconds);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(const std::string& kind, double updates, std::size_t points)
    : kind_(kind_of(kind)), updates_(updates), points_(points), start_(Clock::now()), last_(start_) {}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

double Progress::updates_per_ns(std::uint64_t done) const {
  return static_cast<double>(done - first_) * updates_ / (seconds() * 1e9);
}

/// Programs hear of each point, too.
bool Progress::due(std::size_t point) {
  const auto now = Clock::now();
  const double since = std::chrono::duration<double>(now - last_).count();
  const double interval = kind_ == Kind::bar ? 0.2 : kind_ == Kind::json ? 1 : 60;
  if (kind_ == Kind::none || (since < interval && (kind_ != Kind::json || last_point_ == point))) {
    return false;
  }
  last_ = now;
  last_point_ = point;
  return true;
}

void Progress::show(std::uint64_t done, std::int64_t left, std::size_t point, const std::string& place,
                    double acceptance) {
  if (!due(point)) {
    return;
  }
  const auto to_do = static_cast<double>(left);
  const double part = static_cast<double>(done) / (static_cast<double>(done) + to_do);
  const double time_left = seconds() * to_do / static_cast<double>(done - first_);
  if (kind_ == Kind::json) {
    const Json line{{"done", part},
                    {"seconds_left", time_left},
                    {"point", point + 1},
                    {"points", points_},
                    {"at", place},
                    {"updates_per_ns", updates_per_ns(done)},
                    {"acceptance", acceptance}};
    std::fprintf(stderr, "%s\n", line.dump().c_str());
    return;
  }
  std::vector<std::string> parts{fmt::format("{:>5.1f} %", 100 * part), "ETA " + duration(time_left),
                                 fmt::format("point {}/{}", point + 1, points_), place,
                                 fmt::format("{:.3g} updates/ns", updates_per_ns(done))};
  if (!std::isnan(acceptance)) {
    parts.push_back(fmt::format("acceptance {:.3f}", acceptance));
  }
  if (kind_ == Kind::line) {
    std::fprintf(stderr, "%s\n", fitting(parts, 1000).c_str());
    return;
  }
  constexpr std::size_t least = 10, most = 24, frame = 3; // of the bar: "[###...] "
  const std::size_t width = line_width();
  const std::string text = fitting(parts, width - std::min(width, least + frame));
  const std::size_t bar = std::clamp(width - std::min(width, text.size() + frame), std::size_t{0}, most);
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(bar));
  const std::string line = "[" + std::string(filled, '#') + std::string(bar - filled, '.') + "] " + text;
  std::fprintf(stderr, "\r%s\033[K", line.substr(0, width).c_str());
  shown_ = true;
}

void Progress::finish() {
  if (shown_) {
    std::fprintf(stderr, "\r\033[K");
  }
}

} // namespace neel::program
