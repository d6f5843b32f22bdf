// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How threads of a host share lattices for many sweeps without a wait of all.

#include <neel/lattice/traversal.hpp>
#include <neel/update/work_stealing.hpp>

namespace neel::update {

/// The bands of several systems, one system's after another's; a band is some rows of a plane (of a chain, a part of its row),
/// whose blocks (lattice::Blocks) follow one another. All of one colour are moved, then all of the other, and so on: each time is a
/// *half*, counted since the beginning.
class StripWavefront {
public:
  StripWavefront(const lattice::Geometry& g, int systems, int threads)
      : cut_(g, systems, threads),
        moved_(static_cast<std::size_t>(cut_.of_system()) * static_cast<std::size_t>(systems)),
        shares_(threads, cut_.per_plane) {}

  int of_system() const { return cut_.of_system(); }
  /// Of a band.
  int blocks() const { return cut_.blocks; }

  /// Calls use(band) for those that this thread takes, each as soon as it may be moved. Halves begin as rounds of Shares do. Any number of
  /// threads may come, at the same time or not.
  template <class Use>
  void with_half(int thread, std::uint64_t half, const Use& use) {
    shares_.with(thread, half, static_cast<std::int64_t>(moved_.size()), [&](std::int64_t band) {
      await_half(band, half); // another thread may still move it
      with_neighbours(band, [&](std::int64_t beside) { await_half(beside, half); });
      use(band);
      moved_[static_cast<std::size_t>(band)].store(half + 1, std::memory_order_release);
    });
  }
  /// Calls use(band) for each one whose sites are neighbours of this one's; some may come twice.
  template <class Use>
  void with_neighbours(std::int64_t band, const Use& use) const {
    const std::int64_t plane = band / cut_.per_plane, first_plane = plane / cut_.planes * cut_.planes; // of its system
    const int z = static_cast<int>(plane - first_plane), y = static_cast<int>(band - plane * cut_.per_plane);
    for (const int step : {-1, 1}) {
      if (const int beside = beyond(z + step, cut_.planes, cut_.periodic_planes); beside >= 0) {
        use((first_plane + beside) * cut_.per_plane + y);
      }
      if (const int beside = beyond(y + step, cut_.per_plane, cut_.periodic); beside >= 0) {
        use(plane * cut_.per_plane + beside);
      }
    }
  }

private:
  /// How a lattice is cut into bands.
  struct Cut {
    int planes, per_plane = 1, blocks; ///< per_plane: bands; blocks: of a band
    bool periodic_planes, periodic;    ///< from the last to the first plane; within a plane

    Cut(const lattice::Geometry& g, int systems, int threads)
        : planes(g.lz), periodic_planes(g.periodic_z), periodic(g.periodic_y) {
      // Bands of a thread, if there are so many blocks, so that none waits long for a last one.
      constexpr int enough = 12;
      const lattice::Blocks all(g);
      int most = all.bands(); // of a plane
      if (g.lz == 1) {        // what it is made of are its planes
        const bool chain = g.ly == 1;
        planes = chain ? all.per_plane() : most;
        periodic_planes = chain ? g.periodic_x : g.periodic_y;
        most = 1;
      }
      while (per_plane < most && (most % per_plane != 0 || std::int64_t{of_system()} * systems < enough * threads)) {
        ++per_plane;
      }
      blocks = all.per_plane() * g.lz / of_system();
    }
    int of_system() const { return planes * per_plane; }
  };

  static int beyond(int at, int count, bool periodic) {
    return at >= 0 && at < count ? at : periodic ? (at + count) % count : -1;
  }

  /// Waits until that band was moved in all halves before this one, and then sees it so.
  void await_half(std::int64_t band, std::uint64_t half) const {
    const auto& moved = moved_[static_cast<std::size_t>(band)];
    await([&] { return moved.load(std::memory_order_acquire) >= half; });
  }

  Cut cut_;
  std::vector<std::atomic<std::uint64_t>> moved_; ///< halves, of each band
  WorkStealing shares_;
};

} // namespace neel::update
