// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The temperatures of parallel tempering, who is where, and how well they mix.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace neel::run {

/// Many ladders with the same temperatures. On each, as many walkers (configurations) as rungs.
class Ladder {
public:
  Ladder(std::vector<double> temperatures, int configurations, int groups)
      : temperatures_(std::move(temperatures)), ladders_(configurations / rungs()), groups_(groups), walker_(size()),
        rung_(size()), from_(size(), nowhere), trips_(static_cast<std::size_t>(ladders_), 0) {
    for (std::size_t k = 0; k < size(); ++k) {
      walker_[k] = rung_[k] = k / static_cast<std::size_t>(ladders_);
    }
    forget();
    note_ends(0, ladders_);
    record();
  }

  int rungs() const { return static_cast<int>(temperatures_.size()); }
  int ladders() const { return ladders_; }
  int coldest() const { return temperatures_.front() > temperatures_.back() ? rungs() - 1 : 0; }
  double temperature(int rung) const { return temperatures_[static_cast<std::size_t>(rung)]; }
  const std::vector<double>& temperatures() const { return temperatures_; }
  int walker_at(int rung, int ladder) const { return static_cast<int>(walker_[at(rung, ladder)]); }
  int rung_of(int walker, int ladder) const { return static_cast<int>(rung_[at(walker, ladder)]); }

  /// A round of exchanges: every other gap from `first` on is tried in all ladders, then it is noted who is at an end of a ladder, and
  /// where all are. accept(gap, ladder): do its walkers at `gap` and the rung after it exchange places? in_parts(n, work) calls
  /// work(from, to) for parts of 0 to n, in any order or at the same time.
  template <class Parts, class Accept>
  void exchange(int first, const Parts& in_parts, const Accept& accept) {
    const int each = ladders_ / groups_;
    in_parts(ladders_, [&](int from, int to) {
      for (int gap = first; gap + 1 < rungs(); gap += 2) {
        for (int l = from; l < to;) {
          const int group = l / each, end = std::min(to, (group + 1) * each);
          std::uint64_t accepted = 0;
          for (; l < end; ++l) {
            if (accept(gap, l)) {
              ++accepted;
              exchange_walkers(gap, l);
            }
          }
          std::atomic_ref(accepted_[counter(gap, group)]) += accepted;
        }
      }
      note_ends(from, to);
    });
    for (int gap = first; gap + 1 < rungs(); gap += 2) {
      for (int group = 0; group < groups_; ++group) {
        tried_[counter(gap, group)] += static_cast<std::uint64_t>(each);
      }
    }
    record();
  }

  /// New temperatures between the same ends: the rejected fraction of exchanges, added up along 1/T and interpolated
  /// linearly, becomes the same in every gap (Syed et al., J. R. Stat. Soc. B 84, 321 (2022), section 5).
  void tune() {
    std::vector<double> total{0};
    for (int gap = 0; gap + 1 < rungs(); ++gap) {
      std::uint64_t tried = 0, accepted = 0;
      for (int g = 0; g < groups_; ++g) {
        tried += tried_[counter(gap, g)];
        accepted += accepted_[counter(gap, g)];
      }
      const double rejected = tried == 0 ? 1 : 1 - static_cast<double>(accepted) / static_cast<double>(tried);
      total.push_back(total.back() + std::max(rejected, 1e-3));
    }
    const std::vector<double> before = temperatures_;
    for (std::size_t r = 1, gap = 0; r + 1 < before.size(); ++r) {
      const double goal = total.back() * static_cast<double>(r) / static_cast<double>(before.size() - 1);
      while (total[gap + 1] < goal) {
        ++gap;
      }
      const double part = (goal - total[gap]) / (total[gap + 1] - total[gap]);
      temperatures_[r] = 1 / (1 / before[gap] + part * (1 / before[gap + 1] - 1 / before[gap]));
    }
    forget();
  }

  /// Accepted part of the exchanges tried in a gap, in a group of ladders.
  double acceptance(int gap, int group) const {
    const std::size_t k = counter(gap, group);
    return tried_[k] == 0 ? 0 : static_cast<double>(accepted_[k]) / static_cast<double>(tried_[k]);
  }
  /// Walkers of a ladder that went from the hottest rung to the coldest and back.
  std::uint64_t round_trips(int ladder) const { return trips_[static_cast<std::size_t>(ladder)]; }
  /// Of the walkers seen at a rung, the part that was at the hottest more recently than at the coldest. It falls evenly from
  /// 1 to 0 where the ladder has no bottleneck.
  double hot_part(int rung) const {
    return static_cast<double>(hot_[static_cast<std::size_t>(rung)]) /
           static_cast<double>(rounds_ * static_cast<std::uint64_t>(ladders_));
  }
  /// walker (record, rung, ladder) of the first shown() ladders, every history_stride()-th round.
  const std::vector<std::uint64_t>& history() const { return history_; }
  std::uint64_t history_stride() const { return stride_; }
  int shown() const { return std::min(ladders_, 16); }

  /// Forgets what it has seen, not where walkers are.
  void forget() {
    tried_.assign(static_cast<std::size_t>(groups_ * (rungs() - 1)), 0);
    accepted_ = tried_;
    hot_.assign(temperatures_.size(), 0);
    trips_.assign(trips_.size(), 0);
    history_.clear();
    rounds_ = 0;
    stride_ = 1;
  }

  /// All of it as numbers, always equally many.
  std::vector<std::uint64_t> numbers() const {
    std::vector<std::uint64_t> all{rounds_, stride_, history_.size()};
    for (const double t : temperatures_) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &t, sizeof bits);
      all.push_back(bits);
    }
    for (const auto* part : {&walker_, &rung_, &from_, &trips_, &tried_, &accepted_, &hot_, &history_}) {
      all.insert(all.end(), part->begin(), part->end());
    }
    all.resize(all.size() + most_records * width() - history_.size());
    return all;
  }
  /// Throws std::invalid_argument if they cannot be what numbers() gave.
  void restore(const std::vector<std::uint64_t>& all) {
    std::size_t k = 3;
    const std::vector<double> own = temperatures_;
    for (double& t : temperatures_) {
      std::memcpy(&t, &all[k++], sizeof t);
    }
    rounds_ = all[0];
    stride_ = all[1];
    for (auto* part : {&walker_, &rung_, &from_, &trips_, &tried_, &accepted_, &hot_}) {
      std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(k), part->size(), part->begin());
      k += part->size();
    }
    const bool sound = all[2] <= most_records * width();
    const auto history = all.begin() + static_cast<std::ptrdiff_t>(k);
    history_.assign(history, history + static_cast<std::ptrdiff_t>(sound ? all[2] : 0));
    if (!sound || !recorded() || !counted() || !consistent() || !between(own)) {
      throw std::invalid_argument("its ladder of temperatures is damaged");
    }
  }

private:
  static constexpr std::uint64_t nowhere = 0, from_hot = 1, from_cold = 2;
  static constexpr std::size_t most_records = 512;

  std::size_t size() const { return temperatures_.size() * static_cast<std::size_t>(ladders_); }
  std::size_t width() const { return temperatures_.size() * static_cast<std::size_t>(shown()); }
  std::size_t at(int row, int ladder) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(ladders_) + static_cast<std::size_t>(ladder);
  }
  std::size_t counter(int gap, int group) const {
    return static_cast<std::size_t>(group) * (temperatures_.size() - 1) + static_cast<std::size_t>(gap);
  }
  void exchange_walkers(int gap, int ladder) {
    std::swap(walker_[at(gap, ladder)], walker_[at(gap + 1, ladder)]);
    rung_[at(walker_at(gap, ladder), ladder)] = static_cast<std::uint64_t>(gap);
    rung_[at(walker_at(gap + 1, ladder), ladder)] = static_cast<std::uint64_t>(gap) + 1;
  }
  /// Of these ladders: who is at an end, and how many came from the hot one.
  void note_ends(int from, int to) {
    const int cold = coldest(), hot = rungs() - 1 - cold;
    for (int l = from; l < to; ++l) {
      std::uint64_t& at_hot = from_[at(walker_at(hot, l), l)];
      trips_[static_cast<std::size_t>(l)] += at_hot == from_cold ? 1 : 0;
      at_hot = from_hot;
      std::uint64_t& at_cold = from_[at(walker_at(cold, l), l)];
      at_cold = at_cold == nowhere ? nowhere : from_cold; // a trip starts at the hot end
    }
    for (int r = 0; r < rungs(); ++r) {
      std::uint64_t came = 0;
      for (int l = from; l < to; ++l) {
        came += from_[at(walker_at(r, l), l)] == from_hot ? 1 : 0;
      }
      std::atomic_ref(hot_[static_cast<std::size_t>(r)]) += came;
    }
  }
  /// A round is over. Every stride_-th is kept, so that there are at most `most_records`: when there are, every other one goes.
  void record() {
    if (rounds_++ % stride_ != 0) {
      return;
    }
    if (history_.size() == most_records * width()) {
      thin_out();
    }
    for (int r = 0; r < rungs(); ++r) {
      for (int l = 0; l < shown(); ++l) {
        history_.push_back(walker_[at(r, l)]);
      }
    }
  }
  void thin_out() {
    for (std::size_t record = 0; 2 * record < most_records; ++record) {
      std::copy_n(history_.begin() + static_cast<std::ptrdiff_t>(2 * record * width()), width(),
                  history_.begin() + static_cast<std::ptrdiff_t>(record * width()));
    }
    history_.resize(most_records / 2 * width());
    stride_ *= 2;
  }
  bool consistent() const {
    const auto rung_count = static_cast<std::uint64_t>(rungs());
    for (int l = 0; l < ladders_; ++l) {
      for (int r = 0; r < rungs(); ++r) {
        if (walker_[at(r, l)] >= rung_count || rung_[at(r, l)] >= rung_count || rung_of(walker_at(r, l), l) != r) {
          return false;
        }
      }
    }
    return std::all_of(from_.begin(), from_.end(), [](std::uint64_t f) { return f <= from_cold; });
  }
  /// As tune() leaves them: between the same ends, in the same order.
  bool between(const std::vector<double>& own) const {
    const bool falling = own.front() > own.back();
    for (std::size_t r = 1; r < own.size(); ++r) {
      const double before = temperatures_[r - 1], here = temperatures_[r];
      if (!(falling ? before > here : before < here)) {
        return false;
      }
    }
    return temperatures_.front() == own.front() && temperatures_.back() == own.back();
  }
  /// Has record() come to this history after so many rounds?
  bool recorded() const {
    const auto rung_count = static_cast<std::uint64_t>(rungs());
    return std::has_single_bit(stride_) &&
           (rounds_ / stride_ + (rounds_ % stride_ > 0 ? 1 : 0)) * width() == history_.size() &&
           (stride_ == 1 || 2 * history_.size() > most_records * width()) &&
           std::all_of(history_.begin(), history_.end(), [&](std::uint64_t w) { return w < rung_count; });
  }
  /// In a round, every other gap is tried, once in each ladder.
  bool counted() const {
    const auto ladders = static_cast<std::uint64_t>(ladders_), each = ladders / static_cast<std::uint64_t>(groups_);
    for (std::size_t k = 0; k < tried_.size(); ++k) {
      if (tried_[k] % each != 0 || tried_[k] / each > rounds_ / 2 + 1 || accepted_[k] > tried_[k]) {
        return false;
      }
    }
    const auto at_most = [](const std::vector<std::uint64_t>& numbers, std::uint64_t most) {
      return std::all_of(numbers.begin(), numbers.end(), [&](std::uint64_t n) { return n <= most; });
    };
    return at_most(trips_, rounds_) && rounds_ <= UINT64_MAX / ladders && at_most(hot_, rounds_ * ladders);
  }

  std::vector<double> temperatures_;
  int ladders_, groups_;
  std::vector<std::uint64_t> walker_, rung_;    ///< (rung, ladder) and (walker, ladder)
  std::vector<std::uint64_t> from_;             ///< (walker, ladder): the end it was at last
  std::vector<std::uint64_t> trips_;            ///< per ladder
  std::vector<std::uint64_t> tried_, accepted_; ///< (group, gap)
  std::vector<std::uint64_t> hot_;              ///< per rung: how often its walker came from the hot end
  std::vector<std::uint64_t> history_;          ///< (record, rung, ladder): walkers
  std::uint64_t rounds_ = 0, stride_ = 1;
};

} // namespace neel::run
