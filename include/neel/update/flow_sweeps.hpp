// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch without any barrier: each thread keeps one even and one odd site, and moves each as soon as its
// six neighbours have made their last move. Values go from thread to thread by memory, and say which move they are after
// (core/tagged.hpp). A site cannot run ahead of those who still need its value: they are its neighbours, and it waits for
// what they make of it.

#include <neel/measure/block_sums.hpp>
#include <neel/update/flow.hpp>
#include <neel/update/quad_span.hpp>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec, bool Whole, bool Open>
class FlowSweeps : QuadSpan<FlowSweeps<Model, Exec, Whole, Open>, Model, Whole, Open> {
public:
  using Site = typename Model::Site;

  /// `version`: of the values at the start, other than any that is left in `flow`.
  FlowSweeps(const Model& model, const models::State<Model, Exec>& state, const Moves<Exec>& moves, const Seed& seed,
             const Span& span, const typename Model::Formats& formats, const Flow<Site, Exec>& flow,
             std::uint32_t version)
      : Base(model, state.geometry, moves, seed, span), formats_(formats), systems_(state.systems),
        per_system_(lattice::quad * quads_.count()), version_(version), contents_(state.contents()),
        flow_{flow.data(), flow.data() + flow.stride(0)} {}

  static constexpr std::size_t shared_bytes = measure::BlockSums<Model>::bytes;

  /// One for each site of a colour. None if there are not so many at once, or a warp would have sites of several systems.
  int threads(int at_once) const {
    const std::int64_t all = std::int64_t{systems_} * per_system_;
    return all <= at_once && whole_warps(per_system_, systems_) ? static_cast<int>(all) : 0;
  }

  static bool whole_warps(int per_system, int systems) { return systems == 1 || per_system % warp == 0; }
  /// Blocks have sites of one system, and a whole number of them has all; up to `most` threads.
  int threads_of_block(int most) const {
    int threads = most;
    while (systems_ > 1 && per_system_ % threads != 0) {
      threads -= warp;
    }
    return threads;
  }

  NEEL_FUNCTION void operator()(const Together& all) const {
    Own own(all);
    own.system = Kokkos::min(all.rank() / per_system_, systems_ - 1);
    const int site = all.rank() - own.system * per_system_;
    own.quad = quads_(Kokkos::min(site / lattice::quad, quads_.count() - 1));
    own.place = site % lattice::quad;
    own.version = version_;
    for (int c = 0; c < 2; ++c) {
      const auto colour = static_cast<lattice::Colour>(c);
      own.exists[c] =
          site < per_system_ && quads_.template load_one<Open>(own.quad, own.place, this->start(own.system), colour,
                                                               contents_.around(colour), own.site[c]);
      if (own.exists[c]) {
        lattice::Index step[lattice::directions];
        quads_.template steps_one<Open>(own.quad, own.place, colour, step, own.none[c]);
        for (int d = 0; d < lattice::directions; ++d) {
          own.step[c][d] = static_cast<int>(step[d]);
        }
        Tagged<Site>(own.site[c].own[0], version_).store(flow_[c] + words * own.site[c].entry);
      }
    }
    Sums::clear(all);
    all.sync();
    this->sweeps(own);
    for (int c = 0; c < 2; ++c) {
      if (own.exists[c]) {
        contents_.sites[c].store(own.site[c].entry, own.site[c].own[0]);
      }
    }
  }

private:
  static constexpr int warp = 32;
  using Base = QuadSpan<FlowSweeps, Model, Whole, Open>;
  using Base::quads_, Base::stream_, Base::span_, Base::model_;
  using Sums = measure::BlockSums<Model>;
  friend SpanOfMoves<FlowSweeps, Model>;
  static constexpr int words = Tagged<Site>::words;

  /// What a thread keeps: a site of each colour.
  struct Own {
    NEEL_FUNCTION explicit Own(const Together& together) : all(together) {}

    const Together& all;
    int system, place;
    lattice::Quads::Where quad;
    std::uint32_t version; ///< of both sites, once both have moved
    bool exists[2];
    lattice::Quad<Site, typename Model::Quenched, 1> site[2];
    int step[2][lattice::directions];
    bool none[2][lattice::directions];
  };

  template <models::Move M>
  NEEL_FUNCTION void sweep(Own& own, const random::QuadStream::Of& when, int m) const {
    std::uint32_t accepted = 0;
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      const auto colour = static_cast<lattice::Colour>(c);
      const random::Draw draw = random::draw_one<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(own.system),
                                                                  quads_.number(own.quad, colour), own.place);
      receive(own, c, own.version + static_cast<std::uint32_t>(c));
      if (own.exists[c]) {
        auto& q = own.site[c];
        const auto step = model_.template update<M>(contents_.conditions[own.system], q.at(0), draw);
        Tagged<Site>(step.site, own.version + 1).store(flow_[c] + words * q.entry);
        q.own[0] = step.site;
        accepted += step.accepted;
      }
    }
    ++own.version;
    if (std::int64_t* const counter = span_.counter(M, m); counter != nullptr) {
      own.all.add(counter + own.system, accepted);
    }
  }

  NEEL_FUNCTION void measure(Own& own, int m) const {
    if (std::int64_t* const to = span_.sums_of(m); to != nullptr) {
      receive(own, 0, own.version); // the odd site's neighbours made their last move before
      measure<lattice::Colour::even>(own, m);
      measure<lattice::Colour::odd>(own, m);
      Sums::finish(own.all, m, to + own.system * Sums::count);
    }
  }
  template <lattice::Colour C>
  NEEL_FUNCTION void measure(const Own& own, int m) const {
    constexpr int c = static_cast<int>(C);
    typename Sums::Share share;
    if (own.exists[c]) {
      share.add(model_.template measure<C>(contents_.conditions[own.system], own.site[c].at(0), formats_));
    }
    Sums::template add<C>(own.all, m, share);
  }

  /// Neighbours of the site of colour `c`, once all are of this version.
  NEEL_FUNCTION void receive(Own& own, int c, std::uint32_t version) const {
    auto& q = own.site[c];
    Tagged<Site> got[lattice::directions];
    update::receive(got, flow_[1 - c] + words * q.entry, own.step[c], own.none[c], own.exists[c], version);
    NEEL_UNROLLED_LOOP
    for (int d = 0; d < lattice::directions; ++d) {
      q.others[d][0] = Open && own.none[c][d] ? Site{} : got[d].value();
    }
  }

  typename Model::Formats formats_;
  int systems_, per_system_; ///< sites of a colour, with those that fill up rows
  std::uint32_t version_;
  models::Contents<Model> contents_;
  typename Tagged<Site>::Word* flow_[2];
};

/// Launches FlowSweeps, and keeps what they need.
template <models::SitePhysics Model, ExecutionSpace Exec>
class FlowLauncher {
public:
  /// `version`: the first; not zero, which memory begins with.
  explicit FlowLauncher(std::uint32_t version = 1) : version_(version) {}

  /// Whether warps have sites of one system each.
  static bool whole_warps(const lattice::Geometry& g, int systems) {
    return FlowSweeps<Model, Exec, false, true>::whole_warps(lattice::quad * lattice::Quads(g).count(), systems);
  }

  /// False where they do not, or not all threads can be there at once.
  bool run(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Moves<Exec>& moves,
           const Seed& seed, const Span& span, const typename Model::Formats& formats = {}) {
    const std::uint64_t moved = static_cast<std::uint64_t>(span.count) * moves.size();
    if (moved >= versions_of_a_launch) {
      return false;
    }
    if (flow_.size() == 0) {
      flow_ = Flow<typename Model::Site, Exec>("neel::update::flow", 2,
                                               static_cast<std::size_t>(state.systems * state.geometry.half_volume()),
                                               Tagged<typename Model::Site>::words);
    }
    bool done = false;
    lattice::with_quads_of(state.geometry, [&]<bool Whole, bool Open>() {
      done = run_together(
          exec, FlowSweeps<Model, Exec, Whole, Open>(model, state, moves, seed, span, formats, flow_, version_),
          nullptr);
    });
    version_ += done ? static_cast<std::uint32_t>(moved) + 1 : 0;
    return done;
  }

private:
  Flow<typename Model::Site, Exec> flow_;
  std::uint32_t version_;
};

} // namespace neel::update
