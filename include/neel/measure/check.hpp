// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run checks itself with: site values that cannot be, and the energy added up in another way than the measurement
// does: in double precision, site by site, of neighbours where Geometry::neighbour says.

#include <neel/core/copy.hpp>
#include <neel/models/state.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace neel::measure {

/// Visits the sites of one colour of all systems.
template <class Model, ExecutionSpace Exec>
class EverySite {
public:
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>; ///< of entries of all systems

  EverySite(const Model& model, const models::State<Model, Exec>& state, lattice::Colour c)
      : model_(model), contents_(state.contents()), colour_(c) {}

protected:
  /// Where a site is: its number, and its place among all that are stored and no halo.
  struct At {
    int system;
    std::uint64_t number;
    std::int64_t place;
  };

  /// Calls visit(conditions, site with its neighbours, At) if the entry is a site of no halo.
  template <class Visit>
  NEEL_FUNCTION void visit(std::int64_t index, const Visit& visitor) const {
    const lattice::Geometry& g = contents_.geometry;
    const std::int64_t volume = g.half_volume();
    const auto system = static_cast<int>(index / volume);
    const auto here = lattice::locate(g, colour_, index - system * volume, contents_.around(colour_) + system * volume);
    if (here.exists) {
      visitor(contents_.conditions[system], here.at, At{system, here.number, here.place});
    }
  }

  Model model_;
  models::Contents<Model> contents_;
  lattice::Colour colour_;
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
    this->visit(index, [=](const auto& conditions, const auto& site, const auto& at) NEEL_INLINE_LAMBDA {
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
    this->visit(index, [&](const auto&, const auto& site, const auto& at) NEEL_INLINE_LAMBDA {
      first = Kokkos::min(first, Model::valid(site.site()) ? no_site : number_of({at.system, at.number}));
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
    this->visit(index, [&](const auto& conditions, const auto& site, const auto&)
                           NEEL_INLINE_LAMBDA { sum += model.energy(conditions, site); });
  }
};

namespace detail {

template <template <class, class> class Kernel, class Reducer, class Model, class Exec, class Value>
Value over_all_sites(const char* label, const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                     Value total, Value (*join)(Value, Value)) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    Value part{};
    const Kernel<Model, Exec> kernel(model, state, c);
    Kokkos::parallel_reduce(label,
                            typename Kernel<Model, Exec>::Policy(exec, 0, state.systems * state.geometry.half_volume()),
                            kernel, Reducer(part));
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
    Kokkos::parallel_for("neel::measure::local_energy", typename Kernel::Policy(exec, first + of.begin, first + of.end),
                         kernel);
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
