// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch, of lattices that fit into the memory which blocks of threads have for themselves: each block
// keeps a brick there (lattice/bricks.hpp), each of its threads moving a quad of either colour. Only the rows that other bricks
// see go through the device's memory, as values that say which move they are after (core/tagged.hpp). A brick cannot run ahead
// of one that still needs its rows: it waits for what that makes of them. A lattice that fits as a whole is one brick, and
// waits for nobody.

#include <neel/measure/block_sums.hpp>
#include <neel/update/brick_halo.hpp>
#include <neel/update/brick_plan.hpp>
#include <neel/update/flow.hpp>
#include <neel/update/quad_span.hpp>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec, bool Whole, bool Open>
class BrickSweeps : QuadSpan<BrickSweeps<Model, Exec, Whole, Open>, Model, Whole, Open> {
public:
  using Site = typename Model::Site;
  using Quenched = typename Model::Quenched;
  static constexpr int most_threads = BrickPlan::most_threads;

  /// `groups` systems at the same time. `version`: of the values at the start, other than any that is left in `flow`.
  BrickSweeps(const Model& model, const models::State<Model, Exec>& state, const lattice::Bricks& bricks, int groups,
              const Moves<Exec>& moves, const Seed& seed, const Span& span, const typename Model::Formats& formats,
              const Flow<Site, Exec>& flow, std::uint32_t version)
      : Base(model, bricks.stored(), moves, seed, span), formats_(formats), bricks_(bricks),
        halo_(bricks, state.geometry), systems_(state.systems), groups_(groups), row_(state.geometry.half_x()),
        in_row_(lattice::quads_x(state.geometry)), volume_(static_cast<int>(state.geometry.half_volume())),
        pitch_(BrickPlan::pitch(bricks.stored())), version_(version), contents_(state.contents()), flow_(flow.data()),
        to_odd_(flow.stride(0)) {}

  Blocks blocks() const {
    return {groups_ * bricks_.count(), bricks_.most_rows() * in_row_,
            BrickPlan::shared(bricks_, site_bytes<Model>) + Sums::bytes};
  }

  NEEL_FUNCTION void operator()(Together all) const {
    const int count = bricks_.count(), group = all.block() / count;
    Own own(all, bricks_.one(all.block() - group * count));
    char* const memory = all.shared() + Sums::bytes;
    own.sites = reinterpret_cast<typename Site::Component*>(memory);
    own.quenched = reinterpret_cast<typename Quenched::Component*>(memory + bytes<Site>());
    own.halo = reinterpret_cast<FromOther*>(memory + bytes<Site>() + bytes<Quenched>());
    own.flow = flow_ + static_cast<std::int64_t>(group) * volume_ * Halo::words;
    own.version = version_;
    Sums::clear(all);
    own.from_others = halo_.sites(own.brick);
    halo_.find(all, own.brick, own.halo);
    find_place(own);
    if (bricks_.open()) {
      clear(own);
    }
    NEEL_ROLLED_LOOP
    for (int first = 0; first < systems_; first += groups_) {
      own.system = first + group;
      if (own.system < systems_) {
        load(own); // seen by all after the first sync() of a sweep
        own.conditions = contents_.conditions[own.system];
        own.received = own.version;
        this->sweeps(own);
      }
      if (count > 1) { // all have read what the others are about to write
        all.arrive();
        all.wait();
      } else {
        all.sync();
      }
      if (own.exists && own.system < systems_) {
        store(own);
      }
    }
  }

private:
  using Base = QuadSpan<BrickSweeps, Model, Whole, Open>;
  using Base::quads_, Base::stream_, Base::span_, Base::model_;
  using Sums = measure::BlockSums<Model>;
  friend SpanOfMoves<BrickSweeps, Model>;
  using Halo = BrickHalo<Site, Whole>;
  using Word = typename Halo::Word;
  using FromOther = typename Halo::FromOther;

  /// What a thread knows of its block, and its place in it: a quad of each colour.
  struct Own {
    NEEL_FUNCTION Own(Together& together, const lattice::Bricks::One& one) : all(together), brick(one) {}

    Together& all;
    lattice::Bricks::One brick;
    typename Site::Component* sites;
    typename Quenched::Component* quenched;
    FromOther* halo;
    int from_others; ///< sites of the halo that others send
    Word* flow;
    bool exists, seen; ///< by other bricks
    lattice::Quads::Place place[2];
    int entry;            ///< in the lattice, of its first site
    int to_flow;          ///< where that site's value goes
    std::uint32_t number; ///< of its even quad
    int system;
    typename Model::Conditions conditions;
    std::uint32_t version, received; ///< of both colours; of the halo's odd one
  };

  template <class S>
  NEEL_FUNCTION std::size_t bytes() const {
    return sizeof(typename S::Component) * static_cast<std::size_t>(2 * S::components * pitch_);
  }
  template <class S>
  NEEL_FUNCTION lattice::SitePointer<S, false> stored(typename S::Component* from, int colour) const {
    lattice::SitePointer<S, false> p;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < S::components; ++k) {
      p.at[k] = from + (colour * S::components + k) * pitch_;
    }
    return p;
  }

  NEEL_FUNCTION void find_place(Own& own) const {
    const int row = own.all.thread() / in_row_, column = own.all.thread() - row * in_row_;
    own.exists = row < own.brick.rows();
    const lattice::Bricks::Row r = own.brick.row(Kokkos::min(row, own.brick.rows() - 1));
    own.seen = own.exists && r.seen;
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      const auto colour = static_cast<lattice::Colour>(c);
      own.place[c] = lattice::Quads::Place(quads_, {column, r.y, r.z, true}, own.brick.colour(colour));
      own.place[c].colour = colour;
    }
    own.entry = r.place * row_ + lattice::quad * column;
    own.to_flow = halo_.begin(r.place, column);
    own.number = lattice::quad_number(r.place * in_row_ + column, lattice::Colour::even);
  }

  /// What lies beyond an open edge stays so.
  NEEL_FUNCTION void clear(const Own& own) const {
    for (int n = own.all.thread(); n < 2 * Site::components * pitch_; n += own.all.threads()) {
      own.sites[n] = 0;
    }
    for (int n = own.all.thread(); n < 2 * Quenched::components * pitch_; n += own.all.threads()) {
      own.quenched[n] = 0;
    }
    own.all.sync();
  }
  NEEL_FUNCTION void load(const Own& own) const {
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      const auto to = stored<Site>(own.sites, c), from = contents_.sites[c] + own.system * volume_;
      const auto to_quenched = stored<Quenched>(own.quenched, c);
      const auto from_quenched = contents_.quenched[c] + own.system * volume_;
      const auto take = [&](int there, int here) NEEL_INLINE_LAMBDA {
        to.store(here, from[there]);
        to_quenched.store(here, from_quenched[there]);
      };
      for (int j = 0; j < lattice::quad; ++j) {
        if (own.exists && j < own.place[c].left) {
          take(own.entry + j, own.place[c].entry + j);
        }
      }
      for (int n = own.all.thread(); n < own.from_others; n += own.all.threads()) { // listed by this thread
        take(halo_.entry(own.halo[n]), own.halo[n].to);
      }
    }
  }
  NEEL_FUNCTION void store(const Own& own) const {
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      const auto to = contents_.sites[c] + own.system * volume_;
      for (int j = 0; j < lattice::quad; ++j) {
        if (j < own.place[c].left) {
          to.store(own.entry + j, stored<Site>(own.sites, c)[own.place[c].entry + j]);
        }
      }
    }
  }

  template <models::Move M>
  NEEL_FUNCTION void sweep(Own& own, const random::QuadStream::Of& when, int m) const {
    std::uint32_t accepted = 0;
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      random::Draw draw[random::quad]; // while values are on their way
      random::draw_quad<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(own.system),
                                         own.number + static_cast<std::uint32_t>(c), draw);
      if (bricks_.count() > 1 && (c != 0 || own.version != own.received)) {
        receive(own, 1 - c, own.version + static_cast<std::uint32_t>(c));
      }
      own.all.sync();
      if (own.exists) {
        accepted += this->template move<M>(own, c, draw);
      }
    }
    ++own.version;
    if (std::int64_t* const counter = span_.counter(M, m); counter != nullptr) {
      own.all.add(counter + own.system, accepted);
    }
  }

  NEEL_FUNCTION void measure(Own& own, int m) const {
    if (std::int64_t* const to = span_.sums_of(m); to != nullptr) {
      if (bricks_.count() > 1) {
        receive(own, 1, own.version);
        own.received = own.version;
      }
      own.all.sync();
      measure<lattice::Colour::even>(own, m);
      measure<lattice::Colour::odd>(own, m);
      Sums::finish(own.all, m, to + own.system * Sums::count);
    }
  }
  template <lattice::Colour C>
  NEEL_FUNCTION void measure(const Own& own, int m) const {
    typename Sums::Share share;
    if (own.exists) {
      lattice::Quad<Site, Quenched> q;
      load(own, static_cast<int>(C), q);
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < random::quad; ++j) {
        if (j < q.count) {
          share.add(model_.template measure<C>(own.conditions, q.at(j), formats_));
        }
      }
    }
    Sums::template add<C>(own.all, m, share);
  }

  NEEL_FUNCTION void load(const Own& own, int c, lattice::Quad<Site, Quenched>& q) const {
    const lattice::Around<Site, Quenched> around{
        stored<Site>(own.sites, c).read(), stored<Site>(own.sites, 1 - c).read(),
        stored<Quenched>(own.quenched, c).read(), stored<Quenched>(own.quenched, 1 - c).read()};
    quads_.template load<Whole ? lattice::quad : 1, Open>(own.place[c], 0, around, q);
  }

  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move(const Own& own, int c, const random::Draw (&draw)[random::quad]) const {
    lattice::Quad<Site, Quenched> q;
    load(own, c, q);
    Site to[random::quad];
    std::uint32_t accepted = 0;
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < random::quad; ++j) {
      const auto step = model_.template update<M>(own.conditions, q.at(j), draw[j]);
      to[j] = step.site;
      accepted += j < q.count ? step.accepted : 0U;
    }
    if (own.seen) {
      Word* const there = own.flow + c * to_odd_ + own.to_flow;
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < random::quad; ++j) {
        if (Whole || j < own.place[c].left) { // an entry that is no site, too
          Tagged<Site>(j < q.count ? to[j] : Site{}, own.version + 1).store(there + j * halo_.apart());
        }
      }
    }
    quads_.template store<Whole ? lattice::quad : 1>(stored<Site>(own.sites, c), q.entry, q.count, to);
    return accepted;
  }

  /// Waits until the halo of colour `c` is of this version.
  NEEL_FUNCTION void receive(const Own& own, int c, std::uint32_t version) const {
    halo_.receive(own.all, own.halo, own.from_others, own.flow + c * to_odd_, stored<Site>(own.sites, c), version);
  }

  typename Model::Formats formats_;
  lattice::Bricks bricks_;
  Halo halo_;
  int systems_, groups_, row_, in_row_; ///< entries, quads
  int volume_, pitch_;                  ///< entries of a system, of a brick
  std::uint32_t version_;
  models::Contents<Model> contents_;
  Word* flow_;
  std::int64_t to_odd_;
};

} // namespace neel::update
