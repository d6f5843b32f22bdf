// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch, of lattices that are too large for one team and too small for launches of their own: all
// threads move one colour, wait for one another, and go on.

#include <neel/core/together.hpp>
#include <neel/update/quad_span.hpp>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec, bool Whole, bool Open>
class TogetherSweeps : QuadSpan<TogetherSweeps<Model, Exec, Whole, Open>, Model, Whole, Open> {
public:
  TogetherSweeps(const Model& model, const models::State<Model, Exec>& state, const Moves<Exec>& moves,
                 const Seed& seed, const Span& span, bool by_site = false)
      : Base(model, state.geometry, moves, seed, span), systems_(state.systems), by_site_(by_site),
        contents_(state.contents()) {}

  /// Threads that have something to do: one for each site of a colour, or for each quad if sites are more than `at_once`.
  int threads(int at_once) {
    const int sites = lattice::quad * quads_.count();
    by_site_ = by_site_ || (systems_ == 1 && sites <= at_once);
    return by_site_ ? sites : quads_.count();
  }

  NEEL_FUNCTION void operator()(Together all) const { this->sweeps(all); }

private:
  using Base = QuadSpan<TogetherSweeps, Model, Whole, Open>;
  using Base::quads_, Base::span_;
  friend SpanOfMoves<TogetherSweeps, Model>;

  template <models::Move M>
  NEEL_FUNCTION void sweep(Together& all, const random::QuadStream::Of& when, int n) const {
    NEEL_ROLLED_LOOP
    for (int colour = 0; colour < 2; ++colour) {
      const auto c = static_cast<lattice::Colour>(colour);
      const OneColour<Model> half(contents_, c, 0);
      if (by_site_) {
        move_sites<M>(all, half, c, when, span_.counter(M, n));
      } else {
        move_quads<M>(all, half, c, when, span_.counter(M, n));
      }
      all.arrive();
    }
  }

  /// What does not depend on neighbours is done before they are there, which is most of the time where a thread has one site.
  template <models::Move M>
  NEEL_FUNCTION void move_sites(const Together& all, const OneColour<Model>& half, lattice::Colour c,
                                const random::QuadStream::Of& when, std::int64_t* counter) const {
    const int sites = lattice::quad * quads_.count();
    const auto words = [&](int system, int site) NEEL_INLINE_LAMBDA {
      return this->template draw_one<M>(half, c, when, system, quads_(site / lattice::quad), site % lattice::quad);
    };
    random::Draw draw = words(0, all.rank());
    all.wait();
    for (int system = 0; system < systems_; ++system) {
      std::uint32_t accepted = 0;
      for (int site = all.rank(); site < sites; site += all.size()) {
        if (system > 0 || site != all.rank()) {
          draw = words(system, site);
        }
        accepted +=
            this->template move_one<M>(half, c, draw, system, quads_(site / lattice::quad), site % lattice::quad);
      }
      if (counter != nullptr) {
        all.add(counter + system, accepted);
      }
    }
  }

  template <models::Move M>
  NEEL_FUNCTION void move_quads(const Together& all, const OneColour<Model>& half, lattice::Colour c,
                                const random::QuadStream::Of& when, std::int64_t* counter) const {
    all.wait();
    for (int system = 0; system < systems_; ++system) {
      std::uint32_t accepted = 0;
      for (int index = all.rank(); index < quads_.count(); index += all.size()) {
        accepted += this->template move<M>(half, c, when, system, quads_(index));
      }
      if (counter != nullptr) {
        all.add(counter + system, accepted);
      }
    }
  }

  int systems_;
  bool by_site_ = false;
  models::Contents<Model> contents_;
};

/// False where threads cannot run together. `by_site`: a site to a thread even where it then has several.
template <models::SitePhysics Model, ExecutionSpace Exec>
bool together_sweeps(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                     const Moves<Exec>& moves, const Seed& seed, const Span& span, Arrivals* arrived,
                     bool by_site = false) {
  const auto launch = [&]<bool Whole, bool Open>() {
    return run_together(exec, TogetherSweeps<Model, Exec, Whole, Open>(model, state, moves, seed, span, by_site),
                        arrived);
  };
  const lattice::Quads quads(state.geometry);
  return quads.whole() && !quads.open() ? launch.template operator()<true, false>()
                                        : launch.template operator()<false, true>();
}

} // namespace neel::update
