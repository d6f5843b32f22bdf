// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/slab.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace neel::crystal {

namespace {

class Cutter {
public:
  Cutter(const Tables& whole, const Cells& cells, int begin, int end, int reach)
      : whole_(whole), cells_(cells), length_(whole.vacuum() / whole.rows()), begin_(begin), end_(end), reach_(reach),
        local_(static_cast<std::size_t>(whole.rows()), Tables::none) {}

  Slab slab() {
    for (const ColourRows& colour : whole_.colours) {
      take_own(colour);
    }
    const auto own = s_.row.size();
    for (std::size_t c = 0; c < whole_.colours.size(); ++c) {
      SlabColour& slab = s_.colours[c];
      slab.above = static_cast<int>(s_.row.size());
      slab.from_above = take_copies(whole_.colours[c], end_);
      slab.below = static_cast<int>(s_.row.size());
      slab.from_below = take_copies(whole_.colours[c], begin_ - reach_);
    }
    for (std::size_t row = 0; row < s_.row.size(); ++row) {
      int& local = local_[static_cast<std::size_t>(s_.row[row])];
      if (row < own || local == Tables::none) {
        local = static_cast<int>(row);
      }
    }
    s_.tables.copies = static_cast<int>(s_.row.size() - own);
    enter(own);
    s_.local = std::move(local_);
    return std::move(s_);
  }

private:
  int z_of(int row) const {
    const std::uint32_t first = whole_.number[static_cast<std::size_t>(row) * static_cast<std::size_t>(length_)];
    return static_cast<int>(first) / (cells_.basis * cells_.size[0] * cells_.size[1]);
  }

  /// Rows of a colour follow one another from plane to plane.
  void take_own(const ColourRows& colour) {
    Tables& t = s_.tables;
    ColourRows mine = colour;
    mine.first_row = static_cast<int>(s_.row.size());
    mine.first_entry = mine.first_row * length_;
    mine.rows = 0;
    SlabColour seen;
    for (int row = colour.first_row; row < colour.first_row + colour.rows; ++row) {
      const int z = z_of(row);
      mine.before += z < begin_ ? 1 : 0;
      if (z >= begin_ && z < end_) {
        s_.row.push_back(row);
        ++mine.rows;
        seen.low += z < begin_ + reach_ ? 1 : 0;
        seen.high += z >= end_ - reach_ ? 1 : 0;
      }
    }
    t.colours.push_back(mine);
    s_.colours.push_back(seen);
  }

  /// Those of `reach` planes from one on, which can be one of the next or the last period.
  int take_copies(const ColourRows& colour, int first) {
    int taken = 0;
    for (int z = first; z < first + reach_; ++z) {
      const int at = wrapped(z, cells_.size[2], cells_.periodic[2]);
      for (int row = colour.first_row; at >= 0 && row < colour.first_row + colour.rows; ++row) {
        if (z_of(row) == at) {
          s_.row.push_back(row);
          ++taken;
        }
      }
    }
    return taken;
  }

  void enter(std::size_t own) {
    Tables& t = s_.tables;
    const std::size_t rows = s_.row.size(), whole_rows = local_.size(), length = static_cast<std::size_t>(length_);
    t.sites = whole_.sites;
    t.entries = static_cast<int>(rows) * length_ + vector_length;
    t.slots = whole_.slots;
    t.wraps = whole_.wraps;
    t.types = whole_.types;
    t.kind = whole_.kind;
    t.number.assign(static_cast<std::size_t>(t.entries), Tables::no_site);
    const std::size_t links = static_cast<std::size_t>(t.slots) * rows;
    t.start.assign(links, t.vacuum());
    t.shift.assign(links, 0);
    t.count.assign(links, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto from = static_cast<std::size_t>(s_.row[row]);
      t.type.push_back(whole_.type[from]);
      for (std::size_t i = 0; row < own && i < length; ++i) {
        t.number[row * length + i] = whole_.number[from * length + i];
      }
      for (std::size_t slot = 0; row < own && slot < static_cast<std::size_t>(t.slots); ++slot) {
        const std::size_t there = slot * whole_rows + from, here = slot * rows + row;
        if (whole_.count[there] > 0) {
          const int to = local_[static_cast<std::size_t>(whole_.start[there] / length_)];
          if (to == Tables::none) {
            throw std::logic_error("a bond that leads out of a slab's halo");
          }
          t.start[here] = to * length_;
          t.shift[here] = whole_.shift[there];
          t.count[here] = whole_.count[there];
        }
      }
    }
  }

  const Tables& whole_;
  const Cells& cells_;
  int length_; ///< of a row, in entries
  int begin_, end_, reach_;
  std::vector<int> local_; ///< per row of the whole, where it is
  Slab s_;
};

} // namespace

int Slab::entry(const Tables& whole, int entry) const {
  const int length = whole.vacuum() / whole.rows();
  if (entry >= whole.vacuum()) {
    return tables.vacuum() + entry - whole.vacuum();
  }
  const int there = local[static_cast<std::size_t>(entry / length)];
  if (there == Tables::none) {
    throw std::logic_error("an entry that a slab does not have");
  }
  return there * length + entry % length;
}

int reach(const std::vector<Bond>& bonds) {
  int most = 1;
  for (const Bond& b : bonds) {
    most = std::max(most, std::abs(b.offset[2]));
  }
  return most;
}

Slab slab(const Tables& whole, const Cells& cells, int begin, int end, int reach) {
  return Cutter(whole, cells, begin, end, reach).slab();
}

} // namespace neel::crystal
