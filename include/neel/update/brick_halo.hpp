// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a brick (lattice/bricks.hpp) sees of others: whole rows, which they hand on through the device's memory.

#include <neel/core/divisor.hpp>
#include <neel/core/tagged.hpp>
#include <neel/core/together.hpp>
#include <neel/lattice/bricks.hpp>
#include <neel/lattice/quads.hpp>

namespace neel::update {

/// `Whole`: rows are made of whole quads.
template <class Site, bool Whole>
class BrickHalo {
public:
  using Word = typename Tagged<Site>::Word;
  static constexpr int words = Tagged<Site>::words;

  /// A site of the halo: where it is stored, and where its value comes from.
  struct FromOther {
    int to, from;
  };

  BrickHalo(const lattice::Bricks& bricks, const lattice::Geometry& lattice)
      : bricks_(bricks), row_(lattice.half_x()), in_row_(lattice::quads_x(lattice)), by_row_(row_) {}

  NEEL_FUNCTION int sites(const lattice::Bricks::One& brick) const { return brick.halo() * row_; }
  /// Lists them.
  NEEL_FUNCTION void find(const Together& all, const lattice::Bricks::One& brick, FromOther* list) const {
    for (int n = all.thread(); n < sites(brick); n += all.threads()) {
      const int row = by_row_.quotient(n), i = n - row * row_;
      const lattice::Bricks::Row r = brick.halo(row);
      list[n] = {(r.z * bricks_.stored().ly + r.y) * row_ + in_row(i), words * (r.place * row_ + i)};
    }
  }
  /// The entry of one in the lattice.
  NEEL_FUNCTION int entry(const FromOther& one) const {
    const int value = one.from / words, row = by_row_.quotient(value);
    return row * row_ + in_row(value - row * row_);
  }
  /// Where values of a row's quad begin, and how far they are apart.
  NEEL_FUNCTION int begin(int row, int column) const {
    return words * (row * row_ + (Whole ? 1 : lattice::quad) * column);
  }
  NEEL_FUNCTION int apart() const { return words * (Whole ? in_row_ : 1); }

  /// Waits until all `count` of them are of this version.
  NEEL_FUNCTION void receive(const Together& all, const FromOther* list, int count, Word* flow,
                             const lattice::SitePointer<Site, false>& to, std::uint32_t version) const {
    int first = 0;
    for (; first + 2 * all.threads() < count; first += 3 * all.threads()) {
      receive<3>(all, first, list, count, flow, to, version);
    }
    for (; first < count; first += all.threads()) {
      receive<1>(all, first, list, count, flow, to, version);
    }
  }

private:
  /// Which of a row's entries has value n of those on their way: first the first ones of all quads, so that warps write and read
  /// what lies side by side.
  NEEL_FUNCTION int in_row(int n) const { return Whole ? lattice::quad * (n % in_row_) + n / in_row_ : n; }

  /// So many of them for each thread; where there are none left, it waits for the last one.
  template <int Count>
  NEEL_FUNCTION void receive(const Together& all, int first, const FromOther* list, int count, Word* flow,
                             const lattice::SitePointer<Site, false>& to, std::uint32_t version) const {
    FromOther one[Count];
    bool exists[Count];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < Count; ++j) {
      const int n = first + j * all.threads() + all.thread();
      exists[j] = n < count;
      one[j] = list[exists[j] ? n : count - 1];
    }
    Tagged<Site> got[Count];
    bool there = false;
    while (!Together::agreed(there)) {
      there = true;
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Count; ++j) {
        got[j] = Tagged<Site>::load(flow + one[j].from);
      }
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Count; ++j) {
        there &= got[j].is(version);
      }
    }
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < Count; ++j) {
      if (exists[j]) {
        to.store(one[j].to, got[j].value());
      }
    }
  }

  lattice::Bricks bricks_;
  int row_, in_row_; ///< entries, quads
  Divisor by_row_;
};

} // namespace neel::update
