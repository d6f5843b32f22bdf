// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/tables.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace neel::crystal {

namespace {

int vectors_of(int sites) { return (sites + vector_length - 1) / vector_length; }

/// A row of a lined crystal: the sites of basis number b in the cells (period i + residue, y, z).
struct Line {
  int b, residue, y, z;
};

/// The neighbours of a row's sites that a bond leads to, or none beyond an edge.
struct Link {
  int kind;
  std::array<int, 3> offset;
  int row, shift; ///< row: Tables::none beyond an edge in y or z
  /// Bonds of one kind stand together. Their order is that in which the half-lattices of the simple cubic lattice add up.
  auto order() const {
    return std::tuple(kind, std::abs(offset[2]), std::abs(offset[1]), std::abs(shift), offset[2], offset[1], shift);
  }
};

class Liner {
public:
  Liner(const Cells& cells, const std::vector<Bond>& bonds, const Pattern& pattern)
      : cells_(cells), pattern_(pattern), period_(pattern.period()), length_((cells.size[0] + period_ - 1) / period_) {
    for (const Bond& bond : bonds) {
      bonds_.push_back(bond);
      bonds_.push_back(
          {bond.to, bond.from, {-bond.offset[0], -bond.offset[1], -bond.offset[2]}, bond.kind_back, bond.kind});
    }
  }

  Tables tables() {
    place_rows();
    number_sites();
    std::vector<std::vector<Link>> links;
    for (std::size_t row = 0; row < lines_.size(); ++row) {
      links.push_back(links_of(lines_[row]));
      t_.slots = std::max(t_.slots, static_cast<int>(links.back().size()));
    }
    const std::size_t rows = lines_.size(), all = static_cast<std::size_t>(t_.slots) * rows;
    t_.start.assign(all, t_.vacuum());
    t_.shift.assign(all, 0);
    t_.count.assign(all, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      enter(row, links[row]);
    }
    t_.types = static_cast<int>(types_.size());
    t_.kind.resize(types_.size() * static_cast<std::size_t>(t_.slots));
    for (const auto& [kinds, type] : types_) {
      std::copy(kinds.begin(), kinds.end(), t_.kind.begin() + static_cast<std::ptrdiff_t>(type) * t_.slots);
    }
    return std::move(t_);
  }

private:
  int sites_in(const Line& line) const {
    return line.residue < cells_.size[0] ? (cells_.size[0] - line.residue + period_ - 1) / period_ : 0;
  }
  std::size_t place(const Line& line) const {
    const int of = ((line.z * cells_.size[1] + line.y) * cells_.basis + line.b) * period_ + line.residue;
    return static_cast<std::size_t>(of);
  }

  void place_rows() {
    const auto [nx, ny, nz] = cells_.size;
    row_at_.assign(static_cast<std::size_t>(cells_.basis) * static_cast<std::size_t>(ny) *
                       static_cast<std::size_t>(nz) * static_cast<std::size_t>(period_),
                   Tables::none);
    t_.sites = cells_.sites();
    t_.wraps = cells_.periodic[0];
    for (int c = 0; c < pattern_.colours; ++c) {
      ColourRows colour{static_cast<int>(lines_.size()), 0, vectors_of(length_), t_.entries};
      for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
          for (int b = 0; b < cells_.basis; ++b) {
            for (int residue = 0; residue < std::min(period_, nx); ++residue) {
              if (pattern_(b, residue, y, z) == c) {
                row_at_[place({b, residue, y, z})] = static_cast<int>(lines_.size());
                lines_.push_back({b, residue, y, z});
              }
            }
          }
        }
      }
      colour.rows = static_cast<int>(lines_.size()) - colour.first_row;
      t_.entries += vector_length * colour.vectors();
      t_.colours.push_back(colour);
    }
    t_.entries += vector_length; // the vacuum
  }

  int entry_of(int row) const {
    return row * vector_length * vectors_of(length_);
  } // in all colours rows are equally long

  void number_sites() {
    t_.number.assign(static_cast<std::size_t>(t_.entries), Tables::no_site);
    for (std::size_t row = 0; row < lines_.size(); ++row) {
      const Line& line = lines_[row];
      for (int i = 0; i < sites_in(line); ++i) {
        const int entry = entry_of(static_cast<int>(row)) + i;
        t_.number[static_cast<std::size_t>(entry)] =
            static_cast<std::uint32_t>(cells_.number(line.b, period_ * i + line.residue, line.y, line.z));
      }
    }
  }

  std::vector<Link> links_of(const Line& line) const {
    std::vector<Link> links;
    for (const Bond& bond : bonds_) {
      if (bond.from != line.b) {
        continue;
      }
      const int y = wrapped(line.y + bond.offset[1], cells_.size[1], cells_.periodic[1]),
                z = wrapped(line.z + bond.offset[2], cells_.size[2], cells_.periodic[2]);
      const int x = line.residue + bond.offset[0], residue = ((x % period_) + period_) % period_;
      Link link{bond.kind, bond.offset, Tables::none, (x - residue) / period_};
      if (y >= 0 && z >= 0 && residue < cells_.size[0]) {
        link.row = row_at_[place({bond.to, residue, y, z})];
      }
      links.push_back(link);
    }
    std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return a.order() < b.order(); });
    return links;
  }

  void enter(std::size_t row, const std::vector<Link>& links) {
    std::vector<int> kinds(static_cast<std::size_t>(t_.slots), Tables::none);
    for (std::size_t slot = 0; slot < links.size(); ++slot) {
      const Link& link = links[slot];
      kinds[slot] = link.kind;
      if (link.row != Tables::none) {
        const std::size_t at = slot * lines_.size() + row;
        const int count = sites_in(lines_[static_cast<std::size_t>(link.row)]);
        t_.start[at] = entry_of(link.row);
        t_.count[at] = count;
        t_.shift[at] = t_.wraps ? link.shift % count : link.shift;
      }
    }
    t_.type.push_back(types_.try_emplace(kinds, static_cast<int>(types_.size())).first->second);
  }

  const Cells& cells_;
  const Pattern& pattern_;
  int period_, length_;     ///< cells after which colours repeat along x; sites of the longest rows
  std::vector<Bond> bonds_; ///< from either end
  std::vector<Line> lines_;
  std::vector<int> row_at_; ///< by place()
  std::map<std::vector<int>, int> types_;
  Tables t_;
};

} // namespace

std::optional<std::size_t> bond_to_itself(const Cells& cells, const std::vector<Bond>& bonds) {
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    bool itself = bonds[k].from == bonds[k].to;
    for (std::size_t a = 0; a < 3 && itself; ++a) {
      itself = bonds[k].offset[a] == 0 || (cells.periodic[a] && bonds[k].offset[a] % cells.size[a] == 0);
    }
    if (itself) {
      return k;
    }
  }
  return {};
}

Tables lined_tables(const Cells& cells, const std::vector<Bond>& bonds, const Pattern& pattern) {
  return Liner(cells, bonds, pattern).tables();
}

Tables graph_tables(std::int64_t sites, const std::vector<SitePair>& bonds, const std::vector<int>& colour) {
  Tables t;
  t.lined = false;
  t.sites = sites;
  const int colours = colour.empty() ? 0 : 1 + *std::max_element(colour.begin(), colour.end());
  std::vector<int> entry(colour.size());
  for (int c = 0; c < colours; ++c) {
    const auto count = static_cast<int>(std::count(colour.begin(), colour.end(), c));
    t.colours.push_back({c, 1, vectors_of(count), t.entries});
    int next = t.entries;
    for (std::size_t site = 0; site < colour.size(); ++site) {
      if (colour[site] == c) {
        entry[site] = next++;
      }
    }
    t.entries += vector_length * vectors_of(count);
  }
  t.entries += vector_length;
  const auto entries = static_cast<std::size_t>(t.entries);
  t.number.assign(entries, Tables::no_site);
  for (std::size_t site = 0; site < colour.size(); ++site) {
    t.number[static_cast<std::size_t>(entry[site])] = static_cast<std::uint32_t>(site);
  }
  struct End {
    int kind, other;
    bool operator<(const End& e) const { return std::tuple(kind, other) < std::tuple(e.kind, e.other); }
  };
  std::vector<std::vector<End>> ends(entries);
  for (const SitePair& bond : bonds) {
    const int a = entry[static_cast<std::size_t>(bond.a)], b = entry[static_cast<std::size_t>(bond.b)];
    ends[static_cast<std::size_t>(a)].push_back({bond.kind, b});
    ends[static_cast<std::size_t>(b)].push_back({bond.kind_back, a});
  }
  for (auto& of : ends) {
    std::sort(of.begin(), of.end());
    t.slots = std::max(t.slots, static_cast<int>(of.size()));
  }
  t.neighbour.assign(static_cast<std::size_t>(t.slots) * entries, t.vacuum());
  t.kind.assign(t.neighbour.size(), Tables::none);
  for (std::size_t e = 0; e < entries; ++e) {
    for (std::size_t slot = 0; slot < ends[e].size(); ++slot) {
      t.neighbour[slot * entries + e] = ends[e][slot].other;
      t.kind[slot * entries + e] = ends[e][slot].kind;
    }
  }
  return t;
}

int neighbour(const Tables& t, int slot, int entry) {
  if (!t.lined) {
    return t.neighbour[static_cast<std::size_t>(slot) * static_cast<std::size_t>(t.entries) +
                       static_cast<std::size_t>(entry)];
  }
  const int length = t.vacuum() / t.rows(), row = entry / length;
  if (row >= t.rows()) {
    return t.vacuum();
  }
  const auto link = static_cast<std::size_t>(slot) * static_cast<std::size_t>(t.rows()) + static_cast<std::size_t>(row);
  int i = entry - row * length + t.shift[link];
  if (t.wraps && t.count[link] > 0) {
    i = (i + t.count[link]) % t.count[link];
  }
  return 0 <= i && i < t.count[link] ? t.start[link] + i : t.vacuum();
}

int bond_class(const Tables& t, int slot, int entry) {
  if (!t.lined) {
    return t
        .kind[static_cast<std::size_t>(slot) * static_cast<std::size_t>(t.entries) + static_cast<std::size_t>(entry)];
  }
  const int row = entry / (t.vacuum() / t.rows());
  if (row >= t.rows()) {
    return Tables::none;
  }
  const int at = t.type[static_cast<std::size_t>(row)] * t.slots + slot;
  return t.kind[static_cast<std::size_t>(at)];
}

Tables make_tables(const Cells& cells, const std::vector<Bond>& bonds) {
  if (const std::optional<Pattern> pattern = find_pattern(cells, bonds)) {
    return lined_tables(cells, bonds, *pattern);
  }
  const std::vector<SitePair> all = all_bonds(cells, bonds);
  return graph_tables(cells.sites(), all, greedy_colours(cells.sites(), all));
}

} // namespace neel::crystal
