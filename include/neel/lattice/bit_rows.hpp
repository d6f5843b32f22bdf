// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half-lattices whose sites are bits: rows of one colour are whole words of 32 sites, bit b of word w being entry 32 w + b
// (geometry.hpp). Four words that follow one another are a group. Axes are periodic, but x all of whose rows are there.

#include <neel/core/divisor.hpp>
#include <neel/lattice/field.hpp>

namespace neel::lattice {

/// 32 sites.
struct SiteWord {
  using Component = std::uint32_t;
  static constexpr int components = 1;
  std::uint32_t bits;
  template <int K>
  NEEL_FUNCTION std::uint32_t component() const {
    return bits;
  }
};

class BitRows {
public:
  static constexpr int bits = 32, group_words = 4;

  BitRows() = default;
  /// Of a lattice or a slab. In two dimensions rows are planes (Geometry::tall()), and there are no neighbours along y.
  explicit BitRows(const Geometry& g)
      : words_(g.half_x() / bits), ly_(g.ly), lz_(g.lz), by_row_(words_), by_plane_(g.ly) {}

  /// Whether a lattice has such rows.
  static bool fit(const Geometry& g) {
    return g.lx % (2 * bits) == 0 && g.periodic_x && (g.ly == 1 || g.periodic_y) && (g.lz == 1 || g.periodic_z) &&
           (g.ly > 1 || g.lz > 1) && g.half_volume() / bits % group_words == 0;
  }
  /// The lattice with words as entries: its fields are fields of words.
  static Geometry of_words(Geometry g) {
    g.lx /= bits;
    return g;
  }

  /// Of one colour, in a row, and in a plane.
  NEEL_FUNCTION int row_words() const { return words_; }
  NEEL_FUNCTION int plane_words() const { return words_ * ly_; }
  NEEL_FUNCTION int words() const { return words_ * ly_ * lz_; }
  /// Groups do not cross ends of rows.
  bool aligned() const { return words_ % group_words == 0; }

  using Index = std::uint32_t; ///< of a word of all systems, which have less than 2^32 of a colour
  struct Row {
    Index begin;        ///< its first word
    Index x;            ///< of the word in it
    Index beside[4];    ///< where rows at y - 1, y + 1, z - 1 and z + 1 begin
    bool shifted_right; ///< the other neighbour along x is at the next bit, not the one before
  };
  /// Of a system whose first word is `start`.
  NEEL_FUNCTION Row row_of(Index start, Colour c, int word) const {
    const int r = by_row_.quotient(word), z = by_plane_.quotient(r), y = r - z * ly_;
    const auto at = [&](int to_y, int to_z)
                        NEEL_INLINE_LAMBDA { return start + static_cast<Index>((to_z * ly_ + to_y) * words_); };
    return {start + static_cast<Index>(r * words_),
            static_cast<Index>(word - r * words_),
            {at(y == 0 ? ly_ - 1 : y - 1, z), at(y + 1 == ly_ ? 0 : y + 1, z), at(y, z == 0 ? lz_ - 1 : z - 1),
             at(y, z + 1 == lz_ ? 0 : z + 1)},
            Geometry::first_x(c, y, z) == 1};
  }

  /// The neighbours of a word, in directions x, x, z, z and, of three axes, y, y.
  template <int Directions>
  NEEL_FUNCTION void neighbours(const std::uint32_t* others, const Row& r, std::uint32_t (&to)[Directions]) const {
    const Index words = static_cast<Index>(words_);
    to[0] = others[r.begin + r.x];
    to[1] = r.shifted_right ? to[0] >> 1 | others[r.begin + (r.x + 1 == words ? 0 : r.x + 1)] << 31
                            : to[0] << 1 | others[r.begin + (r.x == 0 ? words : r.x) - 1] >> 31;
    to[2] = others[r.beside[2] + r.x];
    to[3] = others[r.beside[3] + r.x];
    if constexpr (Directions == 6) {
      to[4] = others[r.beside[0] + r.x];
      to[5] = others[r.beside[1] + r.x];
    }
  }

  /// The same of the words of a group, of which `first` is the first. `Aligned`: aligned().
  template <bool Aligned, int Directions>
  NEEL_FUNCTION void neighbours_of_group(const std::uint32_t* others, Index start, Colour c, int first,
                                         std::uint32_t (&to)[Directions][group_words]) const {
    if constexpr (Aligned) {
      const Row r = row_of(start, c, first);
      load(others, start + static_cast<Index>(first), to[0]);
      load(others, r.beside[2] + r.x, to[2]);
      load(others, r.beside[3] + r.x, to[3]);
      if constexpr (Directions == 6) {
        load(others, r.beside[0] + r.x, to[4]);
        load(others, r.beside[1] + r.x, to[5]);
      }
      const Index words = static_cast<Index>(words_), next = r.x + group_words,
                  beyond = r.shifted_right ? (next == words ? 0 : next) : (r.x == 0 ? words : r.x) - 1;
      const std::uint32_t more = others[r.begin + beyond];
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < group_words; ++j) {
        const std::uint32_t before = j == 0 ? more : to[0][(j + 3) % 4], after = j == 3 ? more : to[0][(j + 1) % 4];
        to[1][j] = r.shifted_right ? to[0][j] >> 1 | after << 31 : to[0][j] << 1 | before >> 31;
      }
    } else {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < group_words; ++j) {
        std::uint32_t of[Directions];
        neighbours(others, row_of(start, c, first + j), of);
        for (int d = 0; d < Directions; ++d) {
          to[d][j] = of[d];
        }
      }
    }
  }

  /// Words `at` to `at` + 3, `at` a multiple of 4.
  static NEEL_FUNCTION void load(const std::uint32_t* from, Index at, std::uint32_t (&to)[group_words]) {
    const Four four = *reinterpret_cast<const Four*>(from + at);
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < group_words; ++j) {
      to[j] = four.word[j];
    }
  }
  static NEEL_FUNCTION void store(std::uint32_t* to, Index at, const std::uint32_t (&from)[group_words]) {
    *reinterpret_cast<Four*>(to + at) = {{from[0], from[1], from[2], from[3]}};
  }

private:
  struct alignas(16) Four {
    std::uint32_t word[group_words];
  };

  int words_ = 1, ly_ = 1, lz_ = 1;
  Divisor by_row_, by_plane_;
};

} // namespace neel::lattice
