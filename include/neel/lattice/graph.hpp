// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sites of a crystal or of any graph, and which are bound to which, in the memory of a device (crystal/tables.hpp explains the rows).

#include <neel/core/copy.hpp>
#include <neel/lattice/field.hpp>
#include <neel/lattice/graph_pointers.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace neel::lattice {

/// Sites of a row from which on a host follows links; below, loops would be too short, and it reads lists.
inline constexpr int enough_for_rows = 16;

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
