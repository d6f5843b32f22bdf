// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of a network in one launch, each system by itself: a block of a device's threads has all of its sites in shared memory.
// A colour costs a barrier of the block; threads prefetch what they need of their next site, but its neighbours' values.

#include <neel/core/backend/blocks.hpp>
#include <neel/core/copy.hpp>
#include <neel/lattice/neighbour_lists.hpp>
#include <neel/update/graph_moves.hpp>
#include <neel/update/sweep_batch.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace neel::update {

/// The sites of a colour, whose entries follow one another.
struct alignas(16) TeamColour {
  int first = 0, sites = 0;
  std::uint32_t number = 0; ///< of the first site vector, as it keys random numbers
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphTeamSweeps : GraphMoves<P>, BatchOfMoves<GraphTeamSweeps<P, Exec>, P> {
public:
  static constexpr int most_threads = 512;
  using Colours = Kokkos::View<const TeamColour*, typename Exec::memory_space>;
  using Lists = lattice::NeighbourLists<Exec>;

  GraphTeamSweeps(const P& physics, const models::GraphState<P, Exec>& state, const Colours& colours,
                  const Lists& lists, const Moves<Exec>& moves, const Seed& seed, const SweepBatch& batch)
      : Base(physics, state, seed), BatchOfMoves<GraphTeamSweeps, P>(moves, batch), contents_(state.contents()),
        each_colour_(colours.data()), list_(lists.data()), parts_(lists.parts()),
        one_species_(state.occupants.extent(0) == 2) {}

  NEEL_FUNCTION void operator()(const GridThread& all) const {
    const int system = all.block(), entries = contents_.graph.entries;
    const lattice::SitePointer<Site, false> there = contents_.sites + std::int64_t{system} * entries;
    Own own{all,
            reinterpret_cast<Site*>(all.shared()),
            contents_.occupant + std::int64_t{system} * entries,
            contents_.conditions[system],
            contents_.occupants[one_species_ ? 1 : 0],
            Prefetched{}};
    for (int entry = all.thread(); entry < entries; entry += all.threads()) {
      own.sites[entry] = there.read()[entry];
    }
    own.next = prefetch(own, 0, all.thread());
    this->sweeps(own);
    all.sync();
    for (int entry = all.thread(); entry < entries; entry += all.threads()) {
      there.store(entry, own.sites[entry]);
    }
  }

private:
  using Base = GraphMoves<P>;
  using Base::physics_, Base::colours_, Base::stream_;
  using BatchOfMoves<GraphTeamSweeps, P>::batch_;
  using typename Base::Site, typename Base::LocalField;
  using Part = lattice::ListPart;
  friend BatchOfMoves<GraphTeamSweeps, P>;

  /// Of a site, what does not change during a launch.
  struct Prefetched {
    int entry, of;        ///< of the system; sites of its colour
    std::uint32_t vector; ///< its site vector's number
    std::uint8_t species;
    Part first, second; ///< of its list
  };
  /// A thread, and its block's system, whose sites are in shared memory.
  struct Own {
    const GridThread& all;
    Site* sites;
    const std::uint8_t* occupant;
    typename P::Conditions conditions;
    typename P::SiteSpecies species; ///< if all have one
    Prefetched next;
  };

  NEEL_FUNCTION const random::VectorStream& stream() const { return stream_; }

  /// Site `index` of a colour, or another if there are not so many.
  NEEL_FUNCTION Prefetched prefetch(const Own& own, int colour, int index) const {
    const TeamColour c = each_colour_[colour];
    const int i = index < c.sites ? index : 0, entry = c.first + i;
    return {entry,
            c.sites,
            c.number + static_cast<std::uint32_t>(colours_) * static_cast<std::uint32_t>(i / crystal::vector_length),
            own.occupant[entry],
            part(entry, 0),
            part(entry, 1)};
  }

  /// Part k of a site's list; empty behind the last.
  NEEL_FUNCTION Part part(int entry, int k) const {
    Part p{};
    if (k < parts_) {
      p = list_[k * contents_.graph.entries + entry];
    }
    return p;
  }

  template <models::Move M>
  NEEL_FUNCTION void sweep(Own& own, const random::VectorStream::Of& when, int m) const {
    const GridThread& all = own.all;
    std::uint32_t accepted = 0;
    NEEL_ROLLED_LOOP
    for (int colour = 0; colour < colours_; ++colour) {
      Prefetched site = own.next;
      random::Draw draw = this->template draw<M>(all, when, site, all.thread());
      all.sync();
      own.next = prefetch(own, colour + 1 < colours_ ? colour + 1 : 0, all.thread());
      NEEL_ROLLED_LOOP
      for (int index = all.thread(); index < site.of;) {
        accepted += move<M>(own, site, draw);
        index += all.threads();
        if (index < site.of) {
          site = prefetch(own, colour, index);
          draw = this->template draw<M>(all, when, site, index);
        }
      }
    }
    if (std::int64_t* const counter = batch_.counter(M, m); counter != nullptr) {
      all.add(counter + all.block(), accepted);
    }
  }
  /// Colours begin with a site vector.
  template <models::Move M>
  NEEL_FUNCTION random::Draw draw(const GridThread& all, const random::VectorStream::Of& when, const Prefetched& site,
                                  int index) const {
    return random::draw_one<P::words(M)>(stream_, when, static_cast<std::uint32_t>(all.block()), site.vector,
                                         index % crystal::vector_length);
  }
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move(const Own& own, const Prefetched& a, const random::Draw& draw) const {
    typename P::SiteSpecies species = own.species;
    if (!one_species_) {
      species = contents_.occupants[a.species];
    }
    species.occupied = a.species != 0;
    const Site site = own.sites[a.entry];
    LocalField felt = physics_.onsite_field(own.conditions, species);
    gather(own.sites, a, site, felt);
    const auto step = physics_.template update<M>(own.conditions, species, site, felt, draw);
    own.sites[a.entry] = step.site;
    return step.accepted;
  }

  /// Adds to `to` what the site's neighbours do, in the order of models::gather_one().
  NEEL_FUNCTION void gather(const Site* sites, const Prefetched& a, const Site& own, LocalField& to) const {
    using How = models::GatherField<P>;
    typename P::Sum sum{};
    int kind = -1; // of the bonds in the sum
    Part now = a.first, next = a.second;
    NEEL_ROLLED_LOOP
    for (int k = 2; k < parts_ + 2; ++k) {
      const int count = now.count();
      if (count == 0) {
        break;
      }
      const Part after = part(a.entry, k);
      Site neighbour[Part::most];
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Part::most; ++j) { // on their way together
        if (j < count) {
          neighbour[j] = sites[now.entry(j)];
        }
      }
      if (now.kind() == kind) {
        sum = P::with(sum, neighbour[0]);
      } else {
        if (kind >= 0) {
          to = How::add(to, contents_.couplings[kind], own, sum);
        }
        kind = now.kind();
        sum = P::alone(neighbour[0]);
      }
      NEEL_UNROLLED_LOOP
      for (int j = 1; j < Part::most; ++j) {
        if (j < count) {
          sum = P::with(sum, neighbour[j]);
        }
      }
      now = next;
      next = after;
    }
    if (kind >= 0) {
      to = How::add(to, contents_.couplings[kind], own, sum);
    }
  }

  models::GraphContents<P> contents_;
  const TeamColour* each_colour_;
  const Part* list_; ///< (part, entry)
  int parts_;
  bool one_species_;
};

/// Keeps what such launches of a network need.
template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphTeamLauncher {
public:
  using Sweeps = GraphTeamSweeps<P, Exec>;

  GraphTeamLauncher(const models::GraphState<P, Exec>& state, const std::vector<models::Move>& moves)
      : moves_(copied<Exec>(moves)), listed_(Sweeps::Lists::fits(state.graph, state.couplings.extent(0))) {
    constexpr int warp = 32;
    const auto count = static_cast<int>(state.graph.colours().size());
    std::vector<TeamColour> colours;
    int most = 1; // sites of a colour
    for (int k = 0; k < count; ++k) {
      const lattice::ColourVectors& c = state.graph.colours()[static_cast<std::size_t>(k)];
      colours.push_back({c.first_entry, crystal::vector_length * c.vectors, graph_vector(c.before, count, k)});
      most = std::max(most, colours.back().sites);
    }
    colours_ = device_list<Exec>("neel::update::colours", colours);
    blocks_ = {state.systems, std::min((most + warp - 1) / warp * warp, Sweeps::most_threads),
               static_cast<std::size_t>(state.graph.entries()) * sizeof(typename P::Site)};
  }

  /// Whether shared memory has room for a system, and its neighbours can be listed.
  bool fits(const Exec& exec) const { return listed_ && blocks_.shared <= most_shared_bytes(exec); }

  /// False where it cannot be; then nothing was done.
  bool run(const Exec& exec, const P& physics, const models::GraphState<P, Exec>& state, const Seed& seed,
           const SweepBatch& batch) {
    return launch_blocks(exec, sweeps(physics, state, seed, batch), blocks_);
  }
  Sweeps sweeps(const P& physics, const models::GraphState<P, Exec>& state, const Seed& seed, const SweepBatch& batch) {
    if (!lists_) {
      lists_ = std::make_shared<typename Sweeps::Lists>(state.graph);
    }
    return {physics, state, colours_, *lists_, moves_, seed, batch};
  }

  /// The shape of a launch, with so many threads to a block.
  Blocks blocks(int threads) const { return {blocks_.count, threads, blocks_.shared}; }

private:
  Moves<Exec> moves_;
  typename Sweeps::Colours colours_;
  std::shared_ptr<typename Sweeps::Lists> lists_; ///< made when they are wanted
  Blocks blocks_;
  bool listed_ = false;
};

} // namespace neel::update
