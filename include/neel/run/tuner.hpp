// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Which of several strategies is the fastest on this machine. All leave the same bits, so a run tries each on sweeps that it makes
// anyway.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace neel::run {

/// Of update::Strategy, in its order.
inline constexpr std::array strategy_names{"launches", "graphs", "persistent", "point-to-point", "team-per-system"};

/// What a process knows of the speed of strategies.
struct Tuning {
  bool on = true;                           ///< else the first strategy of a list is taken
  std::string forced;                       ///< this one, where a list has it
  std::string machine;                      ///< on which keys hold: program, device, threads
  std::map<std::string, std::string> known; ///< the fastest strategy, by key
  /// Told each answer, to keep it for later processes.
  std::function<void(const std::string& key, const std::string& strategy)> keep;
  std::vector<std::string> news; ///< sentences for a log
  std::int64_t undecided = 0;    ///< batches that were made while the fastest was not known
};

/// Of this process.
inline Tuning& tuning() {
  static Tuning all;
  return all;
}

/// Chooses by the times of batches. Each strategy makes one batch before the clock runs (what it allocates and compiles is not timed),
/// then `rounds` that are timed, or one if it is much slower than another.
class Tuner {
public:
  /// `key` names kernel and shape. Some of `strategies`, the last one always, are possible. Batches of `full` sweeps are expected.
  /// `decided`: for the first, if that is possible.
  Tuner(const std::string& key, std::vector<std::string> strategies, int full = 1, bool decided = false)
      : key_(tuning().machine + '\t' + key), strategies_(std::move(strategies)), seconds_(strategies_.size(), none),
        sweeps_(full - 1) {
    const Tuning& all = tuning();
    const auto known = all.known.find(key_);
    decided_ = decided || strategies_.size() == 1 || take(all.forced) || !all.on ||
               (known != all.known.end() && take(known->second));
  }

  /// Of the next batch.
  std::size_t strategy() const { return now_; }
  bool decided() const { return decided_; }

  /// Whether a batch of so many sweeps and measurements is to be timed: batches are compared with others of their shape.
  bool times(int sweeps, int measurements) {
    if (decided_) {
      return false;
    }
    ++tuning().undecided;
    const bool same = sweeps == sweeps_ && measurements == measurements_;
    if (!same && (sweeps > sweeps_ || ++others_ > most_others)) {
      sweeps_ = sweeps;
      measurements_ = measurements;
      restart();
      return true;
    }
    return same;
  }
  /// The batch that was to be timed.
  void took(double seconds) {
    others_ = 0;
    const double best = fastest();
    ++batches_;
    if (batches_ > 1) {
      seconds_[now_] = std::min(seconds_[now_], seconds);
    }
    if (batches_ > rounds || seconds > (batches_ > 1 ? 1.5 * best : std::max(10 * best, 0.5))) {
      next();
    }
  }
  /// It could not be made by this strategy.
  void refused() {
    refused_ |= std::size_t{1} << now_;
    decided_ ? restart() : next();
  }

private:
  static constexpr double none = std::numeric_limits<double>::infinity();
  static constexpr int rounds = 5, most_others = 16;

  bool possible(std::size_t s) const { return (refused_ >> s & 1) == 0; }
  double fastest() const { return *std::min_element(seconds_.begin(), seconds_.end()); }
  bool take(const std::string& name) {
    const auto found = std::find(strategies_.begin(), strategies_.end(), name);
    if (found == strategies_.end()) {
      return false;
    }
    now_ = static_cast<std::size_t>(found - strategies_.begin());
    return true;
  }
  /// The first strategy, from the start.
  void restart() {
    std::fill(seconds_.begin(), seconds_.end(), none);
    batches_ = others_ = 0;
    now_ = 0;
    while (!possible(now_)) {
      ++now_;
    }
  }
  void next() {
    batches_ = 0;
    do {
      ++now_;
    } while (now_ < strategies_.size() && !possible(now_));
    if (now_ == strategies_.size()) {
      decide();
    }
  }
  void decide() {
    decided_ = true;
    now_ = 0;
    while (!possible(now_)) {
      ++now_;
    }
    for (std::size_t s = now_; s < seconds_.size(); ++s) {
      now_ = seconds_[s] < seconds_[now_] ? s : now_;
    }
    Tuning& all = tuning();
    all.known[key_] = strategies_[now_];
    if (all.keep) {
      all.keep(key_, strategies_[now_]);
    }
    all.news.push_back(sentence());
  }
  /// "sweeps by graphs, the fastest here: 5.6 us each; point-to-point 6.1 us, team-per-system 9.8 us".
  std::string sentence() const {
    const auto time = [&](std::size_t s) {
      const double us = 1e6 * seconds_[s] / sweeps_;
      char text[32];
      std::snprintf(text, sizeof text, us < 999.5 ? "%.3g us" : "%.4g ms", us < 999.5 ? us : 1e-3 * us);
      return std::string(text);
    };
    std::string all = "sweeps by " + strategies_[now_] + ", the fastest here: " + time(now_) + " each";
    const char* before = "; ";
    for (std::size_t s = 0; s < strategies_.size(); ++s) {
      if (s != now_ && seconds_[s] < none) {
        all += before + strategies_[s] + " " + time(s);
        before = ", ";
      }
    }
    return all;
  }

  std::string key_;
  std::vector<std::string> strategies_;
  std::vector<double> seconds_; ///< least, of a batch
  std::size_t now_ = 0, refused_ = 0;
  int batches_ = 0, others_ = 0;  ///< by this strategy; of another shape, one after another
  int sweeps_, measurements_ = 0; ///< of a batch
  bool decided_ = false;
};

} // namespace neel::run
