// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of a network in one launch, where a device has a thread for each site, or quad, of a colour: all threads move one
// colour, wait for one another, and go on. That saves a launch for each of perhaps many colours.

#include <neel/core/copy.hpp>
#include <neel/core/together.hpp>
#include <neel/update/network_sweep.hpp>
#include <neel/update/span.hpp>

#include <algorithm>
#include <vector>

namespace neel::update {

/// The sites of a colour, in each of several systems.
struct ColourSites {
  lattice::ColourQuads quads;
  int colour = 0;
  int sites = 0; ///< of a system, places without one included
  Divisor by_system{};
};

template <ExecutionSpace Exec>
using Colours = Kokkos::View<const ColourSites*, typename Exec::memory_space>;

template <models::NetworkPhysics P, ExecutionSpace Exec>
class NetworkTogether : NetworkMoves<P>, SpanOfMoves<NetworkTogether<P, Exec>, P> {
public:
  static constexpr int least_blocks = 2; ///< see run_together()

  /// `some`: the colours that have sites; `most`: quads of the largest in all systems.
  NetworkTogether(const P& physics, const models::NetworkState<P, Exec>& state, const Colours<Exec>& some, int most,
                  const Moves<Exec>& moves, const Seed& seed, const Span& span, bool by_site)
      : Base(physics, state, seed), SpanOfMoves<NetworkTogether, P>(moves, span), contents_(state.contents()),
        some_(some.data()), some_count_(static_cast<int>(some.size())), systems_(state.systems), most_(most),
        by_site_(by_site) {}

  /// One for each site of a colour, or for each quad, where there are so many.
  int threads(int at_once) {
    by_site_ = by_site_ || crystal::quad * most_ <= at_once;
    return by_site_ ? crystal::quad * most_ : (most_ <= at_once ? most_ : 0);
  }

  NEEL_FUNCTION void operator()(Together all) const { this->sweeps(all); }

private:
  using Base = NetworkMoves<P>;
  using Base::stream_;
  using SpanOfMoves<NetworkTogether, P>::span_;
  friend SpanOfMoves<NetworkTogether, P>;

  NEEL_FUNCTION const random::QuadStream& stream() const { return stream_; }

  template <models::Move M>
  NEEL_FUNCTION void sweep(Together& all, const random::QuadStream::Of& when, int m) const {
    NEEL_ROLLED_LOOP
    for (int k = 0; k < some_count_; ++k) {
      if (by_site_) {
        move_sites<M>(all, some_[k], when, span_.counter(M, m));
      } else {
        move_quads<M>(all, some_[k], when, span_.counter(M, m));
      }
      all.arrive();
    }
  }

  /// What does not depend on neighbours is done before they are there.
  template <models::Move M>
  NEEL_FUNCTION void move_sites(const Together& all, const ColourSites& colour, const random::QuadStream::Of& when,
                                std::int64_t* counter) const {
    const int count = systems_ * colour.sites;
    const auto mover = [&](int index) NEEL_INLINE_LAMBDA {
      const int system = colour.by_system.quotient(index), site = index - system * colour.sites;
      return this->template mover<M>(contents_, colour.quads, colour.colour, when, system, site / crystal::quad,
                                     site % crystal::quad);
    };
    typename Base::Mover next = mover(Kokkos::min(all.rank(), count - 1));
    all.wait();
    Accepted accepted(counter, systems_);
    NEEL_ROLLED_LOOP
    for (int index = all.rank(); index < count; index += all.size()) {
      if (index != all.rank()) {
        next = mover(index);
      }
      accepted.add(next.system, this->template move_one<M>(contents_, next));
    }
    accepted.done(all);
  }

  template <models::Move M>
  NEEL_FUNCTION void move_quads(const Together& all, const ColourSites& colour, const random::QuadStream::Of& when,
                                std::int64_t* counter) const {
    const int count = systems_ * colour.quads.quads;
    all.wait();
    Accepted accepted(counter, systems_);
    NEEL_ROLLED_LOOP
    for (int index = all.rank(); index < count; index += all.size()) {
      const int system = colour.by_system.quotient(crystal::quad * index), q = index - system * colour.quads.quads;
      accepted.add(system,
                   this->template move_quad<M>(contents_.from(system), colour.quads, colour.colour, when, system, q));
    }
    accepted.done(all);
  }

  /// Counts what a thread has accepted; one system's is added up warp by warp.
  struct Accepted {
    std::int64_t* counter;
    int systems;
    std::uint32_t all_of_one = 0;

    NEEL_FUNCTION Accepted(std::int64_t* c, int n) : counter(c), systems(n) {}
    NEEL_FUNCTION void add(int system, std::uint32_t moved) {
      if (systems == 1) {
        all_of_one += moved;
      } else if (counter != nullptr && moved != 0) {
        Kokkos::atomic_add(counter + system, std::int64_t{moved});
      }
    }
    NEEL_FUNCTION void done(const Together& all) const {
      if (systems == 1 && counter != nullptr) {
        all.add(counter, all_of_one);
      }
    }
  };

  models::NetworkContents<P> contents_;
  const ColourSites* some_;
  int some_count_, systems_, most_;
  bool by_site_;
};

/// Keeps what such launches of a network need.
template <models::NetworkPhysics P, ExecutionSpace Exec>
class NetworkTogetherLauncher {
public:
  NetworkTogetherLauncher(const models::NetworkState<P, Exec>& state, const std::vector<models::Move>& moves)
      : moves_(copied<Exec>(moves)), arrived_("neel::update::arrived") {
    std::vector<ColourSites> all;
    for (const lattice::ColourQuads& quads : state.network.colours()) {
      if (const int sites = crystal::quad * quads.quads; sites > 0) {
        all.push_back({quads, static_cast<int>(&quads - state.network.colours().data()), sites, Divisor(sites)});
        most_ = std::max(most_, std::int64_t{state.systems} * quads.quads);
      }
    }
    colours_ = device_list<Exec>("neel::update::colours", all);
  }

  /// A device has so many threads at once, likely: a quarter of those it could have, since they need many registers.
  bool fits(const Exec& exec) const { return runs_together<Exec> && 4 * most_ <= exec.concurrency(); }

  /// False where it cannot be; then nothing was done. `by_site`: a site to a thread even where it then has several.
  bool run(const Exec& exec, const P& physics, const models::NetworkState<P, Exec>& state, const Seed& seed,
           const Span& span, bool by_site = false) const {
    set_zero(exec, arrived_); // the last launch may have had other blocks
    return run_together(
        exec, NetworkTogether<P, Exec>(physics, state, colours_, static_cast<int>(most_), moves_, seed, span, by_site),
        arrived_.data());
  }

private:
  std::int64_t most_ = 0; ///< quads of the largest colour in all systems
  Moves<Exec> moves_;
  Colours<Exec> colours_;
  Kokkos::View<Arrivals, typename Exec::memory_space> arrived_;
};

} // namespace neel::update
