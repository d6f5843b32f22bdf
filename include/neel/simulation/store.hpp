// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The values of a lattice's sites outside kernels: checkpoints, configurations, copies of systems, and the systems that are kept. Once
// for all lattices, and compiled once (src/storage).

#include <neel/measure/hash.hpp>
#include <neel/run/simulation.hpp>
#include <neel/simulation/own_sites.hpp>
#include <neel/simulation/slabs.hpp>

#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace neel::simulation {

/// Sites first, first + step, ... of a row of entries.
struct SiteRow {
  std::uint64_t first;
  int count, step;
};

/// How a lattice stores a value per site and component.
struct StoreOptions {
  std::string name; ///< of the array in checkpoints
  Values values; ///< (component, system, ...), or (system, component, ...); of spins of 1, -1 or 0 where they are bytes
  std::size_t axis; ///< of these, which counts systems
  Cut cut;
  run::Communicator* ranks;
  std::uint64_t sites = 0; ///< of a system, on all ranks
  OwnSites own{};
  std::uint64_t row_length = 1; ///< entries of a row
  std::uint64_t rows = 0;       ///< of a rank, in any order; 0: as many as there are rows of own sites, in their order
  /// Sites of a row of a part of the values. Row by row, they are own or none.
  std::function<SiteRow(int system, std::size_t part, std::uint64_t row)> sites_of = {};
  std::string shown = "spin"; ///< what files call the values
  /// Of own sites, (site, component), where a device does it faster than the host.
  std::function<std::vector<float>(const Values&, int system, const OwnPart&)> read = {};
  Values labels = {}; ///< bytes, (system, ...), or more of them, of which the first count; no parts: no labels
  std::string label_name = "species";
  std::vector<std::uint8_t> label_of = {}; ///< what files have for a byte; empty: the byte

  /// Of a simple cubic lattice, or a slab of it: on two half-lattices (Cut::of), or in natural order, (system, component, site).
  static StoreOptions of_halves(const std::string& name, const Values& values, const lattice::Geometry& whole,
                                const lattice::Geometry& slab, bool turned, run::Communicator& ranks);
  static StoreOptions of_field(const std::string& name, const Values& values, const lattice::Geometry& whole,
                               const lattice::Geometry& slab, run::Communicator& ranks);
};

/// "site (1, 2, 3) of system 0".
std::string place_name(const lattice::Geometry& g, int system, std::uint64_t site);

class Store {
public:
  explicit Store(StoreOptions o);

  /// What a rank has of a range of sites.
  OwnPart part(const run::SiteRange& range) const { return OwnPart::of(range, o_.sites, o_.own); }
  /// See run::Simulation.
  void be_part(int first, int all) { numbers_ = {first, numbers_.part, all}; }
  const measure::SystemNumbers& numbers() const { return numbers_; }

  run::Array save() const { return saved(o_.name, o_.values); }
  /// Without halos.
  void load(std::vector<run::Array>& arrays) const { from_pieces(arrays, o_.name, o_.values, o_.cut, *o_.ranks); }
  run::Configuration configuration(int system, const run::SiteRange& range) const {
    return shown(o_.values, system, range);
  }
  /// Without halos.
  void set_configuration(int system, const run::Configuration& c) const;
  /// Copies system `first` to system `second`, for each pair; none is both.
  void copy(std::span<const std::pair<int, int>> pairs) const { copy(o_.values, o_.values, pairs); }

  /// See run::Undo.
  void remember();
  void go_back(std::span<const int> systems) const;

  /// See run::BestStates.
  void make_room(int samples) { kept_ = room_for(static_cast<std::uint64_t>(samples)); }
  int room() const { return static_cast<int>(kept_.values.parts.empty() ? 0 : kept_.values.sizes[o_.axis]); }
  void keep(std::span<const std::pair<int, int>> pairs) const { copy(o_.values, kept_.values, pairs); }
  run::Configuration kept(int sample) const { return shown(kept_.values, sample, {}); }
  run::Array save_kept() const { return saved("lowest_" + o_.name, kept_.values); }
  void load_kept(std::vector<run::Array>& arrays) const {
    from_pieces(arrays, "lowest_" + o_.name, kept_.values, o_.cut, *o_.ranks);
  }

private:
  /// Values of more systems, with their memory.
  struct Room {
    Values values{};
    std::shared_ptr<std::byte> memory{};
  };

  run::Array saved(const std::string& name, const Values& values) const;
  run::Configuration shown(const Values& values, int system, const run::SiteRange& range) const;
  void copy(const Values& from, const Values& to, std::span<const std::pair<int, int>> pairs) const;
  Room room_for(std::uint64_t systems) const;
  /// Calls use(site, value) for a component of a system's own sites. `back`: what becomes of the value is the site's.
  template <class Use>
  void visit(const Values& values, std::size_t component, int system, const OwnPart& of, bool back,
             const Use& use) const;

  StoreOptions o_;
  measure::SystemNumbers numbers_;
  Room kept_, before_; ///< before_: what remember() has copied
};

} // namespace neel::simulation
