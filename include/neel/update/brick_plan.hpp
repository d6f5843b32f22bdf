// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How systems are best cut into bricks (brick_sweeps.hpp), and how long a sweep then takes.

#include <neel/core/together.hpp>
#include <neel/lattice/bricks.hpp>
#include <neel/lattice/quads.hpp>

#include <limits>

namespace neel::update {

/// Bytes of a site and of its quenched data.
template <class Model>
inline constexpr std::size_t site_bytes = Model::Site::components * sizeof(typename Model::Site::Component) +
                                          Model::Quenched::components * sizeof(typename Model::Quenched::Component);

/// How systems are cut, and how many of them are swept at the same time.
struct BrickPlan {
  int along_y = 0, along_z = 0, groups = 0;            ///< none: they do not fit
  double ns = std::numeric_limits<double>::infinity(); ///< of a sweep of all, from what was measured on an H100

  static constexpr int most_threads = 512; ///< of a multiprocessor, which has registers for so many

  bool cut() const { return along_y * along_z > 1; }

  /// The fastest.
  static BrickPlan of(const lattice::Geometry& g, int systems, std::size_t bytes_of_site,
                      const Multiprocessors& there) {
    BrickPlan best;
    for (int y = 1; y <= g.ly; ++y) {
      for (int z = 1; z <= g.lz && y * z <= there.count; ++z) {
        const lattice::Bricks bricks(g, y, z);
        if (std::int64_t{bricks.most_rows()} * lattice::quads_x(g) > most_threads) {
          continue;
        }
        const int quads = bricks.most_rows() * lattice::quads_x(g), threads = (quads + warp - 1) / warp * warp;
        const std::size_t bytes = shared(bricks, bytes_of_site) + 2048; // a block takes some by itself, and for sums
        const int at_once = Kokkos::min(most_threads / threads, static_cast<int>(there.shared / bytes));
        const int groups = Kokkos::min(systems, at_once * there.count / bricks.count());
        if (groups == 0) {
          continue;
        }
        const int rounds = (systems + groups - 1) / groups;
        const int blocks = (groups * bricks.count() + there.count - 1) / there.count; // of one multiprocessor
        const double halo = bricks.most_halo() * g.half_x();
        const double ns = rounds * (Kokkos::max(1200.0, 600.0 + 6.9 * blocks * quads) +
                                    (bricks.count() > 1 ? 1200.0 + 0.4 * blocks * halo : 0));
        if (ns < best.ns) {
          best = {y, z, groups, ns};
        }
      }
    }
    return best;
  }

  /// Bytes of a block.
  static std::size_t shared(const lattice::Bricks& bricks, std::size_t bytes_of_site) {
    return 2 * bytes_of_site * static_cast<std::size_t>(pitch(bricks.stored())) +
           halo_bytes * static_cast<std::size_t>(bricks.most_halo() * bricks.stored().half_x());
  }
  /// Entries from one component of one colour of a brick to the next.
  static NEEL_FUNCTION int pitch(const lattice::Geometry& stored) {
    constexpr int aligned = 16;
    return (static_cast<int>(stored.half_volume()) + aligned - 1) / aligned * aligned;
  }

private:
  static constexpr std::size_t halo_bytes = 2 * sizeof(int);
  static constexpr int warp = 32;
};

} // namespace neel::update
