// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sites of a crystal or of any graph, and who is bound to whom, as kernels read it (crystal/tables.hpp explains the rows).

#include <neel/core/copy.hpp>
#include <neel/core/divisor.hpp>
#include <neel/core/platform.hpp>
#include <neel/crystal/tables.hpp>
#include <neel/lattice/packed.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace neel::lattice {

static_assert(vector_length == crystal::vector_length);

/// Sites of a row from which on a host follows links; below, loops would be too short, and it reads lists.
inline constexpr int enough_for_rows = 16;

/// Four consecutive entries of a row.
struct RowPart {
  int row, place, entry; ///< of the first of them: its place in the row, its entry in the system
};

/// The neighbours that a slot holds for the sites of a row: for the site at place i, that at place i + shift of the row of `count`
/// sites that begins at entry `start`. One access loads it.
struct alignas(16) RowLink {
  int start, shift, count;
  int kind; ///< of the bonds; crystal::Tables::none: neither this slot nor those behind it hold any
};

/// Plain pointers to a Network's tables.
struct GraphPointers {
  static constexpr int at_once = 6;              ///< slots that are read together, the next before these are done with
  static constexpr int behind = 2 * at_once - 1; ///< slots that are read so beyond the last
  const std::uint32_t* number = nullptr;         ///< (entry)
  const RowLink* link = nullptr;                 ///< lined: (slot, row), `behind` slots of none more, as the last
  const int* neighbour = nullptr;                ///< else, and on hosts where rows are short: (slot, entry)
  // The kinds of bonds, where they are not those of rows: (sample, slot, entry); system s is of sample s / replicas mod samples.
  const std::uint8_t* small = nullptr;
  const std::uint32_t* large = nullptr; ///< where bytes do not suffice
  bool each = false;                    ///< no two bonds have one kind: it is the bond's place, (sample, slot, entry)
  std::int64_t kinds_at = 0;            ///< where those of the system begin
  int samples = 1;
  Divisor by_samples{}, by_replicas{};
  const std::uint8_t* repeats =
      nullptr; ///< lined: (row), whether its links are of the kinds of those of the row before
  int rows = 0, entries = 0, slots = 0, vacuum = 0;
  bool lined = true, wraps = false;
  int kind =
      crystal::Tables::none; ///< of all bonds, if each site has as many as there are slots and all are of one kind

  /// Each site's bonds have kinds of their own, not only each row's.
  NEEL_FUNCTION bool kinds_by_site() const { return each || small != nullptr || large != nullptr; }
  /// Where the kinds of a slot begin, from an entry on.
  NEEL_FUNCTION std::int64_t kinds_from(int slot, int entry) const {
    return kinds_at + std::int64_t{slot} * entries + entry;
  }
  /// Where there is no bond, that of a coupling of zero.
  NEEL_FUNCTION std::int64_t kind_of_site(int slot, int entry) const {
    const std::int64_t at = kinds_from(slot, entry);
    return each ? at : (small != nullptr ? std::int64_t{small[at]} : std::int64_t{large[at]});
  }
  /// As a system sees it.
  NEEL_FUNCTION GraphPointers of_system(int system) const {
    GraphPointers n = *this;
    const int place = by_replicas.quotient(system), sample = place - by_samples.quotient(place) * samples;
    n.kinds_at = std::int64_t{sample} * slots * entries;
    return n;
  }
  NEEL_FUNCTION RowLink link_of(int row, int slot) const { return link[std::int64_t{slot} * rows + row]; }
  /// The neighbour of the site at place i of a row with this link.
  NEEL_FUNCTION int follow(const RowLink& l, int i) const {
    i += l.shift;
    if (wraps) {
      i += i < 0 ? l.count : 0;
      i -= i >= l.count ? l.count : 0;
    }
    return 0 <= i && i < l.count ? l.start + i : vacuum;
  }
  /// The neighbour in `slot` of the j-th site from `at` on.
  NEEL_FUNCTION int neighbour_of(const RowPart& at, int slot, int j) const {
    return lined ? follow(link_of(at.row, slot), at.place + j) : neighbour[std::int64_t{slot} * entries + at.entry + j];
  }
  /// Calls use(k, neighbour's entry, kind) for bond number k of a site, met at both of its ends. `row_length`: entries of a row, where
  /// the graph is lined.
  template <class Use>
  NEEL_FUNCTION void for_each_bond(int entry, int row_length, const Use& use) const {
    const int row = lined ? entry / row_length : 0;
    const RowPart at{row, entry - row * row_length, entry};
    for (int slot = 0; slot < slots; ++slot) {
      const int other = neighbour_of(at, slot, 0);
      if (other < vacuum) {
        const std::int64_t of = kinds_by_site() ? kind_of_site(slot, entry) : std::int64_t{link_of(row, slot).kind};
        if (of >= 0) {
          use(slot, other, of);
        }
      }
    }
  }
};

/// The rows of one colour, to find site vectors in.
struct ColourVectors {
  int first_row = 0, first_entry = 0, vectors = 0, vectors_per_row = 1;
  int before = 0; ///< site vectors of the colour that others have
  Divisor by_row{};

  ColourVectors() = default;
  explicit ColourVectors(const crystal::ColourRows& c)
      : first_row(c.first_row), first_entry(c.first_entry), vectors(c.vectors()),
        vectors_per_row(std::max(1, c.vectors_per_row)), before(c.before * c.vectors_per_row), by_row(vectors_per_row) {
  }

  /// Those of some of its rows, counted from its first.
  ColourVectors rows(int first, int past) const {
    ColourVectors c = *this;
    c.first_row += first;
    c.first_entry += crystal::vector_length * first * vectors_per_row;
    c.vectors = (past - first) * vectors_per_row;
    c.before += first * vectors_per_row;
    return c;
  }

  NEEL_FUNCTION RowPart operator()(int q) const {
    const int row = by_row.quotient(q);
    return {first_row + row, crystal::vector_length * (q - row * vectors_per_row),
            first_entry + crystal::vector_length * q};
  }

  /// Host: so many of the site vectors from q on, before `end`, can be gathered at once (RowGather): those of a row, or of several
  /// rows that have lists, as long as their bonds are of the same kinds.
  NEEL_HOST_FUNCTION int together(const GraphPointers& n, int q, int end) const {
    int row = by_row.quotient(q), last = (row + 1) * vectors_per_row;
    if (n.neighbour != nullptr) {
      for (++row; last < end && (n.kinds_by_site() || n.repeats[first_row + row] != 0); ++row) {
        last += vectors_per_row;
      }
    }
    return std::min(last, end) - q;
  }
};

/// Owns the tables in Exec's memory.
template <ExecutionSpace Exec>
class Graph {
public:
  template <class T>
  using View = Kokkos::View<T*, typename Exec::memory_space>;

  Graph() = default;
  explicit Graph(const crystal::Tables& t)
      : number_(there("number", t.number)), link_(there("link", links(t))), neighbour_(there("neighbour", t.neighbour)),
        repeats_(there("repeats", repeats(t))) {
    for (const crystal::ColourRows& c : t.colours) {
      colours_.emplace_back(c);
    }
    p_.number = number_.data();
    p_.link = link_.data();
    p_.repeats = repeats_.data();
    p_.rows = t.rows();
    p_.entries = t.entries;
    p_.slots = t.slots;
    p_.vacuum = t.vacuum();
    p_.lined = t.lined;
    p_.wraps = t.wraps;
    p_.kind = only_kind(t);
    if (runs_on_host<Exec> && has_short_rows(t)) {
      neighbour_ = there("neighbour", listed(t));
    }
    p_.neighbour = neighbour_.size() > 0 ? neighbour_.data() : nullptr;
    sites_ = t.sites;
  }

  /// The kind of each bond of each site, (sample, slot, entry). `kinds`: how many.
  void set_kinds_by_site(const std::vector<int>& all, int samples, int replicas, std::size_t kinds) {
    if (kinds <= 256) {
      small_ = there("kind_of_site", std::vector<std::uint8_t>(all.begin(), all.end()));
      p_.small = small_.data();
    } else {
      large_ = there("kind_of_site", std::vector<std::uint32_t>(all.begin(), all.end()));
      p_.large = large_.data();
    }
    set_samples(samples, replicas);
  }
  /// Each bond of each site, (sample, slot, entry), has a kind of its own.
  void set_each(int samples, int replicas) {
    p_.each = true;
    set_samples(samples, replicas);
  }

  const GraphPointers& pointers() const { return p_; }
  const std::vector<ColourVectors>& colours() const { return colours_; }
  /// The site vectors of all colours, which follow one another. Rows of lined networks are equally long; in others, which are read by entries,
  /// rows and places mean nothing here.
  ColourVectors all_colours() const {
    ColourVectors all = colours_.empty() ? ColourVectors() : colours_.front();
    all.vectors = 0;
    for (const ColourVectors& c : colours_) {
      all.vectors += c.vectors;
    }
    return all;
  }
  int entries() const { return p_.entries; }
  std::int64_t sites() const { return sites_; }

private:
  void set_samples(int samples, int replicas) {
    p_.samples = samples;
    p_.by_samples = Divisor(samples);
    p_.by_replicas = Divisor(replicas);
  }

  static std::vector<RowLink> links(const crystal::Tables& t) {
    const auto rows = static_cast<std::size_t>(t.rows());
    std::vector<RowLink> all(t.start.size() + GraphPointers::behind * rows, {t.vacuum(), 0, 0, crystal::Tables::none});
    for (std::size_t k = 0; k < t.start.size(); ++k) {
      const auto slot = static_cast<int>(k / rows);
      all[k] = {t.start[k], t.shift[k], t.count[k],
                t.kind[static_cast<std::size_t>(t.type[k % rows] * t.slots + slot)]};
    }
    for (std::size_t k = std::max(t.start.size(), rows); k < all.size(); ++k) { // where there is something to read
      all[k] = all[k - rows];
      all[k].kind = crystal::Tables::none;
    }
    return all;
  }

  /// Host: loops over one row would be over too few sites.
  static bool has_short_rows(const crystal::Tables& t) {
    const auto sites = t.number.size() -
                       static_cast<std::size_t>(std::count(t.number.begin(), t.number.end(), crystal::Tables::no_site));
    return t.lined && static_cast<std::int64_t>(sites) < std::int64_t{enough_for_rows} * (t.rows() - t.copies);
  }
  /// The neighbours that the links of a lined network lead to, a list for each site.
  std::vector<int> listed(const crystal::Tables& t) const {
    std::vector<int> all;
    all.reserve(static_cast<std::size_t>(t.slots) * static_cast<std::size_t>(t.entries));
    const int length = t.vacuum() / t.rows();
    for (int slot = 0; slot < t.slots; ++slot) {
      for (int entry = 0; entry < t.entries; ++entry) {
        const auto k = static_cast<std::size_t>(std::int64_t{slot} * t.rows() + std::min(entry / length, t.rows() - 1));
        all.push_back(entry < t.vacuum() ? p_.follow({t.start[k], t.shift[k], t.count[k], 0}, entry % length)
                                         : t.vacuum());
      }
    }
    return all;
  }
  static int only_kind(const crystal::Tables& t) {
    const bool one =
        t.lined && t.slots > 0 && std::all_of(t.kind.begin(), t.kind.end(), [&](int k) { return k == t.kind[0]; });
    return one ? t.kind[0] : crystal::Tables::none;
  }
  static std::vector<std::uint8_t> repeats(const crystal::Tables& t) {
    std::vector<std::uint8_t> all(t.type.size());
    const auto kinds = [&](std::size_t row) { return t.kind.begin() + std::int64_t{t.type[row]} * t.slots; };
    for (std::size_t row = 1; row < all.size(); ++row) {
      all[row] = std::equal(kinds(row), kinds(row) + t.slots, kinds(row - 1)) ? 1 : 0;
    }
    return all;
  }

  template <class T>
  static View<T> there(const std::string& label, const std::vector<T>& values) {
    return device_list<Exec>("neel::lattice::" + label, values);
  }

  View<std::uint32_t> number_;
  View<RowLink> link_;
  View<int> neighbour_;
  View<std::uint8_t> repeats_, small_;
  View<std::uint32_t> large_;
  std::vector<ColourVectors> colours_;
  GraphPointers p_;
  std::int64_t sites_ = 0;
};

/// A value per entry of a Network and system: (component, system, entry).
template <SiteValue S, ExecutionSpace Exec>
class GraphField {
public:
  using Component = typename S::Component;
  using All = Kokkos::View<Component***, Kokkos::LayoutRight, typename Exec::memory_space>;

  GraphField() = default;
  GraphField(const std::string& label, int entries, int systems)
      : all_("neel::lattice::" + label, S::components, systems, entries) {}
  /// In memory that others have.
  GraphField(Component* there, int entries, int systems) : all_(there, S::components, systems, entries) {}

  const All& all() const { return all_; }
  /// The entries of one system.
  NEEL_FUNCTION SitePointer<S, false> sites(int system) const {
    SitePointer<S, false> p;
    for (int k = 0; k < S::components; ++k) {
      p.at[k] = all_.data() + k * static_cast<std::int64_t>(all_.stride(0)) +
                system * static_cast<std::int64_t>(all_.stride(1));
    }
    return p;
  }

private:
  All all_;
};

} // namespace neel::lattice
