// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Quads of sites that are a byte each: a word of memory.

#include <neel/lattice/quads.hpp>

namespace neel::lattice {

namespace detail {
using Word [[gnu::may_alias]] = std::uint32_t;
} // namespace detail

/// Quads above one another, of sites of a byte each, in rows of whole quads: one after the other, with its neighbours, as bytes of words.
/// Words of the other colour that were loaded as what is above a quad are at its place, and then below, for the next ones. `Open`: an
/// axis is open.
template <bool Open, class Site>
class Column {
public:
  /// `at`: the lowest; `start`: of the system.
  NEEL_FUNCTION Column(const Quads& quads, const Quads::Where& at, Colour c, Index start,
                       const SitePointer<Site, true>& own, const SitePointer<Site, true>& others)
      : own_(own.at[0]), others_(others.at[0]), s_(Geometry::first_x(c, at.y, at.z)), z_(at.z) {
    const Quads::Place place(quads, at, c), next(quads, {at.column, at.y, at.z + 1, true}, c);
    entry_ = start + place.entry;
    left_ = place.left;
    number_ = quads.number(at, c);
    y_minus_ = place.beside.y_minus;
    y_plus_ = place.beside.y_plus;
    beyond_0_ = (s_ == 0 ? place : next).beside.beyond;
    beyond_1_ = (s_ == 0 ? next : place).beside.beyond;
    no_beyond_0_ = (s_ == 0 ? place : next).beside.no_beyond;
    no_beyond_1_ = (s_ == 0 ? next : place).beside.no_beyond;
    no_y_minus_ = place.beside.no_y_minus;
    no_y_plus_ = place.beside.no_y_plus;
    below_ = Open && place.beside.no_z_minus ? 0U : word(others_, entry_ + place.beside.z_minus);
    same_ = word(others_, entry_);
  }

  NEEL_FUNCTION Index entry() const { return entry_; }
  NEEL_FUNCTION std::uint32_t number() const { return number_; }
  /// Sites of the quad: four or more, or those that there are.
  NEEL_FUNCTION int count(const Quads& quads) const { return left_ - (quads.odd_x() & s_); }

  /// Loads the quad and its neighbours.
  NEEL_FUNCTION void load(const Quads& quads, std::uint32_t& to, std::uint32_t (&around)[directions]) {
    const std::uint32_t beyond =
        Open && (s_ == 0 ? no_beyond_0_ : no_beyond_1_) ? 0U : others_[entry_ + (s_ == 0 ? beyond_0_ : beyond_1_)];
    around[static_cast<int>(Direction::x_same)] = same_;
    around[static_cast<int>(Direction::x_shifted)] = s_ == 0 ? same_ << 8 | beyond : same_ >> 8 | beyond << 24;
    around[static_cast<int>(Direction::y_minus)] = Open && no_y_minus_ ? 0U : word(others_, entry_ + y_minus_);
    around[static_cast<int>(Direction::y_plus)] = Open && no_y_plus_ ? 0U : word(others_, entry_ + y_plus_);
    around[static_cast<int>(Direction::z_minus)] = below_;
    below_ = same_;
    same_ = word(others_, entry_ + quads.z_plus(z_));
    around[static_cast<int>(Direction::z_plus)] = Open && quads.no_z_plus(z_) ? 0U : same_;
    to = word(own_, entry_);
  }
  /// To the next one.
  NEEL_FUNCTION void step(const Quads& quads) {
    ++z_;
    s_ = 1 - s_;
    entry_ += quads.plane();
    number_ += quads.numbers_of_plane();
  }

private:
  static NEEL_FUNCTION std::uint32_t word(const std::uint8_t* from, Index first) {
    return *reinterpret_cast<const detail::Word*>(from + first);
  }

  const std::uint8_t *own_, *others_;
  int s_, z_, left_;
  Index entry_, y_minus_, y_plus_, beyond_0_, beyond_1_; ///< by s
  bool no_beyond_0_, no_beyond_1_, no_y_minus_, no_y_plus_;
  std::uint32_t number_, below_, same_;
};

/// Stores the first `count` sites of a quad.
template <class Site>
NEEL_FUNCTION void store_word(const SitePointer<Site, false>& to, Index entry, int count, std::uint32_t word) {
  if (count >= quad) {
    *reinterpret_cast<detail::Word*>(to.at[0] + entry) = word;
  } else {
    for (int j = 0; j < count; ++j) {
      to.at[0][entry + Index(j)] = static_cast<typename Site::Component>(word >> 8 * j);
    }
  }
}

} // namespace neel::lattice
