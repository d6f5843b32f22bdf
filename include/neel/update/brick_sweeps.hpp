// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch, of lattices that fit into the memory which blocks of threads have for themselves: each block
// keeps a brick there (lattice/bricks.hpp), each of its threads moving a quad of either colour. Only the rows that other bricks
// see go through the device's memory, as values that say which move they are after (core/tagged.hpp). A brick cannot run ahead
// of one that still needs its rows: it waits for what that makes of them. A lattice that fits as a whole is one brick, and
// waits for nobody.

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
              const Moves<Exec>& moves, const Seed& seed, const Span& span, const Flow<Site, Exec>& flow,
              std::uint32_t version)
      : Base(model, bricks.stored(), moves, seed, span), bricks_(bricks), systems_(state.systems), groups_(groups),
        row_(state.geometry.half_x()), in_row_(lattice::quads_x(state.geometry)), by_row_(row_),
        volume_(static_cast<int>(state.geometry.half_volume())), pitch_(BrickPlan::pitch(bricks.stored())),
        version_(version), contents_(state.contents()), flow_(flow.data()), to_odd_(flow.stride(0)) {}

  Blocks blocks() const {
    return {groups_ * bricks_.count(), bricks_.most_rows() * in_row_, BrickPlan::shared(bricks_, site_bytes<Model>)};
  }

  NEEL_FUNCTION void operator()(Together all) const {
    const int count = bricks_.count(), group = all.block() / count;
    Own own(all, bricks_.one(all.block() - group * count));
    own.sites = reinterpret_cast<typename Site::Component*>(all.shared());
    own.quenched = reinterpret_cast<typename Quenched::Component*>(all.shared() + bytes<Site>());
    own.halo = reinterpret_cast<FromOther*>(all.shared() + bytes<Site>() + bytes<Quenched>());
    own.flow = flow_ + static_cast<std::int64_t>(group) * volume_ * words;
    own.version = version_;
    find_halo(own);
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
        own.begun = own.version;
        this->sweeps(own);
      } else {
        own.version += static_cast<std::uint32_t>(span_.count) * static_cast<std::uint32_t>(this->moves_per_sweep());
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
  using Base::quads_, Base::stream_, Base::span_, Base::model_, Base::half_volume_;
  friend SpanOfMoves<BrickSweeps, Model>;
  using Word = typename Tagged<Site>::Word;
  static constexpr int words = Tagged<Site>::words;

  /// A site of the halo: where it is stored, and where its value comes from.
  struct FromOther {
    int to, from;
  };

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
    std::uint32_t version, begun;
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

  /// Lists the sites of the halo, each of them one of another brick.
  NEEL_FUNCTION void find_halo(Own& own) const {
    own.from_others = own.brick.halo() * row_;
    for (int n = own.all.thread(); n < own.from_others; n += own.all.threads()) {
      const int row = by_row_.quotient(n), i = n - row * row_;
      const lattice::Bricks::Row r = own.brick.halo(row);
      own.halo[n] = {(r.z * bricks_.stored().ly + r.y) * row_ + from_flow(i), words * (r.place * row_ + i)};
    }
  }
  /// Which of a row's entries has value n of those on their way: first the first ones of all quads, so that warps write and read
  /// what lies side by side.
  NEEL_FUNCTION int from_flow(int n) const { return Whole ? lattice::quad * (n % in_row_) + n / in_row_ : n; }

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
    own.to_flow = words * (r.place * row_ + (Whole ? 1 : lattice::quad) * column);
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
        const FromOther one = own.halo[n];
        const int value = one.from / words, row = by_row_.quotient(value);
        take(row * row_ + from_flow(value - row * row_), one.to);
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
  NEEL_FUNCTION void sweep(Own& own, const random::QuadStream::Of& when, int n) const {
    std::uint32_t accepted = 0;
    NEEL_UNROLLED_LOOP
    for (int c = 0; c < 2; ++c) {
      random::Draw draw[random::quad]; // while values are on their way
      random::draw_quad<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(own.system),
                                         own.number + static_cast<std::uint32_t>(c), draw);
      if (bricks_.count() > 1 && (c != 0 || own.version != own.begun)) {
        receive(own, 1 - c, own.version + static_cast<std::uint32_t>(c));
      }
      own.all.sync();
      if (own.exists) {
        accepted += this->template move<M>(own, c, draw);
      }
    }
    ++own.version;
    if (std::int64_t* const counter = span_.counter(M, n); counter != nullptr) {
      own.all.add(counter + own.system, accepted);
    }
  }

  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move(const Own& own, int c, const random::Draw (&draw)[random::quad]) const {
    const lattice::SitePointer<Site, false> mine = stored<Site>(own.sites, c);
    const lattice::Around<Site, Quenched> around{mine.read(), stored<Site>(own.sites, 1 - c).read(),
                                                 stored<Quenched>(own.quenched, c).read(),
                                                 stored<Quenched>(own.quenched, 1 - c).read()};
    lattice::Quad<Site, Quenched> q;
    quads_.template load<Whole, Open>(own.place[c], 0, around, q);
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
          Tagged<Site>(j < q.count ? to[j] : Site{}, own.version + 1).store(there + words * j * (Whole ? in_row_ : 1));
        }
      }
    }
    lattice::Quads::template store<Whole>(mine, q.entry, q.count, to);
    return accepted;
  }

  /// Waits until the halo of colour `c` is of this version.
  NEEL_FUNCTION void receive(const Own& own, int c, std::uint32_t version) const {
    const auto to = stored<Site>(own.sites, c);
    int first = 0;
    for (; first + 2 * own.all.threads() < own.from_others; first += 3 * own.all.threads()) {
      receive<3>(own, first, own.flow + c * to_odd_, to, version);
    }
    for (; first < own.from_others; first += own.all.threads()) {
      receive<1>(own, first, own.flow + c * to_odd_, to, version);
    }
  }
  /// So many of them for each thread; where there are none left, it waits for the last one.
  template <int Count>
  NEEL_FUNCTION void receive(const Own& own, int first, Word* flow, const lattice::SitePointer<Site, false>& to,
                             std::uint32_t version) const {
    FromOther one[Count];
    bool exists[Count];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < Count; ++j) {
      const int n = first + j * own.all.threads() + own.all.thread();
      exists[j] = n < own.from_others;
      one[j] = own.halo[exists[j] ? n : own.from_others - 1];
    }
    Tagged<Site> got[Count];
    bool all = false;
    while (!Together::agreed(all)) {
      all = true;
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Count; ++j) {
        got[j] = Tagged<Site>::load(flow + one[j].from);
      }
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Count; ++j) {
        all &= got[j].is(version);
      }
    }
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < Count; ++j) {
      if (exists[j]) {
        to.store(one[j].to, got[j].value());
      }
    }
  }

  lattice::Bricks bricks_;
  int systems_, groups_, row_, in_row_; ///< entries, quads
  Divisor by_row_;
  int volume_, pitch_; ///< entries of a system, of a brick
  std::uint32_t version_;
  models::Contents<Model> contents_;
  Word* flow_;
  std::int64_t to_odd_;
};

} // namespace neel::update
