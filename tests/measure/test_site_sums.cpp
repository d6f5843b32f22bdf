// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/ensemble.hpp"
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace neel;
using lattice::Geometry;

namespace {

/// Rows of whole site vectors, periodic and open; others, and odd lengths; more than a team's site vectors; less than one; square lattices.
Geometry some_geometry() {
  return GENERATE(Geometry{16, 4, 6, true, true, true}, Geometry{8, 4, 6, true, false, true},
                  Geometry{12, 10, 7, true, true, false}, Geometry{15, 4, 2, false, true, true},
                  Geometry{9, 2, 2, false, true, false}, Geometry{72, 40, 2, true, true, true},
                  Geometry{16, 22, 1, true, true, false}, Geometry{15, 5, 1, false, false, false},
                  Geometry{64, 6, 4, false, true, true}, Geometry{32, 5, 3, true, false, false},
                  Geometry{48, 34, 20, true, true, true});
}

} // namespace

TEMPLATE_LIST_TEST_CASE("sums are the same bits in every space", "[measure]", testing::Spaces) {
  const Geometry g = some_geometry();
  testing::Ensemble<2, Kokkos::DefaultHostExecutionSpace> host(g, 3, testing::perovskite(), 0.7, 0.002);
  testing::Ensemble<2, TestType> here(g, 3, testing::perovskite(), 0.7, 0.002);
  host.sweep(5);
  here.sweep(5);
  const auto a = host.measure(), b = here.measure();
  for (std::size_t s = 0; s < 3; ++s) {
    CHECK(a[s].exchange == b[s].exchange);
    CHECK(a[s].dm == b[s].dm);
    CHECK(a[s].anisotropy == b[s].anisotropy);
    CHECK(a[s].zeeman == b[s].zeeman);
    for (int c = 0; c < 2; ++c) {
      for (int k = 0; k < 3; ++k) {
        CHECK(a[s].spin[c][k] == b[s].spin[c][k]);
      }
    }
  }
}

namespace {

template <class Model, class Exec>
void compare_vectors(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                     const typename Model::Formats& formats) {
  using SiteSums = measure::SiteSums<Model, Exec>;
  const typename SiteSums::Result blocks("blocks", 3, 2, Model::terms), vectors("vectors", 3, 2, Model::terms);
  SiteSums(model, state, formats).launch(exec, state, blocks);
  const auto launch = [&](auto sums, std::int64_t* to, auto... deep) {
    sums.take(state.contents(), to, 3, deep...);
    Kokkos::parallel_for(sums.label, sums.policy(exec), sums);
  };
  lattice::with_vectors_of(state.geometry, [&]<bool Whole, bool Open>() {
    launch(measure::VectorSums<Model, Exec, Whole, Open>(model, state, formats), vectors.data());
  });
  const typename SiteSums::Result one("one", 3, 2, Model::terms), many("many", 3, 2, Model::terms);
  bool words = false;
  measure::with_device_sums_of(model, state, formats, [&](auto sums) {
    words = requires { sums.deepest; };
    if constexpr (requires { sums.deepest; }) {
      launch(sums, one.data());
      launch(sums, many.data(), sums.deepest);
    }
  });
  CHECK(words == (models::MovesPacked<Model> && state.geometry.half_x() % lattice::vector_length == 0));
  exec.fence();
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    CHECK(vectors.data()[k] == blocks.data()[k]);
    CHECK((!words || (one.data()[k] == blocks.data()[k] && many.data()[k] == blocks.data()[k])));
  }
}

struct Staggered {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(at.colour == lattice::Colour::even ? 1 : -1);
  }
};

struct UpOrDown {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

} // namespace

TEST_CASE("sums of site vectors, as devices take them, are those of a host's blocks", "[measure]") {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  const Geometry g = some_geometry();
  testing::Ensemble<2, Exec> e(g, 3, testing::perovskite(), 0.7, 0.002);
  e.sweep(2);
  compare_vectors(e.exec, e.model, e.state, e.formats());
  const models::State<models::Ising, Exec> ising(g, 3);
  models::fill("up_or_down", Exec(), g, 3, ising.sites, UpOrDown());
  compare_vectors(Exec(), models::Ising(), ising, {});
}

TEST_CASE("spins that are words are counted in slabs, and where all differ", "[measure]") {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  for (const Geometry& g :
       {Geometry{16, 4, 8, true, true, false}.part(0, 4), Geometry{32, 4, 8, true, true, false}.part(4, 8),
        Geometry{64, 6, 8, true, true, true}.part(2, 5), Geometry{32, 12, 10, true, true, true}.part(4, 8),
        Geometry{8, 12, 10, true, false, false}.part(0, 4), Geometry{32, 4, 6, true, true, true},
        Geometry{32, 24, 1, true, true, false}}) {
    const models::State<models::Ising, Exec> random(g, 3), staggered(g, 3);
    models::fill("up_or_down", Exec(), g, 3, random.sites, UpOrDown());
    compare_vectors(Exec(), models::Ising(), random, {});
    models::fill("staggered", Exec(), g, 3, staggered.sites, Staggered());
    compare_vectors(Exec(), models::Ising(), staggered, {});
  }
}

TEMPLATE_LIST_TEST_CASE("spins add up to their plain sum", "[measure]", testing::Spaces) {
  const Geometry g{7, 5, 4};
  testing::Ensemble<2, TestType> e(g, 2, testing::perovskite(), 0.7, 0.002);
  e.sweep(3);
  const auto sums = e.measure();
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    const auto of_colour = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), e.state.sites.half(c));
    for (std::size_t k = 0; k < 3; ++k) {
      double total = 0;
      for (std::size_t z = 0; z < of_colour.extent(2); ++z) {
        for (std::size_t y = 0; y < of_colour.extent(3); ++y) {
          for (std::size_t i = 0; i < of_colour.extent(4); ++i) {
            total += static_cast<double>(of_colour(k, 1, z, y, i));
          }
        }
      }
      CHECK(std::abs(sums[1].spin[static_cast<int>(c)][k] - total) < 1e-6);
    }
  }
}
