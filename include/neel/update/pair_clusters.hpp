// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Moves of two replicas of bit-coded samples together (J. Houdayer, Eur. Phys. J. B 22, 479 (2001)), in all samples of a word at once.
// A cluster is made of the sites that bonds connect to a seed site, and which have its overlap q = s s'. Both spins of each are turned,
// which for q = -1 exchanges them. At its edge q changes sign, so the two energies of a bond cancel before and after: their sum stays,
// and nothing is rejected. A flood fill by logic operations finds the clusters of all bits: it ends where nothing grows any more, which
// no order of its steps changes.

#include <neel/core/seed.hpp>
#include <neel/measure/bit_terms.hpp>
#include <neel/random/philox.hpp>

namespace neel::update {

/// Marks the cluster of each (pair, system): a team has one, a thread rows of it along x. `slabs`: the bits of a word are sites of one
/// sample (lattice::Slabs<1>).
template <int W, bool slabs, ExecutionSpace Exec>
class FloodClusters {
public:
  static_assert(!slabs || W == 1);
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Marks = Kokkos::View<Word<W>*, typename Exec::memory_space>;
  using Passes = Kokkos::View<int*, typename Exec::memory_space>;

  /// `overlaps`: (pair, system, site), a bit is 1 where replicas differ. `clusters` has that shape; `grown`: (pair, system, row).
  FloodClusters(const measure::NaturalOrderField<W>& overlaps, int systems, const Marks& clusters, const Passes& grown)
      : overlaps_(overlaps), systems_(systems), clusters_(clusters.data()), grown_(grown.data()),
        rows_(overlaps.size[1] * overlaps.size[2]) {}

  /// One move, the `number`-th of a sweep.
  void launch(const Exec& exec, const Seed& seed, std::uint64_t sweep, int number) {
    seed_ = seed;
    sweep_ = sweep;
    number_ = static_cast<std::uint32_t>(number);
    const int threads = runs_on_host<Exec> ? 1 : Kokkos::min(256, (rows_ + 31) / 32 * 32);
    Kokkos::parallel_for("neel::update::flood_clusters", Kokkos::TeamPolicy<Exec>(exec, overlaps_.systems, threads),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Flood flood = start(team.league_rank());
    for (int row = team.team_rank(); row < rows_; row += team.team_size()) {
      clear(flood, row);
    }
    team.team_barrier();
    int grows = 1;
    for (int pass = first_pass; grows != 0; ++pass) {
      grows = 0;
      if constexpr (runs_on_host<Exec>) { // up and down by turns
        for (int k = 0; k < rows_; ++k) {
          grows |= grow(flood, pass % 2 == 0 ? k : rows_ - 1 - k, pass) ? 1 : 0;
        }
      } else { // rows of even y + z, then odd ones: the neighbours of those that grow do not
        for (int parity = 0; parity < 2; ++parity) {
          for (int row = team.team_rank(); row < rows_; row += team.team_size()) {
            if ((row / overlaps_.size[1] + row % overlaps_.size[1]) % 2 == parity) {
              grows |= grow(flood, row, pass) ? 1 : 0;
            }
          }
          team.team_barrier();
        }
        team.team_reduce(Kokkos::Max<int>(grows));
      }
    }
  }

private:
  static constexpr int first_pass = 2;

  /// The cluster of a pair and system, and where it starts.
  struct Flood {
    const Word<W>* overlap;
    Word<W>* cluster;
    int* grown;      ///< by row: the last pass that marked a site of it
    int row, x;      ///< the seed's
    Word<W> at_seed; ///< its bits
    Word<W> other;   ///< the overlap that the cluster does not have

    NEEL_FUNCTION Word<W> open(std::int64_t site) const { return overlap[site] ^ other; }
  };

  NEEL_FUNCTION Flood start(int field) const {
    const int pair = field / systems_, system = field - pair * systems_;
    const std::int64_t sites = overlaps_.sites(), first = field * sites;
    const random::Stream stream(seed_, random::Purpose::clusters, static_cast<std::uint32_t>(system), sweep_, number_);
    const std::uint64_t all = static_cast<std::uint64_t>(sites) * (slabs ? 32 : 1);
    const auto site = static_cast<std::int64_t>(stream(static_cast<std::uint64_t>(pair)).a * all >> 32);
    const std::int64_t cell = site % sites;
    const auto bit = static_cast<int>(site / sites);
    const std::int64_t row = cell / overlaps_.size[0];
    const Word<W> overlap = overlaps_.words[first + cell];
    Flood flood{overlaps_.words + first,
                clusters_ + first,
                grown_ + std::int64_t{field} * rows_,
                static_cast<int>(row),
                static_cast<int>(cell - row * overlaps_.size[0]),
                Word<W>::filled(slabs ? 1U << bit : ~0U),
                ~overlap};
    if constexpr (slabs) {
      flood.other = Word<W>::filled(mask_if((overlap[0] >> bit & 1U) == 0));
    }
    return flood;
  }

  NEEL_FUNCTION void clear(const Flood& flood, int row) const {
    const int length = overlaps_.size[0];
    for (int x = 0; x < length; ++x) {
      flood.cluster[std::int64_t{row} * length + x] =
          row == flood.row && x == flood.x ? flood.at_seed : Word<W>::filled(0);
    }
    flood.grown[row] = 0;
  }

  /// A row's neighbour, of which slabs see the bits before or after where a step crosses an end.
  struct Beside {
    int row, turn;

    NEEL_FUNCTION Word<W> seen(const Word<W>& there) const {
      if constexpr (slabs) {
        return turn == 0 ? there : (turn > 0 ? there >> 1 | there << 31 : there << 1 | there >> 31);
      } else {
        return there;
      }
    }
  };

  /// Marks what the marks of this row and of those beside it reach in it. True where that is something.
  NEEL_FUNCTION bool grow(const Flood& flood, int row, int pass) const {
    const int length = overlaps_.size[0], y_size = overlaps_.size[1], z_size = overlaps_.size[2];
    const int z = row / y_size, y = row - z * y_size;
    const Beside beside[4] = {{row + (y == 0 ? y_size - 1 : -1), 0},
                              {row + (y == y_size - 1 ? 1 - y_size : 1), 0},
                              {z == 0 ? row + (z_size - 1) * y_size : row - y_size, z == 0 ? -1 : 0},
                              {z == z_size - 1 ? row - z * y_size : row + y_size, z == z_size - 1 ? 1 : 0}};
    const bool seeded = pass == first_pass && row == flood.row;
    bool reached = seeded;
    NEEL_UNROLLED_LOOP
    for (int n = 0; n < 4; ++n) { // of a plane, those along y are the row itself
      reached = reached || (beside[n].row != row && flood.grown[beside[n].row] >= pass - 1);
    }
    if (!reached) {
      return false;
    }
    const std::int64_t first = std::int64_t{row} * length;
    Word<W>* const own = flood.cluster + first;
    const auto from = [&](int n, int x) NEEL_INLINE_LAMBDA {
      return beside[n].seen(flood.cluster[std::int64_t{beside[n].row} * length + x]);
    };
    Word<W> last = own[length - 1], grown = Word<W>::filled(0);
    for (int x = 0; x < length; ++x) {
      const Word<W> before = own[x];
      last = before | (flood.open(first + x) & (last | from(0, x) | from(1, x) | from(2, x) | from(3, x)));
      grown = grown | (last ^ before);
      own[x] = last;
    }
    bool ended = !seeded && !grown.any();
    while (!ended) { // down and up the ring, until its ends agree
      grown = grown | along(flood, own, first, length, true);
      if ((flood.open(first) & own[length - 1] & ~own[0]).any()) {
        grown = grown | along(flood, own, first, length, false);
      }
      ended = !(flood.open(first + length - 1) & own[0] & ~own[length - 1]).any();
    }
    const bool marked = seeded || grown.any();
    if (marked) {
      flood.grown[row] = pass;
    }
    return marked;
  }

  /// Marks what marks of a row reach along it; returns what is new.
  NEEL_FUNCTION Word<W> along(const Flood& flood, Word<W>* own, std::int64_t first, int length, bool down) const {
    Word<W> last = own[down ? 0 : length - 1], grown = Word<W>::filled(0);
    for (int k = 0; k < length; ++k) {
      const int x = down ? length - 1 - k : k;
      const Word<W> before = own[x];
      last = before | (flood.open(first + x) & last);
      grown = grown | (last ^ before);
      own[x] = last;
    }
    return grown;
  }

  measure::NaturalOrderField<W> overlaps_;
  int systems_;
  Word<W>* clusters_;
  int* grown_;
  int rows_;
  Seed seed_;
  std::uint64_t sweep_ = 0;
  std::uint32_t number_ = 0;
};

/// Turns both spins of each pair of replicas in its clusters, which are those of the whole lattice.
template <class Model, class Order, ExecutionSpace Exec>
struct TurnClusters {
  measure::NaturalEntries<Order> entries;
  Word<Model::words>* spins[2]; ///< by colour, of replica 0
  std::int64_t apart;           ///< entries from one replica to the next
  measure::ReplicaPairs pairs;
  const Word<Model::words>* clusters;

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("neel::update::turn_clusters",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, entries.all(pairs.count)),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const auto at = entries(index);
    if (at.own) {
      const Word<Model::words> turned = clusters[at.natural];
      Word<Model::words>* const of_first = spins[at.colour] + at.entry;
      const std::int64_t both[2] = {pairs.a[at.pair] * apart, pairs.b[at.pair] * apart};
      for (const std::int64_t replica : both) {
        of_first[replica] = of_first[replica] ^ turned;
      }
    }
  }
};

} // namespace neel::update
