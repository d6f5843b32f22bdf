// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The phi^4 field on its lattice, as the run loop drives it.

#include "models/phi4.hpp"
#include "models/tuning.hpp"

#include <neel/measure/grid_sums.hpp>
#include <neel/models/phi4_start.hpp>
#include <neel/update/grid_sweep.hpp>
#include <neel/update/tiled_sweep.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

template <class Model, ExecutionSpace Exec>
class Phi4Simulation final : public run::Simulation {
public:
  Phi4Simulation(const Phi4Options& options, const Phi4Observables& observables)
      : options_(options), observables_(observables), state_(options.geometry, options.systems),
        capacity_(options.measurements_held()), temperatures_(count(options.systems), 1.0),
        width_("neel::models::width", static_cast<std::size_t>(options.systems)),
        sums_("neel::measure::sums", slots(), count(options.systems), static_cast<std::size_t>(Model::terms)),
        planes_("neel::measure::planes", slots(), count(options.systems), static_cast<std::size_t>(Model::components),
                count(Planes::planes(options.geometry))),
        accepted_("neel::measure::accepted", slots() + 1, count(options.systems)) {
    if (options.tiled) {
      order_ = update::TileOrder<Exec>(options.tiles);
    }
    Kokkos::deep_copy(width_, static_cast<float>(options.width));
    widths_.assign(slots() * count(options.systems), 0.0F);
    make_formats();
    start_field(exec_, state_, options.seed, options.start,
                [&](int system) { return vacuum(options_.parameters(system)); });
  }

  int systems() const override { return state_.systems; }
  std::int64_t sites() const override { return state_.geometry.sites(); }
  std::size_t moments() const override { return observables_.moments().size(); }
  int capacity() const override { return capacity_; }

  void set_conditions(double temperature, double /*field*/) override {
    temperatures_.assign(count(state_.systems), temperature);
    put_conditions();
  }
  void set_temperatures(std::span<const double> each) override {
    temperatures_.assign(each.begin(), each.end());
    put_conditions();
  }
  void exchange(std::span<const std::pair<int, int>> pairs) override {
    for (const auto& [a, b] : pairs) {
      std::swap(temperatures_[count(a)], temperatures_[count(b)]);
      std::swap(width_(count(a)), width_(count(b)));
    }
    put_conditions();
  }

  void thermalize(std::uint64_t number) override {
    if (options_.acceptance == 0 || number % sweeps_per_tuning != 0) {
      sweep(number);
      return;
    }
    const auto slot = Kokkos::subview(accepted_, slots(), Kokkos::ALL);
    Kokkos::deep_copy(exec_, slot, 0);
    sweep_counting(number, slot.data());
    const auto accepted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), slot);
    for (std::size_t s = 0; s < count(state_.systems); ++s) {
      const double width =
          tuned(width_(s), static_cast<double>(accepted(s)) / options_.proposals(), options_.acceptance);
      width_(s) = static_cast<float>(std::clamp(width, 1e-6, options_.bound));
    }
    put_conditions();
  }
  void sweep(std::uint64_t number) override { sweep_counting(number, nullptr); }
  void sweep_and_measure(std::uint64_t number) override {
    sweep_counting(number, accepted_.data() + held_ * state_.systems);
    measure();
  }

  void measure() override {
    const auto slot = static_cast<std::size_t>(held_);
    std::copy_n(width_.data(), state_.systems, widths_.data() + slot * count(state_.systems));
    const typename Sums::Result sums(sums_.data() + slot * sums_.extent(1) * sums_.extent(2), count(state_.systems),
                                     static_cast<std::size_t>(Model::terms));
    const typename Planes::Result planes(planes_.data() + slot * (planes_.size() / slots()), count(state_.systems),
                                         static_cast<std::size_t>(Model::components), planes_.extent(3));
    Sums(state_, formats_, sums).launch(exec_, state_.systems);
    Planes(state_, formats_.term[0], planes).launch(exec_, state_.systems);
    ++held_;
  }

  void wait() override { exec_.fence("neel::run::wait"); }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums_);
    const auto planes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), planes_);
    const auto accepted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted_);
    std::vector<double> raw;
    for (int slot = 0; slot < held_; ++slot) {
      for (int system = 0; system < state_.systems; ++system) {
        observables_.measure(natural(sums, planes, accepted, slot, system), raw);
        receive(system, raw);
      }
    }
    held_ = 0;
    Kokkos::deep_copy(exec_, sums_, 0);
    Kokkos::deep_copy(exec_, planes_, 0);
    Kokkos::deep_copy(exec_, accepted_, 0);
  }

  std::uint64_t hash() override { return measure::hash(exec_, state_); }

  std::vector<run::Array> save() override {
    return {run::to_array("field", {state_.field}), run::to_array("width", {width_})};
  }
  void load(std::vector<run::Array>& arrays) override {
    run::from_array(arrays, "field", {state_.field});
    run::from_array(arrays, "width", {width_});
    put_conditions();
  }

  std::string check() override {
    const auto bound = static_cast<float>(options_.bound);
    if (const std::int64_t bad = measure::first_beyond(exec_, state_, bound); bad != measure::no_site) {
      const auto system = static_cast<int>(bad >> 32);
      const auto site = static_cast<std::uint32_t>(bad);
      const std::vector<float> values = field(system);
      std::string text = "the field on " + place_name(state_.geometry, system, site) + " is (";
      for (std::size_t k = 0; k < Model::components; ++k) {
        text += (k > 0 ? ", " : "") + std::to_string(values[std::size_t{site} * Model::components + k]);
      }
      return text + "), but no component is beyond " + std::to_string(bound) + " for these couplings";
    }
    measure();
    double measured = 0, scale = 0;
    collect([&](int s, std::span<const double> raw) {
      const double t = temperatures_[count(s)];
      measured += raw[0] / t;
      scale += (std::abs(raw[2]) + std::abs(raw[3]) + std::abs(raw[4]) + std::abs(raw[5]) +
                site_scale(options_.parameters(s)) * raw[6 + Model::components]) /
               t;
    });
    const double recomputed = measure::energy(exec_, state_) / static_cast<double>(sites());
    return std::abs(measured - recomputed) <= 2e-6 * scale
               ? ""
               : "the energy per site over T, added up over systems, is measured as " + input::exact(measured) +
                     ", but from the coronas it is " + input::exact(recomputed);
  }

  /// The field of one system, component fastest.
  std::vector<float> field(int system) const {
    const auto host = Kokkos::create_mirror_view_and_copy(
        Kokkos::HostSpace(), Kokkos::subview(state_.field, static_cast<std::size_t>(system), Kokkos::ALL, Kokkos::ALL));
    std::vector<float> values;
    values.reserve(host.size());
    for (std::size_t site = 0; site < host.extent(1); ++site) {
      for (std::size_t k = 0; k < host.extent(0); ++k) {
        values.push_back(host(k, site));
      }
    }
    return values;
  }

private:
  using Sums = measure::GridSums<Model, Exec>;
  using Planes = measure::PlaneSums<Model, Exec>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  std::size_t slots() const { return count(capacity_); }

  /// The part of A in H/T = A phi^2 - ... that cancels against the coronas.
  static double site_scale(const Phi4Parameters& p) {
    const double k = Model::dimensions;
    return k + k * (1 + 2 * k) * p.inverse_cutoff;
  }

  void sweep_counting(std::uint64_t number, std::int64_t* accepted) {
    const update::Hits hits{options_.seed, number, options_.hits, 0};
    if (options_.tiled) {
      update::tiled_sweep(exec_, state_, options_.tiles, order_, hits, options_.local_sweeps, accepted);
    } else {
      update::sweep(exec_, state_, options_.colouring, hits, accepted);
    }
  }

  void put_conditions() {
    const auto host = Kokkos::create_mirror_view(state_.conditions);
    for (int s = 0; s < state_.systems; ++s) {
      Phi4Parameters p = options_.parameters(s);
      p.temperature = temperatures_[count(s)];
      host(count(s)) = Model::conditions(p, width_(count(s)));
    }
    Kokkos::deep_copy(exec_, state_.conditions, host);
    exec_.fence("neel::models::put_conditions"); // the host's copy ends here
  }

  /// The formats depend on the input alone, so that sums are the same on every machine.
  void make_formats() {
    const double m = options_.bound, k = Model::dimensions;
    const auto format = [&](double bound) { return LongFixedPoint(bound, sites()); };
    for (int a = 0; a < Model::components; ++a) {
      formats_.term[a] = format(m);
    }
    const double square = Model::components * m * m;
    formats_.term[Model::phi_squared] = format(square);
    formats_.term[Model::phi_fourth] = format(square * square);
    formats_.term[Model::gradient_squared] = format(4 * k * square);
    formats_.term[Model::laplacian_squared] = format(16 * k * k * square);
  }

  template <class SumsView, class PlanesView, class AcceptedView>
  FieldSums natural(const SumsView& sums, const PlanesView& planes, const AcceptedView& accepted, int slot,
                    int system) const {
    const std::size_t at = count(slot), s = count(system);
    const auto value = [&](int term) { return formats_.term[term].value(sums(at, s, count(term))); };
    FieldSums n;
    for (int k = 0; k < Model::components; ++k) {
      n.phi.push_back(value(k));
      std::vector<double> of_component;
      for (std::size_t p = 0; p < planes.extent(3); ++p) {
        of_component.push_back(formats_.term[0].value(planes(at, s, count(k), p)));
      }
      n.planes.push_back(of_component);
    }
    n.squared = value(Model::phi_squared);
    n.fourth = value(Model::phi_fourth);
    n.gradient = value(Model::gradient_squared);
    n.laplacian = value(Model::laplacian_squared);
    n.accepted = static_cast<double>(accepted(at, s));
    n.width = widths_[at * count(state_.systems) + s];
    n.at = options_.parameters(system);
    n.at.temperature = temperatures_[count(system)];
    return n;
  }

  Exec exec_;
  Phi4Options options_;
  Phi4Observables observables_;
  GridState<Model, Exec> state_;
  int capacity_, held_ = 0;
  std::vector<double> temperatures_;                                   ///< of each system
  Kokkos::View<float*, Kokkos::LayoutRight, Kokkos::HostSpace> width_; ///< eps, per system
  std::vector<float> widths_;                                          ///< (slot, system)
  View<std::int64_t***> sums_;                                         ///< (slot, system, term)
  View<std::int64_t****> planes_;                                      ///< (slot, system, component, plane)
  View<std::int64_t**> accepted_;                                      ///< (slot, system), and a last slot for tuning
  measure::GridFormats<Model> formats_;
  update::TileOrder<Exec> order_;
};

/// make_phi4() for N components.
template <int N>
MadeField make_phi4(const Phi4Options& options, const Phi4Observables& observables) {
  const auto make = [&]<class Model>(const Model&) -> MadeField {
    auto made = std::make_unique<Phi4Simulation<Model, Kokkos::DefaultExecutionSpace>>(options, observables);
    auto* const simulation = made.get();
    return {std::move(made), [simulation](int system) { return simulation->field(system); }};
  };
  if (options.dimensions == 2) {
    return options.wide ? make(Phi4<N, 2, true>()) : make(Phi4<N, 2, false>());
  }
  return options.wide ? make(Phi4<N, 3, true>()) : make(Phi4<N, 3, false>());
}

} // namespace neel::models
