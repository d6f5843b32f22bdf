// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of wide sites in one launch without any barrier, as point_to_point_sweeps.hpp has them for spins: a thread has an even and an odd
// entry of one replica, and moves each as soon as its six neighbours have made their last move. No value is lost before it is read: who
// reads it is a neighbour, and it is replaced once they have made their next move.

#include <neel/lattice/ordered.hpp>
#include <neel/lattice/tiles.hpp>
#include <neel/models/state.hpp>
#include <neel/random/source.hpp>
#include <neel/update/point_to_point.hpp>
#include <neel/update/sweep_batch.hpp>

namespace neel::update {

/// Sites are those of State: (colour, replica, system, entry); numbers come from Philox.
template <class Model, class Order, ExecutionSpace Exec>
class MultispinPointToPoint {
public:
  using Site = typename Model::Site;
  using State = models::State<Model, Exec>;
  static constexpr int most_threads = 128, least_blocks = 4;

  /// `version`: of the values at the start, other than any that is left in `flow`.
  MultispinPointToPoint(const Model& model, const State& state, const Order& order, const Seed& seed,
                        const SweepBatch& batch, const StampedSites<Site, Exec>& stamped, std::uint32_t stamp)
      : model_(model), order_(order), tiles_(order), seed_(seed), batch_(batch), stamp_(stamp), systems_(state.systems),
        entries_(static_cast<int>(state.geometry.half_volume())), threads_(static_cast<int>(sites(state))),
        contents_(state.contents()), stamped_{stamped.data(), stamped.data() + stamped.stride(0)} {}

  /// Of a colour, in all replicas of all systems: one thread each.
  static std::int64_t sites(const State& state) { return state.replicas * state.replica_stride(); }
  /// Nothing where there are not so many at once.
  int threads(int at_once) const { return threads_ <= at_once ? threads_ : 0; }

  NEEL_FUNCTION void operator()(const GridThread& all) const {
    const bool exists = all.rank() < threads_;
    const int index = exists ? all.rank() : threads_ - 1, copy = entries_.quotient(index);
    const int replica = copy / systems_, system = copy - replica * systems_, place = entries_.remainder(index, copy);
    const Own own[2] = {at(lattice::Colour::even, copy, place), at(lattice::Colour::odd, copy, place)};
    if (exists) {
      for (int c = 0; c < 2; ++c) {
        Stamped<Site>(contents_.sites[c][own[c].entry], stamp_).store(stamped_[c] + words * own[c].entry);
      }
    }
    const auto move = [&](lattice::Colour colour, std::uint64_t sweep, std::uint32_t stamp) NEEL_INLINE_LAMBDA {
      this->move(colour, own[static_cast<int>(colour)], system, replica, exists, {seed_, sweep}, stamp);
    };
    NEEL_ROLLED_LOOP
    for (int n = 0; n < batch_.count; ++n) { // versions are of both colours, once both have moved
      const std::uint64_t sweep = batch_.first + static_cast<std::uint64_t>(n);
      const std::uint32_t stamp = stamp_ + static_cast<std::uint32_t>(n);
      move(lattice::Colour::even, sweep, stamp);
      move(lattice::Colour::odd, sweep, stamp);
    }
  }

private:
  using Bits = typename Site::Component;
  static constexpr int words = Stamped<Site>::words;

  /// A thread's site of one colour, and its neighbours.
  struct Own {
    int entry; ///< in all copies
    std::uint32_t number;
    int step[lattice::directions], crossing[lattice::directions];
  };
  NEEL_FUNCTION Own at(lattice::Colour c, int copy, int place) const {
    const auto at = tiles_(c, place);
    const int entry = at.row.index * order_.length() + at.place;
    Own own;
    own.entry = copy * entries_.size + entry;
    own.number = order_.number(at.row, at.place);
    lattice::neighbour_entries(order_, at.row, at.place, own.step, own.crossing);
    NEEL_UNROLLED_LOOP
    for (int d = 0; d < lattice::directions; ++d) {
      own.step[d] -= entry;
    }
    return own;
  }

  /// Moves a site of this colour to the version after this one, if it exists.
  NEEL_FUNCTION void move(lattice::Colour colour, const Own& own, int system, int replica, bool exists,
                          const random::PhiloxSource& source, std::uint32_t stamp) const {
    const auto c = static_cast<int>(colour);
    const auto draws = source.at(static_cast<std::uint32_t>(system), own.number, 0);
    const auto& random = model_.random(draws, replica - replica % Model::group);
    const typename Model::Quenched quenched = contents_.quenched[c][own.entry - replica * systems_ * entries_.size];
    const Site site = exists ? contents_.sites[c][own.entry] : Site{};
    Stamped<Site> got[lattice::directions] = {};
    receive(got, stamped_[1 - c] + words * own.entry, own.step, {}, exists, stamp + static_cast<std::uint32_t>(c));
    const auto bits = [&](int d) NEEL_INLINE_LAMBDA { return got[d].value().template component<0>(); };
    const Around around{
        site.template component<0>(), {bits(0), bits(1), bits(2), bits(3), bits(4), bits(5)}, own.crossing};
    const Site moved = model_.update(contents_.conditions[system], around, quenched, random, replica);
    if (exists) {
      Stamped<Site>(moved, stamp + 1).store(stamped_[c] + words * own.entry);
      contents_.sites[c].store(own.entry, moved);
    }
  }

  /// A site as a model sees it.
  struct Around {
    Bits own, others[lattice::directions];
    const int (&crossings)[lattice::directions];

    NEEL_FUNCTION Bits site() const { return own; }
    template <int D>
    NEEL_FUNCTION Bits neighbour() const {
      return others[D];
    }
    template <int D>
    NEEL_FUNCTION int crossing() const {
      return crossings[D];
    }
  };

  Model model_;
  Order order_;
  lattice::Tiles<Order, sizeof(Bits)> tiles_;
  Seed seed_;
  SweepBatch batch_;
  std::uint32_t stamp_;
  int systems_;
  lattice::AnyLength entries_;
  int threads_;
  models::Contents<Model> contents_;
  typename Stamped<Site>::Word* stamped_[2];
};

/// Launches MultispinPointToPoint, and keeps what it needs.
template <class Model, class Order, ExecutionSpace Exec>
class MultispinPointToPointLauncher {
public:
  using Site = typename Model::Site;
  static constexpr bool possible = Stamped<Site>::words <= most_stamped_words;

  /// Whether a device might have a thread for each site.
  static bool fits(const models::State<Model, Exec>& state) {
    return stamped_bytes<Exec>(static_cast<std::size_t>(MultispinPointToPoint<Model, Order, Exec>::sites(state)),
                               sizeof(Site)) > 0;
  }

  /// `version`: the first; not zero, which memory begins with.
  explicit MultispinPointToPointLauncher(const models::State<Model, Exec>& state, std::uint32_t stamp = 1)
      : stamped_("neel::update::flow", 2,
                 static_cast<std::size_t>(MultispinPointToPoint<Model, Order, Exec>::sites(state)),
                 Stamped<Site>::words),
        stamp_(stamp) {}

  /// False where not all threads can be there at once.
  bool run(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Order& order,
           const Seed& seed, const SweepBatch& batch) {
    const auto moved = static_cast<std::uint32_t>(batch.count);
    const bool done =
        moved < stamps_of_a_launch &&
        launch_cooperative(
            exec, MultispinPointToPoint<Model, Order, Exec>(model, state, order, seed, batch, stamped_, stamp_),
            nullptr);
    stamp_ += done ? moved + 1 : 0;
    return done;
  }

private:
  StampedSites<Site, Exec> stamped_;
  std::uint32_t stamp_;
};

} // namespace neel::update
