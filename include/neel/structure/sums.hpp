// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums of a simulation's structure factors over consecutive measurements, where they are taken and on the host.

#include <neel/core/copy.hpp>
#include <neel/structure/averages.hpp>
#include <neel/structure/spectrum.hpp>

namespace neel::structure {

/// Measures systems, each of which has a slot: transforms their fields and adds up the products.
template <ExecutionSpace Exec>
class Sums {
public:
  template <class T>
  using View = Kokkos::View<T*, typename Exec::memory_space>;

  /// `positions` of basis sites, in units of the cell's vectors.
  Sums(const Layout& layout, const std::vector<std::array<double, 3>>& positions, int slots, Product<Exec> product)
      : layout_(layout), slots_(slots),
        transform_(exec_, layout.field.size, layout.lanes() * systems_at_once(layout, slots),
                   std::ilogb(layout.field.bound) +
                       (std::exp2(std::ilogb(layout.field.bound)) < layout.field.bound ? 1 : 0),
                   product),
        open_("neel::structure::open", count(slots) * layout.numbers()) {
    make_phases(positions);
    std::vector<int> waves;
    for (const std::array<int, 3>& q : layout.waves) {
      waves.insert(waves.end(), q.begin(), q.end());
    }
    waves_ = there(waves);
  }

  /// Systems that are transformed together: as many as give a device enough to do.
  static int systems_at_once(const Layout& layout, int slots) {
    constexpr double enough = 1e6; // numbers
    const double own = static_cast<double>(layout.cells()) * layout.lanes();
    return static_cast<int>(std::clamp(enough / own, 1.0, static_cast<double>(slots)));
  }
  /// Bytes of memory where it runs.
  static double bytes(const Layout& layout, int slots) {
    return Transform<Exec>::bytes(layout.field.size, layout.lanes() * systems_at_once(layout, slots)) +
           static_cast<double>(slots) * static_cast<double>(layout.numbers()) * sizeof(double);
  }

  /// Adds a measurement: write(slot, to) is to write the fields of the system of a slot.
  template <class Write>
  void add(const Write& write) {
    const int at_once = transform_.lanes() / layout_.lanes();
    const auto fields = static_cast<std::ptrdiff_t>(layout_.cells()) * layout_.lanes();
    for (int first = 0; first < slots_; first += at_once) {
      const int systems = std::min(at_once, slots_ - first);
      for (int s = 0; s < systems; ++s) {
        write(first + s, transform_.fields() + s * fields);
      }
      add_modes(transform_(systems * layout_.lanes()), first, systems);
    }
  }

  /// The sums, (slot, number).
  std::vector<double> read() const { return host_list(open_); }
  void write(const std::vector<double>& sums) { copy_numbers(open_, host_view(sums)); }
  void clear() { Kokkos::deep_copy(open_, 0.0); }

private:
  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  template <class T>
  static View<T> there(const std::vector<T>& values) {
    return device_list<Exec>("neel::structure::table", values);
  }

  void make_phases(const std::vector<std::array<double, 3>>& positions) {
    std::vector<Complex> all;
    for (std::size_t a = 0; a < 3; ++a) {
      int most = 0;
      least_[a] = 0;
      for (const std::array<int, 3>& q : layout_.waves) {
        least_[a] = std::min(least_[a], q[a]);
        most = std::max(most, q[a]);
      }
      first_[a] = static_cast<int>(all.size());
      for (int q = least_[a]; q <= most; ++q) {
        for (const std::array<double, 3>& r : positions) {
          const double turns = static_cast<double>(q) / layout_.field.size[a] * r[a];
          const auto [sin, cos] = math::sincos2pi(turns - std::round(turns));
          all.push_back({cos, -sin});
        }
      }
    }
    phases_ = there(all);
  }

  template <class Add>
  void begin(Add& add, const Modes& modes, int first) const {
    add.modes = modes;
    add.components = layout_.field.components;
    add.basis = layout_.field.basis;
    add.numbers = static_cast<std::int64_t>(layout_.numbers());
    add.sums = open_.data() + first * add.numbers;
  }
  template <class Add>
  void launch(const char* name, const Add& add, std::int64_t items) const {
    Kokkos::parallel_for(name, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, items), add);
  }

  void add_modes(const Modes& modes, int first, int systems) const {
    if (!layout_.waves.empty()) {
      AddWaves add;
      begin(add, modes, first);
      add.waves = waves_.data();
      add.count = static_cast<int>(layout_.waves.size());
      add.phases = phases_.data();
      for (std::size_t a = 0; a < 3; ++a) {
        add.least[a] = least_[a];
        add.first[a] = first_[a];
      }
      add.tensor = layout_.tensor;
      add.per_basis = layout_.per_basis;
      add.per_site = 1 / layout_.field.sites;
      add.per_cell = 1 / static_cast<double>(layout_.cells());
      launch("neel::structure::add_waves", add, std::int64_t{systems} * add.count);
    }
    if (layout_.correlations) {
      AddPairs add;
      begin(add, modes, first);
      add.half = half_of(layout_.field.size[0]);
      add.cells = static_cast<std::int64_t>(layout_.half_cells());
      add.first = static_cast<std::int64_t>(layout_.of_waves());
      add.per_cell = static_cast<std::int64_t>(layout_.per_half_cell());
      launch("neel::structure::add_pairs", add, systems * add.cells);
    }
  }

  Exec exec_;
  Layout layout_;
  int slots_;
  Transform<Exec> transform_;
  View<double> open_;
  View<int> waves_;
  View<Complex> phases_;
  std::array<int, 3> least_{}, first_{};
};

} // namespace neel::structure
