// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sums that a spin glass is measured by, per system and bit: each function adds to its `sums`.

#include <neel/measure/bit_terms.hpp>
#include <neel/models/state.hpp>

namespace neel::measure {

namespace detail {

/// One replica of one colour, all systems.
template <class Model, ExecutionSpace Exec>
Word<Model::words>* replica_of(const models::State<Model, Exec>& state, int colour, int replica) {
  return state.sites.sites(static_cast<lattice::Colour>(colour), replica * state.systems).at[0];
}

} // namespace detail

/// sums(replica * systems + system, bit): unsatisfied bonds of `count` replicas from `first` on, each seen from its site of colour `from`.
/// E = 2 u - bonds. Of a plane, a bond more of each of these sites (models::is_plane).
template <class Model, class Order, ExecutionSpace Exec>
void unsatisfied_bonds(const Exec& exec, const models::State<Model, Exec>& state, const Order& order,
                       lattice::Colour from, int first, int count, const BitSums<Exec>& sums) {
  UnsatisfiedBonds<Model, Order> terms{order,
                                       {},
                                       state.replica_stride(),
                                       from,
                                       count,
                                       static_cast<int>(state.geometry.own_half_volume()),
                                       lattice::AnyLength(state.systems)};
  terms.halves.own.at[0] = detail::replica_of(state, static_cast<int>(from), first);
  terms.halves.others.at[0] = detail::replica_of(state, 1 - static_cast<int>(from), first);
  terms.halves.quenched = state.quenched.sites(from, 0).read();
  count_bits(exec, terms, sums);
}

/// sums(pair * systems + system, bit): bonds whose ends have different overlaps of the replicas of a pair.
template <class Model, class Order, ExecutionSpace Exec>
void different_links(const Exec& exec, const models::State<Model, Exec>& state, const Order& order,
                     const ReplicaPairs& pairs, const BitSums<Exec>& sums) {
  DifferentLinks<Model, Order> terms{order,
                                     {},
                                     state.replica_stride(),
                                     pairs,
                                     static_cast<int>(state.geometry.own_half_volume()),
                                     lattice::AnyLength(state.systems),
                                     mask_if(!models::is_plane(state.geometry))};
  terms.halves.own.at[0] = detail::replica_of(state, 0, 0);
  terms.halves.others.at[0] = detail::replica_of(state, 1, 0);
  terms.halves.quenched = state.quenched.sites(lattice::Colour::even, 0).read();
  count_bits(exec, terms, sums);
}

/// sums(replica * systems + system, bit): sites where replicas of a state disagree with the same ones of other spins: N (1 - q) / 2.
template <class Model, ExecutionSpace Exec>
void disagreements(const Exec& exec, const models::State<Model, Exec>& state,
                   const lattice::Field<typename Model::Site, Exec>& others, const BitSums<Exec>& sums) {
  for (int colour = 0; colour < 2; ++colour) {
    const Disagreements<Model::words> terms{
        detail::replica_of(state, colour, 0), others.sites(static_cast<lattice::Colour>(colour), 0).at[0],
        state.replicas * state.systems, static_cast<int>(state.geometry.half_volume()),
        static_cast<int>(state.geometry.own_half_volume())};
    count_bits(exec, terms, sums);
  }
}

/// Overlaps of pairs of replicas in natural order, and what is added up of them. Of the whole lattice: where the state is a
/// slab of it, take() leaves words of other slabs zero, which somebody else fills in.
template <class Model, ExecutionSpace Exec>
class OverlapField {
public:
  static constexpr int words = Model::words;

  using Words = Kokkos::View<Word<words>*, typename Exec::memory_space>;

  OverlapField(const models::State<Model, Exec>& state, bool slabs) : OverlapField(state, state.geometry, slabs, 1) {}
  /// Of so many pairs at the same time, at most.
  OverlapField(const models::State<Model, Exec>& state, const lattice::Geometry& whole, bool slabs, int pairs)
      : geometry_(whole), slabs_(slabs), room_(pairs),
        words_("neel::measure::overlap", static_cast<std::size_t>(pairs * state.systems * whole.sites())) {}

  const Words& all() const { return words_; }
  int room() const { return room_; }

  /// Takes these pairs.
  template <class Order>
  void take(const Exec& exec, const models::State<Model, Exec>& state, const Order& order, const ReplicaPairs& pairs) {
    fields_ = pairs.count * state.systems;
    const NaturalOverlap<words, Order> write{entries(state, order),
                                             {detail::replica_of(state, 0, 0), detail::replica_of(state, 1, 0)},
                                             state.replica_stride(),
                                             pairs,
                                             words_.data()};
    Kokkos::parallel_for(
        "neel::measure::natural_overlap",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, write.entries.all(pairs.count)), write);
  }
  /// Where the state's entries are in what was taken.
  template <class Order>
  NaturalEntries<Order> entries(const models::State<Model, Exec>& state, const Order& order) const {
    return {order, geometry_, state.geometry, state.systems};
  }
  /// What was taken: its systems are (pair, system).
  NaturalOrderField<words> field() const {
    return {words_.data(), {geometry_.lx, geometry_.ly, geometry_.lz}, fields_, slabs_};
  }
  /// sums(((axis * pairs + pair) * systems + system) * most + r - 1, bit): sites whose overlap differs from that r further along an axis,
  /// r = 1 ... most.
  void different(const Exec& exec, int most, const BitSums<Exec>& sums, const Part& part = {}) const {
    count_bits(exec, DifferentOverlaps<words>(field(), most), sums, part);
  }
  /// sums((pair * systems + system) * planes + plane, bit), for one axis after the other: disagreements in each plane normal to it.
  void planes(const Exec& exec, const BitSums<Exec>& sums, const Part& part = {}) const {
    count_bits(exec, PlaneOverlaps<words>(field()), sums, part);
  }

private:
  lattice::Geometry geometry_; ///< of the sites, or of the cells of slabs
  bool slabs_;
  int room_;       ///< for so many pairs
  int fields_ = 0; ///< of pairs and systems, taken
  Words words_;
};

} // namespace neel::measure
