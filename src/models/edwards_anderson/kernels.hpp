// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The engine of one coding, storage order and execution space.

#include "models/edwards_anderson/counts.hpp"
#include "models/edwards_anderson/engine.hpp"
#include "models/edwards_anderson/pair_moves.hpp"

#include <neel/measure/hash.hpp>
#include <neel/measure/sample_overlaps.hpp>
#include <neel/models/edwards_anderson_start.hpp>
#include <neel/simulation/batched_sweeps.hpp>
#include <neel/simulation/halo.hpp>
#include <neel/simulation/slabs.hpp>
#include <neel/simulation/spaces.hpp>
#include <neel/update/exchange.hpp>
#include <neel/update/keep.hpp>
#include <neel/update/multispin_sweeps.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace neel::models {

template <class Model, class Order, ExecutionSpace Exec>
class EdwardsAndersonKernels final : public EdwardsAndersonEngine {
public:
  static constexpr int words = Model::words;
  static constexpr bool slabs = Model::samples == 1;
  static constexpr const char* room_name = "lowest_spins";

  EdwardsAndersonKernels(const EdwardsAndersonOptions& o, run::Communicator& ranks)
      : options_(o), ranks_(&ranks), whole_(cells(o.geometry)),
        state_(simulation::part_of(whole_, ranks), o.systems, o.replicas), masks_(state_), order_(make_order()),
        bank_(random::make_bank(o.generator, exec_, o.seed.value, o.streams)),
        counts_(exec_, order_, o, whole_, ranks) {
    DrawBonds draw{of_words(o.disorder_seed), random::threshold(1 - o.positive)};
    Kokkos::View<std::uint32_t*, typename Exec::memory_space> given;
    if (o.given) {
      given = decltype(given)("neel::models::given", o.given->bits.size());
      simulation::copy_in(exec_, given, o.given->bits);
      draw.given = {given.data(), o.geometry.sites(), o.given->alike};
    }
    if constexpr (slabs) {
      model_.stride = order_.stride();
      start_and_bonds(StartBits<words>{of_words(o.seed.value), o.random_start, o.systems, order_.stride()},
                      SlabBonds<words>{o.geometry, o.chains(), draw});
    } else {
      start_and_bonds(StartBits<words>{of_words(o.seed.value), o.random_start, o.systems},
                      SampleBonds<words, Order>{o.geometry, o.chains(), draw});
    }
    if (ranks.size() > 1) {
      halo_.emplace(whole_, state_.geometry, o.systems * o.replicas, ranks);
      fill_halo();
    }
    if (o.pair_moves > 0) {
      pair_moves_.emplace(state_, whole_);
    }
    wait(); // what was given may go
    if (bank_) {
      numbers_ = typename random::StreamArray<Exec>::NumbersView(
          "neel::models::numbers", static_cast<std::size_t>(o.replicas * state_.replica_stride()));
    } else if (!halo_) {
      sweeps_.emplace(SweepExecutor(exec_, model_, state_, order_, o.seed));
    }
  }

  void set_temperatures(std::span<const double> each) override {
    const auto host = Kokkos::create_mirror_view(now().conditions);
    for (std::size_t s = 0; s < host.size(); ++s) {
      host(s) = thresholds(each[std::min(s, each.size() - 1)]);
    }
    copy_numbers(exec_, state_.conditions, host);
    wait(); // the host's copy ends here
  }
  void exchange(std::span<const Exchange> pairs) override {
    update::ExchangeSamples<Model, Exec>(now(), options_.chains(), masks_.of(exec_, pairs)).launch(exec_);
    if (halo_) { // its exchange has streams of its own
      wait();
    }
  }
  void make_room() override { room_ = KeptSpins("lowest", state_.geometry, options_.chains()); }
  void keep(std::span<const update::SampleOfReplica> all) override {
    update::KeepSamples<Model, Exec>(now(), options_.chains(), masks_.of(exec_, all), room_).launch(exec_);
  }
  void sweep(std::uint64_t number) override {
    const auto passes = static_cast<std::uint64_t>(options_.passes);
    for (std::uint64_t n = 0; n < passes; ++n) {
      metropolis(number * passes + n);
    }
    for (int n = 0; n < options_.pair_moves; ++n) {
      pair_moves_->move(exec_, now(), order_, options_.seed, number, n, options_.pair_moves, *ranks_);
      fill_halo();
    }
  }
  void wait() override {
    now();
    exec_.fence("neel::models::wait");
  }
  std::uint64_t hash() override {
    auto hash = static_cast<std::int64_t>(measure::hash(exec_, state_.geometry, state_.systems * state_.replicas,
                                                        now().sites, order_, numbers_of_systems_));
    ranks_->add(std::span<std::int64_t>(&hash, 1));
    return static_cast<std::uint64_t>(hash);
  }
  void be_part(int first, int all) override { numbers_of_systems_ = {first, state_.systems, all}; }

  const std::vector<Counts>& unsatisfied(lattice::Colour from) override { return counts_.unsatisfied(now(), from); }
  std::vector<Counts> since(const std::string& name) override { return counts_.differing(now(), kept_.at(name)); }
  void remember(const std::string& name) override {
    KeptSpins kept("kept", state_.geometry, state_.systems * state_.replicas);
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      copy_numbers(exec_, kept.half(c), now().sites.half(c));
    }
    kept_.insert_or_assign(name, kept);
  }

  void overlaps(int sample, double* to) override {
    measure::sample_overlaps<slabs>(exec_, now(), order_, options_.geometry, sample, to);
  }
  std::vector<float> spins(int sample, int replica) override {
    return places().natural(own(now().sites), state_.replicas * state_.systems, replica * state_.systems, sample);
  }
  void kept(const std::function<void(int, std::vector<float>)>& receive) override {
    const run::Array all = own(room_);
    for (int sample = 0; sample < options_.samples() / options_.rungs; ++sample) {
      receive(sample, places().natural(all, options_.chains(), 0, sample));
    }
  }
  void set_spins(int sample, int replica, std::span<const float> natural) override {
    std::vector<run::Array> arrays{own(now().sites)};
    places().set(arrays.front(), state_.replicas * state_.systems, replica * state_.systems, sample, natural);
    simulation::from_pieces(arrays, "spins", simulation::values_of(state_.sites));
    fill_halo();
  }

  std::vector<run::Array> save() override {
    const run::Array::Systems all{2, state_.replicas}, samples{2};
    std::vector<run::Array> arrays{run::along(joined("spins", now().sites), all)};
    if (bank_) {
      arrays.push_back(simulation::in_pieces("generator", simulation::values_of({bank_->states()})));
    }
    for (const auto& [name, spins] : kept_) {
      arrays.push_back(run::along(joined(name, spins), all));
    }
    if (room_.bytes() > 0) {
      arrays.push_back(run::along(joined(room_name, room_), samples));
    }
    return arrays;
  }
  void load(std::vector<run::Array>& arrays) override {
    part_from_array(arrays, "spins", now().sites);
    fill_halo();
    if (bank_) {
      simulation::from_pieces(arrays, "generator", simulation::values_of({bank_->states()}));
    }
    if (room_.bytes() > 0) {
      part_from_array(arrays, room_name, room_);
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const std::string name = arrays[k].name;
      if (name.starts_with(kept_prefix)) {
        remember(name);
        part_from_array(arrays, name, kept_.at(name));
      }
    }
  }

  Measured measure(std::span<const Pair> pairs, int most) override { return counts_.measure(now(), pairs, most); }

private:
  using KeptSpins = lattice::Field<typename Model::Site, Exec>;
  using SweepExecutor = update::MultispinSweeps<Model, Order, Exec>;

  /// With all sweeps that waited.
  const State<Model, Exec>& now() {
    if (sweeps_) {
      sweeps_->finish();
    }
    return state_;
  }

  void metropolis(std::uint64_t number) {
    if constexpr (!slabs) {
      if (bank_) {
        update::ordered_sweep(exec_, model_, state_, order_, *bank_, numbers_);
        return;
      }
    }
    if (halo_) {
      halo_->sweep(exec_, state_.sites, [&](const Exec& exec, lattice::Colour c, const lattice::Planes& planes) {
        const random::PhiloxSource source{options_.seed, number};
        update::ordered_half_sweep(exec, model_, state_, order_, planes, c, source);
      });
    } else {
      sweeps_->sweep(number, nullptr, nullptr);
    }
  }
  void fill_halo() {
    if (halo_) {
      halo_->fill(exec_, state_.sites);
    }
  }
  SamplePlaces<words, slabs, Order> places() const {
    return {order_, options_.geometry, whole_, state_.geometry, ranks_};
  }
  /// What this rank has of them, with its halo.
  static run::Array own(const KeptSpins& spins) {
    run::Array all = simulation::in_pieces("spins", simulation::values_of(spins));
    run::complete(all);
    return all;
  }
  run::Array joined(const std::string& name, const KeptSpins& spins) const {
    return simulation::in_pieces(name, simulation::values_of(spins), simulation::Cut::of(whole_, state_.geometry),
                                 *ranks_);
  }
  void part_from_array(std::vector<run::Array>& arrays, const std::string& name, const KeptSpins& to) const {
    simulation::from_pieces(arrays, name, simulation::values_of(to), simulation::Cut::of(whole_, state_.geometry),
                            *ranks_);
  }

  static lattice::Geometry cells(const lattice::Geometry& g) {
    if constexpr (slabs) {
      return lattice::Slabs<words>::cells(g);
    } else {
      return g;
    }
  }
  Order make_order() const {
    if constexpr (slabs) {
      return Order(options_.geometry, state_.geometry);
    } else {
      return Order(state_.geometry);
    }
  }
  /// Starts and couplings are drawn by words of samples, of which a coded system has several.
  Seed of_words(std::uint64_t seed) const {
    return {seed, options_.seed.first_system * static_cast<std::uint32_t>(slabs ? 1 : words)};
  }

  template <class Start, class Couplings>
  void start_and_bonds(const Start& start, const Couplings& bonds) {
    fill("start_spins", exec_, state_.geometry, state_.systems * state_.replicas, state_.sites, start, order_);
    fill("draw_bonds", exec_, state_.geometry, state_.systems, state_.quenched, bonds, order_);
  }

  Exec exec_;
  EdwardsAndersonOptions options_;
  run::Communicator* ranks_;
  lattice::Geometry whole_; ///< of the sites, or of the cells of slabs, of which the state can be a slab of planes
  State<Model, Exec> state_;
  update::SampleMasks<Model, Exec> masks_; ///< of samples that are exchanged or kept
  Order order_;
  Model model_{};
  std::optional<simulation::FieldHalo<typename Model::Site, Exec, Order::one_way>> halo_;
  std::optional<simulation::BatchedSweeps<SweepExecutor>> sweeps_; ///< of a whole lattice, with numbers of Philox
  std::unique_ptr<random::StreamArray<Exec>> bank_;
  typename random::StreamArray<Exec>::NumbersView numbers_;
  measure::SystemNumbers numbers_of_systems_ = measure::SystemNumbers::of(state_.systems * state_.replicas);
  GlassCounts<Model, Order, Exec> counts_;
  std::optional<PairMoves<Model, Order, Exec>> pair_moves_;
  std::map<std::string, KeptSpins> kept_;
  KeptSpins room_; ///< for the lowest energies: (chain)
};

/// Asynchronous coding with W words. Instantiated in a file of its own for each W, since it takes long to compile.
template <int W>
std::unique_ptr<EdwardsAndersonEngine> make_asynchronous(const EdwardsAndersonOptions& o, run::ExecutionContext where) {
  using Model = EdwardsAnderson<W>;
  return simulation::in_space(where.space, [&]<class Exec>(const Exec&) -> std::unique_ptr<EdwardsAndersonEngine> {
    if (o.order == "sliced") {
      return std::make_unique<EdwardsAndersonKernels<Model, lattice::Sliced, Exec>>(o, *where.ranks);
    }
    if (o.order == "bitwise") {
      return std::make_unique<EdwardsAndersonKernels<Model, lattice::Bitwise, Exec>>(o, *where.ranks);
    }
    return std::make_unique<EdwardsAndersonKernels<Model, lattice::Standard, Exec>>(o, *where.ranks);
  });
}
extern template std::unique_ptr<EdwardsAndersonEngine> make_asynchronous<1>(const EdwardsAndersonOptions&,
                                                                            run::ExecutionContext);
extern template std::unique_ptr<EdwardsAndersonEngine> make_asynchronous<4>(const EdwardsAndersonOptions&,
                                                                            run::ExecutionContext);
extern template std::unique_ptr<EdwardsAndersonEngine> make_asynchronous<16>(const EdwardsAndersonOptions&,
                                                                             run::ExecutionContext);

} // namespace neel::models
