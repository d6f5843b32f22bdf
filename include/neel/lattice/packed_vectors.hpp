// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// site vectors of sites that are a byte each: a word of memory.

#include <neel/lattice/site_vectors.hpp>

namespace neel::lattice {

/// So many site vectors side by side as bytes of words, which one access loads or stores.
template <int Wide>
using Words = Packed<std::uint32_t, Wide>;

/// Calls use.template operator()<Wide>() with the widest words that rows of whole site vectors are made of.
template <class Use>
void with_width_of(const Geometry& g, const Use& use) {
  if (g.lx % (8 * vector_length) == 0) {
    use.template operator()<4>();
  } else if (g.lx % (4 * vector_length) == 0) {
    use.template operator()<2>();
  } else {
    use.template operator()<1>();
  }
}
/// The lattice with rows that are `wide` times shorter.
inline Geometry shorter(Geometry g, int wide) {
  g.lx /= wide;
  return g;
}

/// Rows of `Wide` site vectors above one another, of sites of a byte each: one row after the other, with its neighbours. Words of the other colour
/// that were loaded as what is above a row are at its place, and then below, for the next ones. `Open`: an axis is open. Rows of the lattice
/// are made of whole ones of `Wide` site vectors, and those of `site vectors` are as many times shorter: its places and steps are multiplied here. Of
/// neighbours only the bits of `Seen` are kept.
template <bool Open, class Site, int Wide = 1, std::uint32_t Seen = ~0U>
class Column {
public:
  /// `at`: the lowest; `start`: of the system.
  NEEL_FUNCTION Column(const SiteVectors& vectors, const SiteVectors::VectorPlace& at, Colour c, Index start,
                       const SitePointer<Site, true>& own, const SitePointer<Site, true>& others)
      : own_(own.at[0]), others_(others.at[0]), s_(Geometry::first_x(c, at.y, at.z)), z_(at.z) {
    const SiteVectors::Place place(vectors, at, c), next(vectors, {at.column, at.y, at.z + 1, true}, c);
    const SiteVectors::Beside &even = (s_ == 0 ? place : next).beside, &odd = (s_ == 0 ? next : place).beside;
    entry_ = start + Wide * place.entry;
    left_ = Wide * place.left;
    number_ = Wide * (vectors.number(at, c) - vector_number(0, c)) + vector_number(0, c);
    y_minus_ = Wide * place.beside.y_minus;
    y_plus_ = Wide * place.beside.y_plus;
    beyond_0_ = Wide * (even.beyond + 1U) - 1U;
    beyond_1_ = Wide * odd.beyond;
    no_beyond_0_ = even.no_beyond;
    no_beyond_1_ = odd.no_beyond;
    no_y_minus_ = place.beside.no_y_minus;
    no_y_plus_ = place.beside.no_y_plus;
    below_ = Open && place.beside.no_z_minus ? Words<Wide>{} : seen(entry_ + Wide * place.beside.z_minus);
    same_ = seen(entry_);
  }

  NEEL_FUNCTION Index entry() const { return entry_; }
  /// Of the first site vector; the others' are two apart.
  NEEL_FUNCTION std::uint32_t number() const { return number_; }
  /// Sites from the first one to the end of the row.
  NEEL_FUNCTION int count(const SiteVectors& vectors) const { return left_ - (vectors.odd_x() & s_); }

  /// Loads a row and its neighbours.
  NEEL_FUNCTION void load(const SiteVectors& vectors, Words<Wide>& to, Words<Wide> (&around)[directions]) {
    const auto towards = [&](Direction d) NEEL_INLINE_LAMBDA -> Words<Wide>& { return around[static_cast<int>(d)]; };
    const std::uint32_t beyond =
        Open && (s_ == 0 ? no_beyond_0_ : no_beyond_1_) ? 0U : others_[entry_ + (s_ == 0 ? beyond_0_ : beyond_1_)];
    towards(Direction::x_same) = same_;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < Wide; ++k) {
      const std::uint32_t here = same_.at[k];
      const std::uint32_t before = k == 0 ? beyond & Seen : same_.at[k > 0 ? k - 1 : 0] >> 24;
      const std::uint32_t after = k == Wide - 1 ? beyond & Seen : same_.at[k < Wide - 1 ? k + 1 : k];
      towards(Direction::x_shifted).at[k] = s_ == 0 ? here << 8 | before : here >> 8 | after << 24;
    }
    towards(Direction::y_minus) = Open && no_y_minus_ ? Words<Wide>{} : seen(entry_ + y_minus_);
    towards(Direction::y_plus) = Open && no_y_plus_ ? Words<Wide>{} : seen(entry_ + y_plus_);
    towards(Direction::z_minus) = below_;
    below_ = same_;
    same_ = seen(entry_ + Wide * vectors.z_plus(z_));
    towards(Direction::z_plus) = Open && vectors.no_z_plus(z_) ? Words<Wide>{} : same_;
    to = words(own_, entry_);
  }
  /// To the next one.
  NEEL_FUNCTION void step(const SiteVectors& vectors) {
    ++z_;
    s_ = 1 - s_;
    entry_ += Wide * vectors.plane();
    number_ += Wide * vectors.numbers_of_plane();
  }

private:
  static NEEL_FUNCTION Words<Wide> words(const std::uint8_t* from, Index first) {
    return *reinterpret_cast<const Words<Wide>*>(from + first);
  }
  NEEL_FUNCTION Words<Wide> seen(Index first) const {
    Words<Wide> some = words(others_, first);
    for (std::uint32_t& word : some.at) {
      word &= Seen;
    }
    return some;
  }

  const std::uint8_t *own_, *others_;
  int s_, z_, left_;
  Index entry_, y_minus_, y_plus_, beyond_0_, beyond_1_; ///< by s
  bool no_beyond_0_, no_beyond_1_, no_y_minus_, no_y_plus_;
  std::uint32_t number_;
  Words<Wide> below_, same_;
};

/// Stores site vectors; if it is one, its first `count` sites.
template <class Site, int Wide>
NEEL_FUNCTION void store_words(const SitePointer<Site, false>& to, Index entry, int count, const Words<Wide>& words) {
  if (Wide > 1 || count >= vector_length) {
    *reinterpret_cast<Words<Wide>*>(to.at[0] + entry) = words;
  } else {
    for (int j = 0; j < count; ++j) {
      to.at[0][entry + Index(j)] = static_cast<typename Site::Component>(words.at[0] >> 8 * j);
    }
  }
}

} // namespace neel::lattice
