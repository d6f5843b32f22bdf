// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Dipole interactions of a crystal's spins: the fields of all sites, and what is done with them.

#include <neel/measure/dipole_sums.hpp>
#include <neel/run/site_range.hpp>
#include <neel/simulation/graph_setup.hpp>
#include <neel/simulation/sequential_sweeps.hpp>
#include <neel/update/dipole_sweep.hpp>
#include <neel/update/sweep_batch.hpp>

#include <algorithm>
#include <functional>

namespace neel::simulation {

template <SequentialPhysics P, ExecutionSpace Exec>
class GraphDipoles final : public SequentialSweeps {
public:
  using State = models::GraphState<P, Exec>;

  GraphDipoles(const Exec& exec, const P& physics, const State& state, const GraphOptions& options,
               const models::DipoleTables& tables)
      : exec_(exec), physics_(physics), state_(state), moves_(options.moves), seed_(options.seed),
        format_(tables.largest, tables.shape.sites()),
        tensor_(device_list<Exec>("neel::simulation::dipole_tensor", tables.tensor)),
        colours_(device_list<Exec>("neel::simulation::dipole_colours", state.graph.colours())),
        field_("neel::simulation::dipole_field", static_cast<std::size_t>(state.systems),
               3 * static_cast<std::size_t>(tables.shape.sites())),
        sums_("neel::simulation::dipole_sums", static_cast<std::size_t>(options.held),
              static_cast<std::size_t>(state.systems)),
        as_seen_{tables.shape, tables.units, tensor_.data(), field_.data()} {}

  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) override {
    refresh();
    const update::SweepBatch one{number, 1, fixed, adapting};
    for (std::uint32_t k = 0; k < moves_.size(); ++k) {
      update::with_move<P>(moves_[k], [&]<models::Move M>() {
        update::DipoleSweep<P, Exec, M>(physics_, state_, colours_, as_seen_, seed_, number, k, one.counter(M))
            .launch(exec_, state_.systems);
      });
    }
  }
  void spins_changed() override { fresh_ = false; }

  void measure(int slot) override {
    refresh();
    measure::DipoleEnergy<P, Exec>(state_, as_seen_, format_, sums_.data() + std::int64_t{slot} * state_.systems)
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

  /// From all pairs.
  double energy() const override {
    double sum = 0;
    Kokkos::parallel_reduce("neel::simulation::dipole_pairs",
                            Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                                exec_, 0, std::int64_t{state_.systems} * state_.graph.entries()),
                            measure::DipolePairs<P>(state_.contents(), as_seen_), sum);
    return sum;
  }
  void add_energies(int system, std::uint64_t first, std::vector<float>& to) override {
    refresh();
    const measure::OfSites<Exec> there("neel::simulation::dipole_energies", first, to.size(), 1);
    Kokkos::parallel_for(
        "neel::simulation::dipole_energies",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec_, 0, state_.graph.entries()),
        measure::DipoleLocalEnergy<P, Exec>(state_.contents().from(system), as_seen_.of_system(system), there));
    const std::vector<float> all = host_list(there.values);
    std::transform(to.begin(), to.end(), all.begin(), to.begin(), std::plus<>());
  }

private:
  void refresh() {
    if (!fresh_) {
      set_zero(exec_, field_);
      update::DipoleFields<P, Exec>(state_, as_seen_).launch(exec_, state_.systems);
      fresh_ = true;
    }
  }

  Exec exec_;
  P physics_;
  State state_;
  std::vector<models::Move> moves_;
  Seed seed_;
  LongFixedPoint format_;
  DeviceList<std::int32_t, Exec> tensor_;
  DeviceList<lattice::ColourVectors, Exec> colours_;
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Exec::memory_space> field_,
      sums_; ///< (system, ...), (slot, system)
  models::DipoleField as_seen_;
  bool fresh_ = false;
};

} // namespace neel::simulation
