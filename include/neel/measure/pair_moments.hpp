// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is measured of bit-coded samples, from the sums of their bits: a few numbers a sample, made where the sums are.

#include <neel/core/math.hpp>

namespace neel::measure {

/// Reads sums of bits by sample. `slabs`: all bits of a word are of one sample (lattice/ordered.hpp).
template <int W, bool slabs>
struct SumsOfSample {
  const std::int64_t* sums; ///< (row, bit)

  /// Of the row of a sample's system.
  NEEL_FUNCTION double at(std::int64_t row, int sample) const {
    if constexpr (slabs) {
      std::int64_t all = 0;
      for (int bit = 0; bit < 32 * W; ++bit) {
        all += sums[row * (32 * W) + bit];
      }
      return static_cast<double>(all);
    } else {
      return static_cast<double>(sums[row * (32 * W) + sample % (32 * W)]);
    }
  }
  /// Of plane p normal to an axis, from the rows of a system's `cells` planes: those of slabs have a cell's words along y, its bits along z.
  NEEL_FUNCTION double plane(std::int64_t first, int sample, int axis, int cells, int p) const {
    if constexpr (slabs) {
      if (axis > 0) {
        std::int64_t all = 0;
        for (int bit = 0; bit < 32 * W; ++bit) {
          all += (axis == 1 ? bit / 32 : bit % 32) == p / cells ? sums[(first + p % cells) * (32 * W) + bit] : 0;
        }
        return static_cast<double>(all);
      }
    }
    return at(first + p, sample);
  }
};

/// Numbers of all samples, a row for each: of a replica its unsatisfied bonds; of a pair of replicas the sites where they disagree,
/// N (1 - q) / 2, the bonds whose ends have different overlaps, and |sum_x q(x) exp(ikx)|^2 / N^2 at the smallest k along the longest axes,
/// averaged over these; of a distance r = 1 ... most the mean of q(x) q(x + r) over sites, axes and pairs.
struct PairMomentRows {
  static constexpr int of_pair = 3;
  double *replicas, *pairs, *distances; ///< (row, sample)
};

/// Makes them from sums of the bits of some pairs, and adds to the distances' what other pairs have left there.
template <int W, bool slabs>
struct PairMoments {
  using Sums = SumsOfSample<W, slabs>;

  Sums unsatisfied, links;   ///< (replica, system), (pair, system)
  Sums planes[3], different; ///< (pair, system, plane) of each axis, (axis, pair, system, r - 1)
  int size[3], cells[3];     ///< planes of sites, and of words
  int systems, replicas, pairs, most;
  double share;                     ///< of a pair and an axis in the mean over all
  double beside;                    ///< unsatisfied bonds that are none (models::is_plane)
  const math::SinCos<double>* turn; ///< exp(ikx), by plane
  PairMomentRows to;

  NEEL_FUNCTION int samples() const { return systems * (slabs ? 1 : 32 * W); }
  NEEL_FUNCTION std::int64_t items() const { return std::int64_t{replicas + pairs + most} * samples(); }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int row = static_cast<int>(item / samples()), sample = static_cast<int>(item - std::int64_t{row} * samples());
    const int system = slabs ? sample : sample / (32 * W);
    if (row < replicas) {
      to.replicas[item] = unsatisfied.at(row * systems + system, sample) - beside;
    } else if (row < replicas + pairs) {
      add_pair(row - replicas, system, sample);
    } else {
      add_distance(row - replicas - pairs, system, sample);
    }
  }

private:
  NEEL_FUNCTION double sites() const { return static_cast<double>(std::int64_t{size[0]} * size[1] * size[2]); }
  NEEL_FUNCTION bool longest(int axis) const {
    return size[axis] == Kokkos::max(Kokkos::max(size[0], size[1]), size[2]);
  }

  NEEL_FUNCTION void add_pair(int pair, int system, int sample) const {
    const std::int64_t group = std::int64_t{pair} * systems + system;
    const int longest_axes = (longest(0) ? 1 : 0) + (longest(1) ? 1 : 0) + (longest(2) ? 1 : 0);
    double total = 0, mode = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (axis == 0 || longest(axis)) {
        double all = 0, re = 0, im = 0;
        for (int p = 0; p < size[axis]; ++p) {
          const double n = planes[axis].plane(group * cells[axis], sample, axis, cells[axis], p);
          all += n;
          re += n * turn[p].cos; // what is the same in all planes adds up to nothing
          im += n * turn[p].sin;
        }
        total = axis == 0 ? all : total;
        mode += longest(axis) ? 4 * (re * re + im * im) / (sites() * sites()) / longest_axes : 0;
      }
    }
    double* const first = to.pairs + std::int64_t{PairMomentRows::of_pair} * pair * samples() + sample;
    first[0] = total;
    first[samples()] = links.at(group, sample);
    first[2 * samples()] = mode;
  }
  NEEL_FUNCTION void add_distance(int r, int system, int sample) const {
    double& mean = to.distances[std::int64_t{r} * samples() + sample];
    double sum = mean;
    for (int pair = 0; pair < pairs; ++pair) {
      for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t group = (std::int64_t{axis} * pairs + pair) * systems + system;
        sum += size[axis] == 1 ? 0 : share * (1 - 2 * different.at(group * most + r, sample) / sites());
      }
    }
    mean = sum;
  }
};

} // namespace neel::measure
