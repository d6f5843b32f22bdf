// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run checks itself with: site values that cannot be, and the energy added up in another way than the measurement
// does: in double precision, site by site, of neighbours where Geometry::neighbour says.

#include <neel/core/copy.hpp>
#include <neel/lattice/row_parts.hpp>
#include <neel/models/state.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace neel::measure {

/// Visits the sites of one colour of all systems: on devices one for an index, on hosts a row or a part of it.
template <class Model, ExecutionSpace Exec>
class EverySite {
public:
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  static constexpr int most = 64; ///< sites that are visited in one loop

  EverySite(const Model& model, const models::State<Model, Exec>& state, lattice::Colour c)
      : model_(model), contents_(state.contents()), colour_(c) {}

  /// Of entries [begin, end) of all systems, which are whole rows.
  Policy policy(const Exec& exec, std::int64_t begin, std::int64_t end) const {
    const lattice::RowParts parts(contents_.geometry.half_x());
    const auto first = [&](std::int64_t entry) {
      return runs_on_host<Exec> ? parts.size(entry / contents_.geometry.half_x()) : entry;
    };
    return Policy(exec, first(begin), first(end));
  }

protected:
  /// Where a site is: its number, and its place among all that are stored and no halo.
  struct At {
    int system;
    std::uint64_t number;
    std::int64_t place;
  };

  /// Calls visit(conditions, site with its neighbours, At, k) for sites of no halo, with k = 0, 1, ..., and then after(how many).
  template <class Visit, class After>
  KOKKOS_FUNCTION void visit(std::int64_t index, const Visit& visitor, const After& after) const {
    KOKKOS_IF_ON_HOST((visit_row(index, visitor, after);))
    KOKKOS_IF_ON_DEVICE((visit_entry(index, visitor, after);))
  }
  template <class Visit>
  KOKKOS_FUNCTION void visit(std::int64_t index, const Visit& visitor) const {
    visit(index, visitor, [](int) {});
  }

  Model model_;
  models::Contents<Model> contents_;
  lattice::Colour colour_;

private:
  using Geometry = lattice::Geometry;
  using Around = lattice::Around<typename Model::Site, typename Model::Quenched>;

  template <class Visit, class After>
  NEEL_FUNCTION void visit_entry(std::int64_t index, const Visit& visitor, const After& after) const {
    const std::int64_t volume = contents_.geometry.half_volume(), system = index / volume;
    visit_one(static_cast<int>(system), index - system * volume, visitor, after);
  }
  template <class Visit, class After>
  NEEL_FUNCTION void visit_one(int system, std::int64_t entry, const Visit& visitor, const After& after) const {
    const Geometry& g = contents_.geometry;
    const auto here = lattice::locate(g, colour_, entry, contents_.around(colour_) + system * g.half_volume());
    if (here.exists) {
      visitor(contents_.conditions[system], here.at, At{system, here.number, here.place}, 0);
      after(1);
    }
  }

  /// Sites whose neighbours along the row are in the row are visited side by side.
  template <class Visit, class After>
  void visit_row(std::int64_t index, const Visit& visitor, const After& after) const {
    const Geometry& g = contents_.geometry;
    const lattice::RowParts::Part part = lattice::RowParts(g.half_x())(index);
    const std::int64_t rows = std::int64_t{g.ly} * g.lz;
    const int system = static_cast<int>(part.row / rows), row = static_cast<int>(part.row % rows), z = row / g.ly,
              y = row - z * g.ly, s = Geometry::first_x(colour_, y, z);
    if (z >= g.own_z()) {
      return;
    }
    const auto conditions = contents_.conditions[system];
    const Around around = contents_.around(colour_) + system * g.half_volume();
    const int sites = g.row_sites(s), first = s == 0 ? 1 : 0,
              last = s == 0 ? sites : Kokkos::min(sites, g.half_x() - 1);
    for (int i = part.begin; i < Kokkos::min(part.end, sites); ++i) {
      if (i < first || i >= last) {
        visit_one(system, g.entry(i, y, z), visitor, after);
        continue;
      }
      const lattice::Rows<typename Model::Site, typename Model::Quenched> beside = rows_from(around, i, y, z, s);
      const At at{system, g.site_number(2 * i + s, y, z), 2 * i + s + g.lx * (y + std::int64_t{g.ly} * z)};
      const int count = Kokkos::min(Kokkos::min(last, part.end) - i, int{most});
      NEEL_INDEPENDENT_LOOP
      for (int k = 0; k < count; ++k) {
        visitor(conditions, beside.at(k), At{at.system, at.number + 2 * static_cast<unsigned>(k), at.place + 2 * k}, k);
      }
      after(count);
      i += count - 1;
    }
  }

  /// From entry i of a row on.
  auto rows_from(const Around& around, int i, int y, int z, int s) const {
    const Geometry& g = contents_.geometry;
    lattice::Rows<typename Model::Site, typename Model::Quenched> rows;
    rows.colour_ = colour_;
    rows.site = around.own + g.entry(i, y, z);
    rows.quenched = around.own_quenched + g.entry(i, y, z);
    for (int d = 0; d < lattice::directions; ++d) {
      const std::int64_t there = g.neighbour(static_cast<lattice::Direction>(d), i, y, z, s);
      rows.neighbour[d] = there < 0 ? nothing<typename Model::Site>() : around.others + there;
      rows.neighbour_quenched[d] = there < 0 ? nothing<typename Model::Quenched>() : around.others_quenched + there;
    }
    return rows;
  }
  /// Beyond an open edge.
  template <class S>
  static lattice::SitePointer<S, true> nothing() {
    static constexpr typename S::Component zeros[most] = {};
    lattice::SitePointer<S, true> p;
    std::fill_n(p.at, int{S::components}, zeros);
    return p;
  }
};

/// Entries of a half-lattice from `begin` to before `end`; in both of these are `count` own sites, from `place` on among all.
struct RowRange {
  std::int64_t begin, end, place, count;
};

/// Model::energy() of each site of a stretch of one system, in the order of site numbers.
template <class Model, ExecutionSpace Exec>
class LocalEnergy : public EverySite<Model, Exec> {
public:
  using Result = Kokkos::View<float*, typename Exec::memory_space>;
  /// `place`: of the first.
  LocalEnergy(const Model& model, const models::State<Model, Exec>& state, lattice::Colour c, const Result& result,
              std::int64_t place)
      : EverySite<Model, Exec>(model, state, c), result_(result), place_(place) {}

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const Model model = this->model_;
    float* const result = result_.data();
    const std::int64_t first = place_;
    this->visit(index, [=](const auto& conditions, const auto& site, const auto& at, int) NEEL_INLINE_LAMBDA {
      result[at.place - first] = static_cast<float>(model.energy(conditions, site));
    });
  }

private:
  Result result_;
  std::int64_t place_;
};

inline constexpr std::int64_t no_site = std::numeric_limits<std::int64_t>::max();

/// A site of all systems.
struct SystemSite {
  int system;
  std::uint64_t site;
};
/// In one number, by whose order systems come first; and back.
NEEL_FUNCTION std::int64_t number_of(const SystemSite& s) {
  return (std::int64_t{s.system} << 36) + static_cast<std::int64_t>(s.site);
}
inline SystemSite system_site(std::int64_t number) {
  return {static_cast<int>(number >> 36), static_cast<std::uint64_t>(number) & ((std::uint64_t{1} << 36) - 1)};
}

/// Finds the least (system, site number) whose value Model::valid() denies.
template <class Model, ExecutionSpace Exec>
class FirstInvalid : public EverySite<Model, Exec> {
public:
  using EverySite<Model, Exec>::EverySite;
  KOKKOS_FUNCTION void operator()(std::int64_t index, std::int64_t& first) const {
    std::int64_t each[EverySite<Model, Exec>::most];
    this->visit(
        index,
        [&](const auto&, const auto& site, const auto& at, int k)
            NEEL_INLINE_LAMBDA { each[k] = Model::valid(site.site()) ? no_site : number_of({at.system, at.number}); },
        [&](int count) NEEL_INLINE_LAMBDA {
          for (int k = 0; k < count; ++k) {
            first = Kokkos::min(first, each[k]);
          }
        });
  }
};

/// Adds up Model::energy(), the site's share of the energy, in double precision.
template <class Model, ExecutionSpace Exec>
class Energy : public EverySite<Model, Exec> {
public:
  using EverySite<Model, Exec>::EverySite;
  KOKKOS_FUNCTION void operator()(std::int64_t index, double& sum) const {
    const Model model = this->model_;
    double each[EverySite<Model, Exec>::most];
    this->visit(
        index,
        [&](const auto& conditions, const auto& site, const auto&, int k)
            NEEL_INLINE_LAMBDA { each[k] = model.energy(conditions, site); },
        [&](int count) NEEL_INLINE_LAMBDA {
          for (int k = 0; k < count; ++k) {
            sum += each[k];
          }
        });
  }
};

namespace detail {

template <template <class, class> class Kernel, class Reducer, class Model, class Exec, class Value>
Value over_all_sites(const char* label, const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                     Value total, Value (*join)(Value, Value)) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    Value part{};
    const Kernel<Model, Exec> kernel(model, state, c);
    Kokkos::parallel_reduce(label, kernel.policy(exec, 0, state.systems * state.geometry.half_volume()), kernel,
                            Reducer(part));
    total = join(total, part);
  }
  return total;
}

} // namespace detail

/// See FirstInvalid; no_site if all are valid.
template <class Model, ExecutionSpace Exec>
std::int64_t first_invalid(const Exec& exec, const Model& model, const models::State<Model, Exec>& state) {
  return detail::over_all_sites<FirstInvalid, Kokkos::Min<std::int64_t>>(
      "neel::measure::first_invalid", exec, model, state, no_site,
      +[](std::int64_t a, std::int64_t b) { return a < b ? a : b; });
}

/// Of a stretch of one system.
template <class Model, ExecutionSpace Exec>
std::vector<float> local_energy(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                                int system, const RowRange& of) {
  using Kernel = LocalEnergy<Model, Exec>;
  const typename Kernel::Result result("neel::measure::local_energies", static_cast<std::size_t>(of.count));
  const std::int64_t first = system * state.geometry.half_volume();
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    const Kernel kernel(model, state, c, result, of.place);
    Kokkos::parallel_for("neel::measure::local_energy", kernel.policy(exec, first + of.begin, first + of.end), kernel);
  }
  return host_list(result);
}

/// The energy of all systems. The last bits depend on the order of addition.
template <class Model, ExecutionSpace Exec>
double energy(const Exec& exec, const Model& model, const models::State<Model, Exec>& state) {
  return detail::over_all_sites<Energy, Kokkos::Sum<double>>(
      "neel::measure::energy", exec, model, state, 0.0, +[](double a, double b) { return a + b; });
}

} // namespace neel::measure
