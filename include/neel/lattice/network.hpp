// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sites of a crystal or of any graph, and who is bound to whom, as kernels read it (crystal/tables.hpp explains the rows).

#include <neel/core/divisor.hpp>
#include <neel/core/platform.hpp>
#include <neel/crystal/tables.hpp>
#include <neel/lattice/field.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace neel::lattice {

/// Four consecutive entries of a row.
struct RowPart {
  int row, place, entry; ///< of the first of them: its place in the row, its entry in the system
};

/// Plain pointers to a Network's tables.
struct NetworkPointers {
  const std::uint32_t* number = nullptr;                       ///< (entry)
  const int *type = nullptr, *start = nullptr, *shift = nullptr, *count = nullptr, *neighbour = nullptr;
  const int* kind = nullptr;             ///< lined: (type, slot)
  const std::uint8_t* small = nullptr;   ///< else, or where ions differ: (slot, entry), or (system, slot, entry)
  const std::uint32_t* large = nullptr;  ///< where bytes do not suffice
  std::int64_t kinds_per_system = 0;     ///< 0: the same in all
  int rows = 0, entries = 0, slots = 0, vacuum = 0;
  bool lined = true, wraps = false;

  /// Each site's bonds have kinds of their own, not only each row's.
  NEEL_FUNCTION bool kinds_by_site() const { return small != nullptr || large != nullptr; }
  /// The kind of all sites of a row; crystal::Tables::none: no more of them.
  NEEL_FUNCTION int kind_of_row(int row, int slot) const { return kind[type[row] * slots + slot]; }
  /// Where there is no bond, that of a coupling of zero.
  NEEL_FUNCTION int kind_of_site(int system, int slot, int entry) const {
    const std::int64_t at = system * kinds_per_system + std::int64_t{slot} * entries + entry;
    return small != nullptr ? int{small[at]} : static_cast<int>(large[at]);
  }
  /// The neighbour in `slot` of the site at `place` of a row.
  NEEL_FUNCTION int neighbour_of(const RowPart& at, int slot, int j) const {
    if (!lined) {
      return neighbour[std::int64_t{slot} * entries + at.entry + j];
    }
    const std::int64_t link = std::int64_t{slot} * rows + at.row;
    const int n = count[link];
    int i = at.place + j + shift[link];
    if (wraps) {
      i += i < 0 ? n : 0;
      i -= i >= n ? n : 0;
    }
    return 0 <= i && i < n ? start[link] + i : vacuum;
  }
};

/// The rows of one colour, to find quads in.
struct ColourQuads {
  int first_row = 0, first_entry = 0, quads = 0, quads_per_row = 1;
  Divisor by_row{};

  ColourQuads() = default;
  explicit ColourQuads(const crystal::ColourRows& c)
      : first_row(c.first_row), first_entry(c.first_entry), quads(c.quads()),
        quads_per_row(std::max(1, c.quads_per_row)), by_row(quads_per_row) {}

  NEEL_FUNCTION RowPart operator()(int q) const {
    const int row = by_row.quotient(q);
    return {first_row + row, crystal::quad * (q - row * quads_per_row), first_entry + crystal::quad * q};
  }
};

/// Owns the tables in Exec's memory.
template <ExecutionSpace Exec>
class Network {
public:
  template <class T>
  using View = Kokkos::View<T*, typename Exec::memory_space>;

  Network() = default;
  explicit Network(const crystal::Tables& t)
      : number_(there("number", t.number)), type_(there("type", t.type)), start_(there("start", t.start)),
        shift_(there("shift", t.shift)), count_(there("count", t.count)), neighbour_(there("neighbour", t.neighbour)) {
    for (const crystal::ColourRows& c : t.colours) {
      colours_.emplace_back(c);
    }
    p_ = {number_.data(), type_.data(), start_.data(), shift_.data(), count_.data(), neighbour_.data()};
    p_.rows = t.rows();
    p_.entries = t.entries;
    p_.slots = t.slots;
    p_.vacuum = t.vacuum();
    p_.lined = t.lined;
    p_.wraps = t.wraps;
    sites_ = t.sites;
  }

  /// The kind of each bond of a row, (type, slot).
  void set_kinds(const std::vector<int>& by_type) {
    kind_ = there("kind", by_type);
    p_.kind = kind_.data();
  }
  /// The kind of each bond of each site, (slot, entry), or (system, slot, entry) for several systems. `kinds`: how many.
  void set_kinds_by_site(const std::vector<int>& all, int systems, int kinds) {
    if (kinds <= 256) {
      small_ = there("kind_of_site", std::vector<std::uint8_t>(all.begin(), all.end()));
      p_.small = small_.data();
    } else {
      large_ = there("kind_of_site", std::vector<std::uint32_t>(all.begin(), all.end()));
      p_.large = large_.data();
    }
    p_.kinds_per_system = systems > 1 ? static_cast<std::int64_t>(all.size()) / systems : 0;
  }

  const NetworkPointers& pointers() const { return p_; }
  const std::vector<ColourQuads>& colours() const { return colours_; }
  int entries() const { return p_.entries; }
  std::int64_t sites() const { return sites_; }

private:
  template <class T>
  static View<T> there(const std::string& label, const std::vector<T>& values) {
    const View<T> view("neel::lattice::" + label, values.size());
    Kokkos::deep_copy(view, Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                                values.data(), values.size()));
    return view;
  }

  View<std::uint32_t> number_;
  View<int> type_, start_, shift_, count_, neighbour_, kind_;
  View<std::uint8_t> small_;
  View<std::uint32_t> large_;
  std::vector<ColourQuads> colours_;
  NetworkPointers p_;
  std::int64_t sites_ = 0;
};

/// A value per entry of a Network and system: (component, system, entry).
template <SiteValue S, ExecutionSpace Exec>
class NetworkField {
public:
  using Component = typename S::Component;
  using All = Kokkos::View<Component***, Kokkos::LayoutRight, typename Exec::memory_space>;

  NetworkField() = default;
  NetworkField(const std::string& label, int entries, int systems)
      : all_("neel::lattice::" + label, S::components, systems, entries) {}

  const All& all() const { return all_; }
  /// The entries of one system.
  NEEL_FUNCTION SitePointer<S, false> sites(int system) const {
    SitePointer<S, false> p;
    for (int k = 0; k < S::components; ++k) {
      p.at[k] =
          all_.data() + k * static_cast<std::int64_t>(all_.stride(0)) + system * static_cast<std::int64_t>(all_.stride(1));
    }
    return p;
  }

private:
  All all_;
};

} // namespace neel::lattice
