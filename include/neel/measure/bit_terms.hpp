// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What BitCounts adds up of a spin glass: unsatisfied bonds, and disagreements of replicas, of times, and of overlaps at a
// distance.

#include <neel/measure/bit_counts.hpp>
#include <neel/models/edwards_anderson.hpp>

#include <algorithm>

namespace neel::measure {

/// Unsatisfied bonds of the sites of one colour, that is all of them, each once. One group per replica and system: (replica, system).
/// Model: EdwardsAnderson or EdwardsAndersonSingle.
template <class Model, class Order>
struct UnsatisfiedBonds {
  static constexpr int words = Model::words;
  using Site = typename Model::Site;
  Order order;
  lattice::Halves<Site, typename Model::Quenched> halves; ///< as `from` sees them; of the first replica
  std::int64_t apart;                                     ///< entries from one replica to the next
  lattice::Colour from;
  int replicas, own; ///< own: entries of a system that are no halo
  lattice::AnyLength systems;

  NEEL_FUNCTION int groups() const { return replicas * systems.size; }
  NEEL_FUNCTION int steps() const { return own; }
  NEEL_FUNCTION ThreeBits<Word<words>> at(int group, int entry) const {
    const int replica = systems.quotient(group), row = order.row_of(entry);
    const lattice::EntryView<Site, typename Model::Quenched> view(
        order, halves, order.row(from, row), order.place_of(entry, row),
        systems.remainder(group, replica) * order.rows() * order.length());
    return models::unsatisfied(Model::around(view.replica(replica * apart)), view.quenched());
  }
};

/// Some pairs of replicas.
struct ReplicaPairs {
  static constexpr int most = 64;
  std::uint8_t a[most], b[most];
  int count = 0;

  void add(int one, int other) {
    a[count] = static_cast<std::uint8_t>(one);
    b[count++] = static_cast<std::uint8_t>(other);
  }
};

/// Bonds of the sites of one colour, that is all of them, whose ends have different overlaps of two replicas. One group per pair and
/// system: (pair, system).
template <class Model, class Order>
struct DifferentLinks {
  static constexpr int words = Model::words;
  using Site = typename Model::Site;
  Order order;
  lattice::Halves<Site, typename Model::Quenched> halves; ///< as even sites see them; of replica 0
  std::int64_t apart;                                     ///< entries from one replica to the next
  ReplicaPairs pairs;
  int own; ///< entries of a system that are no halo
  lattice::AnyLength systems;
  std::uint32_t along_y; ///< 0: there are no bonds along y (models::is_plane)

  NEEL_FUNCTION int groups() const { return pairs.count * systems.size; }
  NEEL_FUNCTION int steps() const { return own; }
  NEEL_FUNCTION ThreeBits<Word<words>> at(int group, int entry) const {
    const int pair = systems.quotient(group), row = order.row_of(entry);
    const lattice::EntryView<Site, typename Model::Quenched> view(
        order, halves, order.row(lattice::Colour::even, row), order.place_of(entry, row),
        systems.remainder(group, pair) * order.rows() * order.length());
    const auto of_a = view.replica(pairs.a[pair] * apart), of_b = view.replica(pairs.b[pair] * apart);
    return models::different_links(Model::around(of_a), Model::around(of_b), along_y);
  }
};

/// Where two configurations of the same shape disagree: entries of one colour that are no halo. One group per system.
template <int W>
struct Disagreements {
  static constexpr int words = W;
  const Word<W>*a, *b;
  int systems, entries, own;

  NEEL_FUNCTION int groups() const { return systems; }
  NEEL_FUNCTION int steps() const { return (own + 6) / 7; }
  NEEL_FUNCTION ThreeBits<Word<W>> at(int system, int step) const {
    const std::int64_t start = std::int64_t{system} * entries;
    return count_of_seven([&](int k) NEEL_INLINE_LAMBDA {
      const int entry = step + k * steps();
      return entry < own ? a[start + entry] ^ b[start + entry] : Word<W>::filled(0);
    });
  }
};

/// A field of words in natural order of the sites (or cells): (system, z, y, x). For overlaps, a bit is 1 where the two
/// replicas disagree.
template <int W>
struct NaturalOrderField {
  const Word<W>* words;
  int size[3];
  int systems;
  /// For slabs: the bits of a cell move by one word (one bit) when a step crosses the end of the y (z) axis.
  bool slabs;

  NEEL_FUNCTION int sites() const { return size[0] * size[1] * size[2]; }
  NEEL_FUNCTION Word<W> at(int system, int x, int y, int z) const {
    return words[std::int64_t{system} * sites() + (z * size[1] + y) * size[0] + x];
  }
};

/// For every axis and every distance r = 1 ... most along it: sites whose overlap differs from that at distance r. One group per axis,
/// system and distance: (axis, system, r - 1).
template <int W>
struct DifferentOverlaps {
  static constexpr int words = W;
  NaturalOrderField<W> field;
  int most;
  Divisor by_x, by_y, by_most, by_axis;

  DifferentOverlaps(const NaturalOrderField<W>& f, int longest)
      : field(f), most(longest), by_x(f.size[0]), by_y(f.size[1]), by_most(longest), by_axis(f.systems * longest) {}

  NEEL_FUNCTION int groups() const { return 3 * field.systems * most; }
  NEEL_FUNCTION int steps() const { return (field.sites() + 6) / 7; }
  NEEL_FUNCTION ThreeBits<Word<W>> at(int group, int step) const {
    const int axis = by_axis.quotient(group), of_axis = group - axis * field.systems * most;
    const int system = by_most.quotient(of_axis);
    const int r = of_axis - system * most + 1;
    return count_of_seven([&](int k) NEEL_INLINE_LAMBDA {
      const int site = step + k * steps();
      return site < field.sites() ? different(system, site, axis, r) : Word<W>::filled(0);
    });
  }

private:
  NEEL_FUNCTION Word<W> different(int system, int site, int axis, int r) const {
    const int row = by_x.quotient(site);
    const int z = by_y.quotient(row);
    const int x = site - row * field.size[0], y = row - z * field.size[1];
    const Word<W> here = field.at(system, x, y, z);
    int along = (axis == 0 ? x : axis == 1 ? y : z) + r, crossed = 0;
    for (; along >= field.size[axis]; along -= field.size[axis]) {
      ++crossed;
    }
    Word<W> there = field.at(system, axis == 0 ? along : x, axis == 1 ? along : y, axis == 2 ? along : z);
    if (field.slabs && axis == 1) {
      const Word<W> cell = there;
      there = Word<W>::each([&](int w) NEEL_INLINE_LAMBDA { return cell[(w + crossed) % W]; });
    } else if (field.slabs && axis == 2 && crossed % 32 != 0) {
      there = there >> crossed % 32 | there << (32 - crossed % 32);
    }
    return here ^ there;
  }
};

/// For every plane normal to an axis: sites where the replicas disagree. One group per axis, system and plane: (axis, system, plane). An
/// axis of length 1 has none.
template <int W>
struct PlaneOverlaps {
  static constexpr int words = W;
  NaturalOrderField<W> field;
  Divisor by_planes[3], by_inner[3]; ///< of an axis
  int before[4] = {};                ///< groups before those of an axis, and all
  int each;                          ///< steps of a group

  explicit PlaneOverlaps(const NaturalOrderField<W>& f)
      : field(f), by_planes{Divisor(f.size[0]), Divisor(f.size[1]), Divisor(f.size[2])},
        by_inner{Divisor(f.size[1]), Divisor(f.size[0]), Divisor(f.size[0])} {
    int least = f.sites();
    for (int axis = 0; axis < 3; ++axis) {
      before[axis + 1] = before[axis] + f.systems * planes(f.size[axis]);
      least = f.size[axis] > 1 ? std::min(least, f.size[axis]) : least;
    }
    each = (f.sites() / least + 6) / 7;
  }

  /// Of a lattice of this length along an axis.
  static NEEL_FUNCTION int planes(int length) { return length > 1 ? length : 0; }

  NEEL_FUNCTION int groups() const { return before[3]; }
  NEEL_FUNCTION int steps() const { return each; }
  NEEL_FUNCTION ThreeBits<Word<W>> at(int group, int step) const {
    const int axis = (group >= before[1] ? 1 : 0) + (group >= before[2] ? 1 : 0);
    const int of_axis = group - before[axis], system = by_planes[axis].quotient(of_axis);
    const int plane = of_axis - system * field.size[axis], in_plane = field.sites() / field.size[axis];
    const int inner = field.size[axis == 0 ? 1 : 0];
    return count_of_seven([&](int k) NEEL_INLINE_LAMBDA {
      const int n = step + k * steps();
      const int v = by_inner[axis].quotient(n), u = n - v * inner;
      if (n >= in_plane) {
        return Word<W>::filled(0);
      }
      return axis == 0 ? field.at(system, plane, u, v)
                       : (axis == 1 ? field.at(system, u, plane, v) : field.at(system, u, v, plane));
    });
  }
};

/// The entries of both colours of all systems, for some pairs of replicas, and where they are in natural order, (pair, system, site):
/// those of a slab in the whole lattice.
template <class Order>
struct NaturalEntries {
  Order order;
  lattice::Geometry whole, geometry;
  int systems;

  struct At {
    bool own; ///< no halo
    int colour, pair;
    std::int64_t entry, natural; ///< entry: of all systems
  };
  std::int64_t all(int pairs) const { return std::int64_t{pairs} * systems * 2 * geometry.half_volume(); }
  NEEL_FUNCTION At operator()(std::int64_t index) const {
    const std::int64_t entries = geometry.half_volume();
    const std::int64_t half = index / entries;
    const int colour = static_cast<int>(half % 2), field = static_cast<int>(half / 2), pair = field / systems;
    const int entry = static_cast<int>(index - half * entries);
    const int n = order.row_of(entry);
    const lattice::Row row = order.row(static_cast<lattice::Colour>(colour), n);
    const lattice::Position p = order.position(row, order.place_of(entry, n));
    return {entry < geometry.own_half_volume(), colour, pair, (field - pair * systems) * entries + entry,
            field * whole.sites() + whole.short_number(p.x, p.y, p.z)};
  }
};

/// Writes the disagreements of pairs of replicas in natural order.
template <int W, class Order>
struct NaturalOverlap {
  NaturalEntries<Order> entries;
  const Word<W>* spins[2]; ///< by colour, of replica 0
  std::int64_t apart;      ///< entries from one replica to the next
  ReplicaPairs pairs;
  Word<W>* overlap;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const auto at = entries(index);
    if (at.own) {
      const Word<W>* const from = spins[at.colour] + at.entry;
      overlap[at.natural] = from[pairs.a[at.pair] * apart] ^ from[pairs.b[at.pair] * apart];
    }
  }
};

} // namespace neel::measure
