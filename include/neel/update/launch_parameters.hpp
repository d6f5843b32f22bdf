// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a graph of sweeps cannot know when it is made: which sweep is the next one, and where its measurements belong. Both are kept in the
// device's memory.

#include <neel/core/platform.hpp>
#include <neel/models/moves.hpp>

#include <cstddef>
#include <cstdint>

namespace neel::update {

/// Low bits of the next sweep's number, and where the next measurement belongs, as in a Span.
struct LaunchParameters {
  std::uint32_t number = 0;
  std::int64_t *fixed = nullptr, *adapting = nullptr, *sums = nullptr;
  std::int64_t counters_apart = 0, sums_apart = 0;

  /// After so many more.
  NEEL_FUNCTION LaunchParameters after(std::uint32_t sweeps, int measurements) const {
    LaunchParameters then = *this;
    then.number += sweeps;
    if (measurements > 0) {
      then.fixed = counter(fixed, measurements);
      then.adapting = counter(adapting, measurements);
      then.sums += measurements * sums_apart;
    }
    return then;
  }
  /// The counter of the m-th measurement from here on; null if it is not counted.
  NEEL_FUNCTION std::int64_t* counter(std::int64_t* next, int m) const {
    return next == nullptr ? nullptr : next + m * counters_apart;
  }
  bool operator==(const LaunchParameters&) const = default;
};

/// Says what comes next, which is kept at `next`.
template <ExecutionSpace Exec>
struct Prologue {
  static constexpr const char* label = "neel::update::begin";
  LaunchParameters *next, as;

  auto policy(const Exec& exec) const { return Kokkos::RangePolicy<Exec>(exec, 0, 1); }
  KOKKOS_FUNCTION void operator()(int /*index*/) const { *next = as; }
};

/// Counts the sweeps and measurements of a graph.
template <ExecutionSpace Exec>
struct Advance {
  static constexpr const char* label = "neel::update::advance";
  LaunchParameters* next;
  std::uint32_t sweeps;
  int measurements;

  auto policy(const Exec& exec) const { return Kokkos::RangePolicy<Exec>(exec, 0, 1); }
  KOKKOS_FUNCTION void operator()(int /*index*/) const { *next = next->after(sweeps, measurements); }
};

/// Where a measured sweep of a graph counts, per system, and where its sums go, `terms` of each system.
struct Counted {
  std::int64_t *fixed, *adapting, *sums;

  static NEEL_FUNCTION std::size_t size(int systems, int terms) {
    return static_cast<std::size_t>(systems) * static_cast<std::size_t>(2 + terms);
  }
  /// The m-th of those that lie at `all`.
  static NEEL_FUNCTION Counted at(std::int64_t* all, int m, int systems, int terms) {
    std::int64_t* const first = all + static_cast<std::size_t>(m) * size(systems, terms);
    return {first, first + systems, first + 2 * systems};
  }
  std::int64_t* counter(models::Move m) const { return m == models::Move::cone ? adapting : fixed; }
};

/// Adds what the measurements of a graph have left at `from` to where it belongs, and clears it. `from` is the graphs' own: a graph always
/// counts at the same place, and its measurements belong to another one each time.
template <ExecutionSpace Exec>
struct Epilogue {
  static constexpr const char* label = "neel::update::deliver";
  const LaunchParameters* next;
  std::int64_t* from;
  int measurements, systems, terms;

  auto policy(const Exec& exec) const { return Kokkos::RangePolicy<Exec>(exec, 0, measurements * systems * terms); }
  KOKKOS_FUNCTION void operator()(int index) const {
    const int m = index / (systems * terms), k = index % (systems * terms);
    const Counted here = Counted::at(from, m, systems, terms);
    if (k < systems) { // by one thread, since both may be counted at one place
      add(here.fixed[k], next->counter(next->fixed, m), k);
      add(here.adapting[k], next->counter(next->adapting, m), k);
    }
    add(here.sums[k], next->sums + m * next->sums_apart, k);
  }

private:
  static NEEL_FUNCTION void add(std::int64_t& number, std::int64_t* to, int k) {
    if (to != nullptr) {
      to[k] += number;
    }
    number = 0;
  }
};

} // namespace neel::update
