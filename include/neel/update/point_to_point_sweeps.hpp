// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch without any barrier: each thread keeps one even and one odd site, and moves each as soon as its
// six neighbours have made their last move. Values go from thread to thread by memory, and say which move they are after
// (core/backend/stamped.hpp). A site cannot run ahead of those who still need its value: they are its neighbours, and it waits for
// what they make of it.

#include <neel/measure/block_sums.hpp>
#include <neel/update/point_to_point.hpp>
#include <neel/update/vector_batch.hpp>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec, bool Whole, bool Open>
class PointToPointSweeps : VectorBatch<PointToPointSweeps<Model, Exec, Whole, Open>, Model, Whole, Open> {
public:
  using Site = typename Model::Site;

  /// `version`: of the values at the start, other than any that is left in `flow`.
  PointToPointSweeps(const Model& model, const models::State<Model, Exec>& state, const Moves<Exec>& moves,
                     const Seed& seed, const SweepBatch& batch, const typename Model::Formats& formats,
                     const StampedSites<Site, Exec>& stamped, std::uint32_t stamp)
      : Base(model, state.geometry, moves, seed, batch), formats_(formats), systems_(state.systems),
        per_system_(lattice::vector_length * vectors_.count()), stamp_(stamp), contents_(state.contents()),
        stamped_{stamped.data(), stamped.data() + stamped.stride(0)} {}

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

  NEEL_FUNCTION void operator()(const GridThread& all) const {
    Own own(all);
    own.system = Kokkos::min(all.rank() / per_system_, systems_ - 1);
    const int site = all.rank() - own.system * per_system_;
    own.vector_length = vectors_(Kokkos::min(site / lattice::vector_length, vectors_.count() - 1));
    own.place = site % lattice::vector_length;
    own.stamp = stamp_;
    for (int c = 0; c < 2; ++c) {
      const auto colour = static_cast<lattice::Colour>(c);
      own.exists[c] =
          site < per_system_ && vectors_.template load_one<Open>(own.vector_length, own.place, this->start(own.system),
                                                                 colour, contents_.around(colour), own.site[c]);
      if (own.exists[c]) {
        lattice::Index step[lattice::directions];
        vectors_.template steps_one<Open>(own.vector_length, own.place, colour, step, own.none[c]);
        for (int d = 0; d < lattice::directions; ++d) {
          own.step[c][d] = static_cast<int>(step[d]);
        }
        Stamped<Site>(own.site[c].own[0], stamp_).store(stamped_[c] + words * own.site[c].entry);
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
  using Base = VectorBatch<PointToPointSweeps, Model, Whole, Open>;
  using Base::vectors_, Base::stream_, Base::batch_, Base::model_;
  using Sums = measure::BlockSums<Model>;
  friend BatchOfMoves<PointToPointSweeps, Model>;
  static constexpr int words = Stamped<Site>::words;

  /// What a thread keeps: a site of each colour.
  struct Own {
    NEEL_FUNCTION explicit Own(const GridThread& together) : all(together) {}

    const GridThread& all;
    int system, place;
    lattice::SiteVectors::VectorPlace vector_length;
    std::uint32_t stamp; ///< of both sites, once both have moved
    bool exists[2];
    lattice::SiteVector<Site, typename Model::Quenched, 1> site[2];
    int step[2][lattice::directions];
    bool none[2][lattice::directions];
  };

  template <models::Move M>
  NEEL_FUNCTION void sweep(Own& own, const random::VectorStream::Of& when, int m) const {
    std::uint32_t accepted = 0;
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      const auto colour = static_cast<lattice::Colour>(c);
      const random::Draw draw = random::draw_one<Model::words(M)>(
          stream_, when, static_cast<std::uint32_t>(own.system), vectors_.number(own.vector_length, colour), own.place);
      receive(own, c, own.stamp + static_cast<std::uint32_t>(c));
      if (own.exists[c]) {
        auto& q = own.site[c];
        const auto step = model_.template update<M>(contents_.conditions[own.system], q.at(0), draw);
        Stamped<Site>(step.site, own.stamp + 1).store(stamped_[c] + words * q.entry);
        q.own[0] = step.site;
        accepted += step.accepted;
      }
    }
    ++own.stamp;
    if (std::int64_t* const counter = batch_.counter(M, m); counter != nullptr) {
      own.all.add(counter + own.system, accepted);
    }
  }

  NEEL_FUNCTION void measure(Own& own, int m) const {
    if (std::int64_t* const to = batch_.sums_of(m); to != nullptr) {
      receive(own, 0, own.stamp); // the odd site's neighbours made their last move before
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
  NEEL_FUNCTION void receive(Own& own, int c, std::uint32_t stamp) const {
    auto& q = own.site[c];
    Stamped<Site> got[lattice::directions];
    update::receive(got, stamped_[1 - c] + words * q.entry, own.step[c], own.none[c], own.exists[c], stamp);
    NEEL_UNROLLED_LOOP
    for (int d = 0; d < lattice::directions; ++d) {
      q.others[d][0] = Open && own.none[c][d] ? Site{} : got[d].value();
    }
  }

  typename Model::Formats formats_;
  int systems_, per_system_; ///< sites of a colour, with those that fill up rows
  std::uint32_t stamp_;
  models::Contents<Model> contents_;
  typename Stamped<Site>::Word* stamped_[2];
};

/// Launches PointToPointSweeps, and keeps what they need.
template <models::SitePhysics Model, ExecutionSpace Exec>
class PointToPointLauncher {
public:
  /// `version`: the first; not zero, which memory begins with.
  explicit PointToPointLauncher(std::uint32_t stamp = 1) : stamp_(stamp) {}

  /// Whether warps have sites of one system each.
  static bool whole_warps(const lattice::Geometry& g, int systems) {
    return PointToPointSweeps<Model, Exec, false, true>::whole_warps(
        lattice::vector_length * lattice::SiteVectors(g).count(), systems);
  }

  /// False where they do not, or not all threads can be there at once.
  bool run(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Moves<Exec>& moves,
           const Seed& seed, const SweepBatch& batch, const typename Model::Formats& formats = {}) {
    const std::uint64_t moved = static_cast<std::uint64_t>(batch.count) * moves.size();
    if (moved >= stamps_of_a_launch) {
      return false;
    }
    if (stamped_.size() == 0) {
      stamped_ = StampedSites<typename Model::Site, Exec>(
          "neel::update::flow", 2, static_cast<std::size_t>(state.systems * state.geometry.half_volume()),
          Stamped<typename Model::Site>::words);
    }
    bool done = false;
    lattice::with_vectors_of(state.geometry, [&]<bool Whole, bool Open>() {
      done = launch_cooperative(
          exec,
          PointToPointSweeps<Model, Exec, Whole, Open>(model, state, moves, seed, batch, formats, stamped_, stamp_),
          nullptr);
    });
    stamp_ += done ? static_cast<std::uint32_t>(moved) + 1 : 0;
    return done;
  }

private:
  StampedSites<typename Model::Site, Exec> stamped_;
  std::uint32_t stamp_;
};

} // namespace neel::update
