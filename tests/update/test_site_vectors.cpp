// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The colour sweep, as hosts (by blocks of rows) and devices (by site vectors) do it, against a plain one: site by site, each with
// words from Random123 alone. All leave the same bits on every kind of lattice.
#include "testing/ensemble.hpp"
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>
#include <neel/models/xy.hpp>

#include <catch2/catch_template_test_macros.hpp>

extern template class neel::simulation::HalfLattices<neel::models::Ising,
                                                     Kokkos::DefaultExecutionSpace>; // the program's

using namespace neel;
using lattice::Colour, lattice::Geometry, models::Move;

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
constexpr std::uint64_t seed = 0x1234567890ABCDEFULL;

const std::vector<Geometry> geometries{{16, 4, 6, true, true, true},
                                       {8, 8, 8, true, false, true},
                                       {16, 3, 5, false, true, true},
                                       {6, 4, 4, true, true, true},
                                       {2, 2, 2, true, true, true},
                                       {10, 6, 1, true, true, false},
                                       {16, 22, 1, true, true, false},
                                       {15, 5, 1, false, false, false},
                                       {7, 5, 3},
                                       {9, 2, 2, false, true, false},
                                       {1, 3, 2},
                                       {15, 4, 2, false, true, true},
                                       {8, 1, 1, true},
                                       {72, 40, 2, true, true, true},
                                       {12, 4, 4, true, true, true}, // rows that end with half a site vector
                                       {20, 3, 2, false, true, true},
                                       {11, 5, 3},
                                       {4, 2, 4, true, true, true},
                                       {3, 2, 2, false, true, true},
                                       {32, 4, 4, true, true, true}, // rows of two site vectors or four at once
                                       {64, 3, 5, false, true, true},
                                       {48, 2, 6, true, false, true},
                                       {32, 22, 1, true, true, false},
                                       {31, 5, 3},
                                       {15, 4, 2, true, true, true},
                                       Geometry{32, 12, 10, true, true, true}.part(4, 8),
                                       Geometry{64, 6, 10, false, true, true}.part(0, 5),
                                       Geometry{8, 12, 10, true, true, true}.part(4, 8),
                                       Geometry{12, 9, 6, true, false, true}.part(2, 6),
                                       Geometry{8, 8, 1 << 28, true, true, true}.part((1 << 28) - 4, 1 << 28)};

/// Site (z, y, i) moved by the definition of the sweep.
template <Move M, class State, class Model>
void plain_half_sweep(const Model& model, const State& state, Colour colour, std::uint64_t sweep,
                      std::uint32_t number) {
  const Geometry& g = state.geometry;
  for (int system = 0; system < state.systems; ++system) {
    const auto contents = state.contents().from(system);
    const auto old = contents.around(colour);
    for (int entry = 0; entry < static_cast<int>(g.half_volume()); ++entry) {
      const auto here = lattice::locate(g, colour, entry, old);
      const int row = entry / g.half_x(), i = entry % g.half_x();
      const auto of_row = static_cast<std::uint32_t>(g.row_number(row % g.ly, row / g.ly));
      const auto q =
          2 * (of_row * static_cast<std::uint32_t>((g.half_x() + 3) / 4) + static_cast<std::uint32_t>(i / 4)) +
          static_cast<std::uint32_t>(colour);
      const auto word = [&](std::uint32_t call) {
        const random::Draw d = random::Stream(seed, random::Purpose::update, static_cast<std::uint32_t>(system), sweep,
                                              4 * number + call)(q);
        const std::uint32_t words[]{d.a, d.b, d.c, d.d};
        return words[i % 4];
      };
      if (here.exists) {
        contents.own(colour).store(
            entry, model.template update<M>(*contents.conditions, here.at, {word(0), word(1), word(2), 0}).site);
      }
    }
  }
}

template <Move M, class Exec = Host, class State, class Model>
void vector_sweep(const Model& model, const State& state, std::uint64_t sweep, std::uint32_t number,
                  std::int64_t* accepted, int deep) {
  for (const Colour c : {Colour::even, Colour::odd}) {
    update::vector_half_sweep<M>(Exec(), model, state, lattice::Planes::all(state.geometry), c, seed, sweep, accepted,
                                 number, deep);
  }
}

/// Four lattices of the same start: by blocks, by site vectors, by columns of site vectors, plainly. `make()` gives one.
template <Move M, class Make>
void compare(const Make& make) {
  auto blocks = make(), vectors = make(), columns = make(), plain = make();
  const auto systems = static_cast<std::size_t>(blocks.state.systems);
  std::vector<std::int64_t> by_blocks(systems), by_vectors(systems), by_columns(systems);
  for (std::uint64_t sweep = (1ULL << 32) - 2; sweep < (1ULL << 32) + 2; ++sweep) {
    update::sweep<M>(Host(), blocks.model, blocks.state, seed, sweep, by_blocks.data(), 5);
    vector_sweep<M>(vectors.model, vectors.state, sweep, 5, by_vectors.data(), 1);
    vector_sweep<M>(columns.model, columns.state, sweep, 5, by_columns.data(), 3);
    for (const Colour c : {Colour::even, Colour::odd}) {
      plain_half_sweep<M>(plain.model, plain.state, c, sweep, 5);
    }
  }
  CHECK(blocks.hash() == plain.hash());
  CHECK(vectors.hash() == plain.hash());
  CHECK(columns.hash() == plain.hash());
  CHECK(by_blocks == by_vectors);
  CHECK(by_blocks == by_columns);
  CHECK(blocks.hash() != make().hash());
}

template <int Species, Move M>
void compare_heisenberg() {
  for (const Geometry& g : geometries) {
    INFO(Species << " species on " << g.lx << " x " << g.ly << " x " << g.lz);
    compare<M>([&] {
      if constexpr (Species == 1) {
        return testing::Ensemble<1, Host>(g, 3, testing::pure(1.0F, 0.1F), 0.7, 0.1);
      } else {
        return testing::Ensemble<2, Host>(g, 3, testing::perovskite(), 0.5, 0.1);
      }
    });
  }
}

} // namespace

TEST_CASE("blocks, site vectors and a plain loop move vectors alike", "[update]") {
  compare_heisenberg<1, Move::metropolis>();
  compare_heisenberg<2, Move::metropolis>();
  compare_heisenberg<2, Move::heat_bath>();
  compare_heisenberg<2, Move::over_relaxation>();
  compare_heisenberg<1, Move::cone>();
}

namespace {

struct UpDownStart {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

template <class Exec>
testing::Sites<models::Ising, Exec> ising_spins(const Geometry& g, double beta) {
  testing::Sites<models::Ising, Exec> all(g, 2, models::Ising(), {}, {beta, 0.1}, 1);
  all.lattice.place("start", UpDownStart());
  return all;
}

} // namespace

TEST_CASE("blocks, site vectors and a plain loop move Ising spins alike", "[update]") {
  for (const Geometry& g : geometries) {
    INFO(g.lx << " x " << g.ly << " x " << g.lz);
    for (const double beta : {0.4, 4.0}) { // some moves have less than 2^-33
      const auto make = [&] { return ising_spins<Host>(g, beta); };
      compare<Move::metropolis>(make);
      compare<Move::heat_bath>(make);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Ising spins are moved alike in every space", "[update]", testing::Spaces) {
  for (const Geometry& g : geometries) {
    INFO(g.lx << " x " << g.ly << " x " << g.lz);
    for (const double beta : {0.4, 4.0}) {
      auto plain = ising_spins<Host>(g, beta), blocks = ising_spins<Host>(g, beta);
      auto vectors = ising_spins<TestType>(g, beta);
      const Kokkos::View<std::int64_t[2], typename TestType::memory_space> accepted("accepted");
      std::int64_t by_blocks[2] = {};
      const auto sweep = [&]<Move M>(std::uint64_t n) {
        vector_sweep<M, TestType>(vectors.model, vectors.state, n, 5, accepted.data(), static_cast<int>(n) + 1);
        update::sweep<M>(Host(), blocks.model, blocks.state, seed, n, by_blocks, 5);
        for (const Colour c : {Colour::even, Colour::odd}) {
          plain_half_sweep<M>(plain.model, plain.state, c, n, 5);
        }
      };
      sweep.template operator()<Move::metropolis>(0);
      sweep.template operator()<Move::heat_bath>(1);
      sweep.template operator()<Move::metropolis>(2);
      CHECK(vectors.hash() == plain.hash());
      const auto counted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted);
      CHECK(counted(0) == by_blocks[0]);
      CHECK(counted(1) == by_blocks[1]);
    }
  }
}
