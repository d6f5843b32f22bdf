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
        each_colour_(colours.data()), list_(lists.data()), kind_(lists.kinds()), parts_(lists.parts()),
        one_species_(state.occupants.extent(0) == 2) {}

  NEEL_FUNCTION void operator()(const GridThread& all) const {
    const int system = all.block(), entries = contents_.graph.entries;
    const lattice::SitePointer<Site, false> there = contents_.sites + std::int64_t{system} * entries;
    Own own{all,
            reinterpret_cast<Shared*>(all.shared()),
            contents_.occupant + std::int64_t{system} * entries,
            contents_.conditions[system],
            contents_.occupants[one_species_ ? 1 : 0],
            Prefetched{}};
    for (int entry = all.thread(); entry < entries; entry += all.threads()) {
      own.sites[entry].value = there.read()[entry];
    }
    if (all.thread() == 0) {
      own.sites[entries].value = neutral();
    }
    own.next = prefetch(own, 0, all.thread());
    this->sweeps(own);
    all.sync();
    for (int entry = all.thread(); entry < entries; entry += all.threads()) {
      there.store(entry, own.sites[entry].value);
    }
  }

private:
  using Base = GraphMoves<P>;
  using Base::physics_, Base::colours_, Base::stream_;
  using BatchOfMoves<GraphTeamSweeps, P>::batch_;
  using typename Base::Site, typename Base::LocalField;
  using Shared = SharedValue<Site>;
  /// Neighbours of a site that are read together, and the kind of their bonds.
  struct Part {
    lattice::ListPart neighbours{};
    lattice::PartKind kind{};
  };
  friend BatchOfMoves<GraphTeamSweeps, P>;

  static constexpr int depth = 8; ///< parts of a list that are prefetched
  /// Of a site, what does not change during a launch.
  struct Prefetched {
    int entry, of;        ///< of the system; sites of its colour
    std::uint32_t vector; ///< its site vector's number
    std::uint8_t species;
    Part part[depth];
  };
  /// A thread, and its block's system, whose sites are in shared memory.
  struct Own {
    const GridThread& all;
    Shared* sites; ///< and the neutral one
    const std::uint8_t* occupant;
    typename P::Conditions conditions;
    typename P::SiteSpecies species; ///< if all have one
    Prefetched next;
  };

  NEEL_FUNCTION const random::VectorStream& stream() const { return stream_; }

  /// Site `index` of a colour, or the place without a site if there are not so many.
  NEEL_FUNCTION Prefetched prefetch(const Own& own, int colour, int index) const {
    const TeamColour c = each_colour_[colour];
    const int entry = index < c.sites ? c.first + index : contents_.graph.vacuum;
    Prefetched site{entry,
                    c.sites,
                    c.number + static_cast<std::uint32_t>(colours_) *
                                   static_cast<std::uint32_t>(index / crystal::vector_length),
                    own.occupant[entry],
                    {}};
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < depth; ++k) {
      site.part[k] = part(entry, k);
    }
    return site;
  }

  /// Part k of a site's list; empty behind the last.
  NEEL_FUNCTION Part part(int entry, int k) const {
    Part p{};
    if (k < parts_) {
      const int at = k * contents_.graph.entries + entry;
      p = {list_[at], kind_[at]};
    }
    return p;
  }
  /// Which changes no sum that it is added to: x + -0 is x for all x.
  static NEEL_FUNCTION Site neutral() {
    Site none{};
    if constexpr (std::is_same_v<typename Site::Component, float>) {
      float* const number = reinterpret_cast<float*>(&none);
      for (int k = 0; k < Site::components; ++k) {
        number[k] = -0.0F;
      }
    }
    return none;
  }

  template <models::Move M>
  NEEL_FUNCTION void sweep(Own& own, const random::VectorStream::Of& when, int m) const {
    const GridThread& all = own.all;
    std::uint32_t accepted = 0;
    random::Draw draw = this->template draw<M>(all, when, own.next, all.thread());
    NEEL_ROLLED_LOOP
    for (int colour = 0; colour < colours_; ++colour) {
      const int next = colour + 1 < colours_ ? colour + 1 : 0, of = own.next.of;
      all.sync();
      Felt one = feel(own, own.next);
      own.next = prefetch(own, next, all.thread());
      const random::Draw later = this->template draw<M>(all, when, own.next, all.thread());
      const auto step = physics_.template update<M>(own.conditions, one.species, one.site, one.field, draw);
      draw = later;
      if (all.thread() < of) {
        own.sites[one.entry].value = step.site;
        accepted += step.accepted;
      }
      NEEL_ROLLED_LOOP
      for (int index = all.thread() + all.threads(); index < of; index += all.threads()) {
        const Prefetched site = prefetch(own, colour, index);
        one = feel(own, site);
        const auto moved = physics_.template update<M>(own.conditions, one.species, one.site, one.field,
                                                       this->template draw<M>(all, when, site, index));
        own.sites[one.entry].value = moved.site;
        accepted += moved.accepted;
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
  /// A site, and what acts on it.
  struct Felt {
    int entry;
    typename P::SiteSpecies species;
    Site site;
    LocalField field;
  };
  NEEL_FUNCTION Felt feel(const Own& own, const Prefetched& a) const {
    Felt one{a.entry, own.species, own.sites[a.entry].load(), {}};
    if (!one_species_) {
      one.species = contents_.occupants[a.species];
    }
    one.species.occupied = a.species != 0;
    one.field = physics_.onsite_field(own.conditions, one.species);
    gather(own.sites, a, one.site, one.field);
    return one;
  }

  /// The sum over neighbours whose bonds are of one kind.
  struct OfOneKind {
    typename P::Sum sum{};
    typename P::Coupling coupling{};
    int kind = -1;
  };
  /// Adds to `to` what the site's neighbours do, in the order of models::gather_one().
  NEEL_FUNCTION void gather(const Shared* sites, const Prefetched& a, const Site& own, LocalField& to) const {
    OfOneKind now;
    bool more = true;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < depth; ++k) {
      more = more && add(sites, a.part[k], own, now, to);
    }
    NEEL_ROLLED_LOOP
    for (int k = depth; more && k < parts_; ++k) {
      more = add(sites, part(a.entry, k), own, now, to);
    }
    if (now.kind >= 0) {
      to = models::GatherField<P>::add(to, now.coupling, own, now.sum);
    }
  }
  /// False if the list has ended before this part.
  NEEL_FUNCTION bool add(const Shared* sites, const Part& part, const Site& own, OfOneKind& now, LocalField& to) const {
    const int count = part.kind.count();
    if (count == 0) {
      return false;
    }
    Site neighbour[lattice::ListPart::most];
    const auto load = [&](int j) NEEL_INLINE_LAMBDA { neighbour[j] = sites[part.neighbours.entry(j)].load(); };
    const auto with = [&](int j) NEEL_INLINE_LAMBDA { now.sum = P::with(now.sum, neighbour[j]); };
    each_place(count, load); // on their way together
    if (part.kind.kind() == now.kind) {
      with(0);
    } else {
      if (now.kind >= 0) {
        to = models::GatherField<P>::add(to, now.coupling, own, now.sum);
      }
      now = {P::alone(neighbour[0]), contents_.couplings[part.kind.kind()], part.kind.kind()};
    }
    each_place_but_first(count, with);
    return true;
  }
  /// Calls use(j) for the first `count` places of a part, or some more.
  template <class Use>
  static NEEL_FUNCTION void each_place(int count, const Use& use) {
    use(0);
    each_place_but_first(count, use);
  }
  template <class Use>
  static NEEL_FUNCTION void each_place_but_first(int count, const Use& use) {
    if (count > 1) {
      use(1);
    }
    if (count > 2) {
      use(2);
      use(3);
    }
    if (count > 4) {
      use(4);
      use(5);
    }
    if (count > 6) {
      use(6);
      use(7);
    }
  }

  models::GraphContents<P> contents_;
  const TeamColour* each_colour_;
  const lattice::ListPart* list_; ///< (part, entry)
  const lattice::PartKind* kind_; ///< the same
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
               static_cast<std::size_t>(state.graph.entries() + 1) * sizeof(SharedValue<typename P::Site>)};
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
