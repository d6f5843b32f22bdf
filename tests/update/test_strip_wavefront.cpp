// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Threads of a host that share a system by bands: nobody waits for ever, and they leave what one leaves.
#include "testing/ensemble.hpp"

#include <neel/models/ising.hpp>
#include <neel/update/host_sweeps.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>
#include <thread>

using namespace neel;
using lattice::Geometry, models::Move;

namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

/// Planes of one band and of several, one plane, long rows, few planes, odd lengths; at least one where a thread has many bands.
const std::vector<Geometry> geometries{{64, 18, 32, true, true, true},  {72, 40, 2, true, true, true},
                                       {64, 18, 14, true, false, true}, {16, 4, 40, true, true, false},
                                       {64, 64, 1, true, true, false},  {63, 66, 1, false, true, false},
                                       {1100, 4, 6, true, true, true},  {4, 2, 2, true, true, true},
                                       {4200, 1, 1, true, true, true},  {65, 21, 33, false, false, false}};

struct UpDownStart {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

} // namespace

TEST_CASE("a band's neighbours are the bands that have its sites' neighbours", "[update]") {
  for (const Geometry& g : geometries) {
    for (const int threads : {1, 3, 100}) {
      INFO(g.lx << " x " << g.ly << " x " << g.lz << ", " << threads << " threads");
      constexpr int systems = 2;
      const update::StripWavefront bands(g, systems, threads);
      const lattice::Blocks blocks(g);
      CHECK(bands.of_system() * bands.blocks() == blocks.per_plane() * g.lz);
      const int half_x = g.half_x();
      std::vector<int> band_of(static_cast<std::size_t>(half_x * g.ly * g.lz), -1); // of an entry
      const auto entry = [&](int i, int y, int z) -> int& {
        return band_of[static_cast<std::size_t>(i + half_x * (y + g.ly * z))];
      };
      for (int block = 0; block < blocks.per_plane() * g.lz; ++block) {
        const lattice::Blocks::Block at = blocks(block);
        for (int y = at.y0; y < at.y1; ++y) {
          for (int i = at.i0; i < at.i1; ++i) {
            entry(i, y, at.z) = block / bands.blocks();
          }
        }
      }
      std::set<std::pair<std::int64_t, std::int64_t>> expected, found;
      for (int system = 0; system < systems; ++system) {
        const std::int64_t first = std::int64_t{system} * bands.of_system();
        const auto pair = [&](int here, int i, int y, int z) {
          if (i >= 0 && y >= 0 && z >= 0) {
            expected.emplace(first + here, first + entry(i, y, z));
          }
        };
        for (int z = 0; z < g.lz; ++z) {
          for (int y = 0; y < g.ly; ++y) {
            for (int i = 0; i < half_x; ++i) {
              const int here = entry(i, y, z);
              pair(here, Geometry::before(i, half_x, g.periodic_x), y, z);
              pair(here, Geometry::after(i, half_x, g.periodic_x), y, z);
              pair(here, i, Geometry::before(y, g.ly, g.periodic_y), z);
              pair(here, i, Geometry::after(y, g.ly, g.periodic_y), z);
              pair(here, i, y, Geometry::before(z, g.lz, g.periodic_z));
              pair(here, i, y, Geometry::after(z, g.lz, g.periodic_z));
            }
          }
        }
        for (std::int64_t band = first; band < first + bands.of_system(); ++band) {
          bands.with_neighbours(band, [&](std::int64_t beside) { found.emplace(band, beside); });
        }
      }
      std::erase_if(expected, [](const auto& two) { return two.first == two.second; });
      std::erase_if(found, [](const auto& two) { return two.first == two.second; });
      CHECK(found == expected);
    }
  }
}

TEST_CASE("threads have bands enough", "[update]") {
  const auto bands = [](const Geometry& g, int threads) { return update::StripWavefront(g, 1, threads).of_system(); };
  CHECK(bands({64, 64, 64, true, true, true}, 16) ==
        256); // of four blocks of a plane, no more than twelve to a thread ask for
  CHECK(bands({64, 64, 64, true, true, true}, 4) == 64);
  CHECK(bands({40, 40, 40, true, true, true}, 16) == 80); // all blocks
  CHECK(bands({4096, 4096, 1, true, true, false}, 16) == 4096);
  CHECK(bands({1 << 20, 1, 1, true, false, false}, 16) == 1024); // a chain
}

TEST_CASE("any number of threads leaves the same bits, by bands and by systems", "[update]") {
  constexpr int systems = 2;
  constexpr std::uint64_t first = (1ULL << 32) - 3;
  constexpr std::uint64_t seed = 77;
  const std::vector<Move> moves{Move::metropolis, Move::heat_bath};
  for (const Geometry& g : geometries) {
    const auto make = [&] {
      testing::Sites<models::Ising, Exec> all(g, systems, models::Ising(), {}, {0.4, 0.1}, 1);
      all.lattice.place("start", UpDownStart());
      return all;
    };
    auto expected = make();
    std::int64_t accepted[systems] = {};
    for (std::uint64_t n = 0; n < 7; ++n) {
      update::sweep<Move::metropolis>(Exec(), expected.model, expected.state, seed, first + n,
                                      n == 3 ? accepted : nullptr, 0);
      update::sweep<Move::heat_bath>(Exec(), expected.model, expected.state, seed, first + n,
                                     n == 3 ? accepted : nullptr, 1);
    }
    using SweepExecutor = update::HostSweeps<models::Ising, Exec>;
    const auto same = [&](bool by_bands, int threads, const auto& run) {
      INFO(g.lx << " x " << g.ly << " x " << g.lz << ", " << threads << " threads");
      auto all = make();
      std::int64_t counted[systems] = {};
      SweepExecutor sweeps(all.model, all.state, moves, seed, by_bands, threads);
      for (const update::SweepBatch& batch : {update::SweepBatch{.first = first, .count = 4, .fixed = counted},
                                              update::SweepBatch{.first = first + 4, .count = 3}}) {
        run(sweeps, batch, threads);
        sweeps.finish(batch);
      }
      CHECK(all.hash() == expected.hash());
      CHECK(std::ranges::equal(counted, accepted));
    };
    const auto at_once = [](SweepExecutor& sweeps, const update::SweepBatch& batch, int threads) {
      std::vector<std::jthread> running;
      for (int thread = 0; thread < threads; ++thread) {
        running.emplace_back([&, thread] { sweeps.run(batch, thread); });
      }
    };
    const auto one_by_one = [](SweepExecutor& sweeps, const update::SweepBatch& batch, int threads) {
      for (int thread = threads - 1; thread >= 0; --thread) {
        sweeps.run(batch, thread);
      }
    };
    for (const int threads : {1, 2, 3, 5, 8, 40}) {
      same(true, threads, at_once);
      same(true, threads, one_by_one);
    }
    same(false, 2, at_once);
    same(false, 5, at_once);
    same(false, 3, one_by_one);
  }
}
