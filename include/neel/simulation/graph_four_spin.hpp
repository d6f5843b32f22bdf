// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A crystal with four-spin interactions: sweeps colour by colour, and their energy.

#include <neel/measure/four_spin_sums.hpp>
#include <neel/run/site_range.hpp>
#include <neel/simulation/graph_setup.hpp>
#include <neel/simulation/sequential_sweeps.hpp>
#include <neel/update/four_spin_sweep.hpp>
#include <neel/update/sweep_batch.hpp>

#include <algorithm>
#include <functional>

namespace neel::simulation {

template <SequentialPhysics P, ExecutionSpace Exec>
class GraphFourSpin final : public SequentialSweeps {
public:
  using State = models::GraphState<P, Exec>;

  GraphFourSpin(const Exec& exec, const P& physics, const State& state, const GraphOptions& options,
                const models::FourSpinTables& tables)
      : exec_(exec), physics_(physics), state_(state), moves_(options.moves), seed_(options.seed),
        format_(1.001 * tables.largest, state.graph.entries()),
        products_(device_list<Exec>("neel::simulation::four_spin_products", tables.products)),
        first_(device_list<Exec>("neel::simulation::four_spin_first", tables.first)),
        terms_(device_list<Exec>("neel::simulation::four_spin_terms", tables.terms)),
        sums_("neel::simulation::four_spin_sums", static_cast<std::size_t>(options.held),
              static_cast<std::size_t>(state.systems)),
        as_seen_{first_.data(), terms_.data()} {}

  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) override {
    const update::SweepBatch one{number, 1, fixed, adapting};
    for (std::uint32_t k = 0; k < moves_.size(); ++k) {
      update::with_move<P>(moves_[k], [&]<models::Move M>() {
        for (int c = 0; c < static_cast<int>(state_.graph.colours().size()); ++c) {
          update::FourSpinSweep<P, Exec, M>(physics_, state_, as_seen_, c, seed_, number, k, one.counter(M))
              .launch(exec_, state_.systems);
        }
      });
    }
  }

  void measure(int slot) override {
    measure::FourSpinEnergy<P, Exec>(state_, as_seen_, format_, sums_.data() + std::int64_t{slot} * state_.systems)
        .launch(exec_, state_.systems);
  }
  /// Energies.
  std::vector<double> measured() const override {
    std::vector<double> all;
    for (const std::int64_t sum : host_list(sums_)) {
      all.push_back(format_.value(sum));
    }
    return all;
  }
  void clear() override { set_zero(exec_, sums_); }

  double energy() const override {
    const auto count = static_cast<std::int64_t>(products_.extent(0));
    double sum = 0;
    Kokkos::parallel_reduce(
        "neel::simulation::four_spin_products",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, state_.systems * count),
        measure::FourSpinProducts<P>(state_.contents(), products_.data(), count), sum);
    return sum;
  }
  void add_energies(int system, std::uint64_t first, std::vector<float>& to) override {
    const measure::OfSites<Exec> there("neel::simulation::four_spin_energies", first, to.size(), 1);
    Kokkos::parallel_for("neel::simulation::four_spin_energies",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec_, 0, state_.graph.entries()),
                         measure::FourSpinLocalEnergy<P, Exec>(state_.contents().from(system), as_seen_, there));
    const std::vector<float> all = host_list(there.values);
    std::transform(to.begin(), to.end(), all.begin(), to.begin(), std::plus<>());
  }

private:
  Exec exec_;
  P physics_;
  State state_;
  std::vector<models::Move> moves_;
  Seed seed_;
  LongFixedPoint format_;
  DeviceList<models::FourSpinProduct, Exec> products_;
  DeviceList<int, Exec> first_;
  DeviceList<models::FourSpinTerm, Exec> terms_;
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Exec::memory_space> sums_; ///< (slot, system)
  models::FourSpinPointers as_seen_;
};

} // namespace neel::simulation
