// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Houdayer moves of bit-coded samples: what is turned is a cluster, energies of two replicas stay together; the same bits in all orders
// and spaces, and after a stop.

#include "models/edwards_anderson/engine.hpp"
#include "models/edwards_anderson/given.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <numeric>
#include <set>

using namespace neel;
using models::EdwardsAndersonEngine;
using models::EdwardsAndersonOptions;

namespace {

EdwardsAndersonOptions options(const lattice::Geometry& g, int words, int replicas, int pair_moves) {
  EdwardsAndersonOptions o;
  o.geometry = g.tall();
  o.words = std::max(words, 1);
  o.replicas = replicas;
  o.pair_moves = pair_moves;
  o.synchronous = words == 0;
  return o;
}

std::unique_ptr<EdwardsAndersonEngine> moved(const EdwardsAndersonOptions& o, double temperature, int sweeps,
                                             run::Space space = run::Space::default_space) {
  auto glass = models::make_edwards_anderson(o, space);
  glass->set_temperature(temperature);
  for (int s = 0; s < sweeps; ++s) {
    glass->sweep(static_cast<std::uint64_t>(s));
  }
  return glass;
}

/// The sites that are connected to a site by bonds, through others of the same value.
std::vector<bool> cluster(const std::vector<std::vector<std::uint32_t>>& neighbours, const std::vector<float>& q,
                          std::size_t from) {
  std::vector<bool> in(q.size());
  std::vector<std::size_t> next{from};
  in[from] = true;
  while (!next.empty()) {
    const std::size_t site = next.back();
    next.pop_back();
    for (const std::uint32_t n : neighbours[site]) {
      if (!in[n] && q[n] == q[site]) {
        in[n] = true;
        next.push_back(n);
      }
    }
  }
  return in;
}

const lattice::Geometry cubic{6, 4, 8, true, true, true}, square{10, 8, 1, true, true, true},
    small{4, 2, 1, true, true, true}, long_cube{4, 2, 64, true, true, true}, strip{6, 64, 1, true, true, true};

} // namespace

// One sweep with such a move, and one without, from the same start.
TEST_CASE("a Houdayer move turns one cluster in both replicas", "[pair-moves]") {
  const auto& [g, words, temperature] = GENERATE(table<lattice::Geometry, int, double>({{cubic, 1, 9.0},
                                                                                        {cubic, 4, 0.5},
                                                                                        {square, 1, 0.5},
                                                                                        {square, 16, 2.0},
                                                                                        {small, 4, 2.0},
                                                                                        {long_cube, 0, 2.0},
                                                                                        {strip, 0, 0.5}}));
  CAPTURE(g.lx, g.ly, g.lz, words);
  const int replicas = 5; // the last one has no other at first
  auto o = options(g, words, replicas, 1);
  o.systems = 2;
  const auto with = moved(o, temperature, 1);
  o.pair_moves = 0;
  const auto without = moved(o, temperature, 1);
  std::vector<std::vector<std::uint32_t>> neighbours(static_cast<std::size_t>(g.sites()));
  for (const models::SiteBond& b : models::bonds_of_sample(o, 0)) {
    neighbours[b.a].push_back(b.b);
    neighbours[b.b].push_back(b.a);
  }
  std::set<std::size_t> sizes;
  for (int sample = 0; sample < o.samples(); sample += o.synchronous ? 1 : 11) {
    for (const int a : {0, 2}) {
      const std::vector<float> before[2] = {without->spins(sample, a), without->spins(sample, a + 1)},
                               after[2] = {with->spins(sample, a), with->spins(sample, a + 1)};
      std::vector<bool> turned[2];
      std::vector<float> q;
      for (std::size_t site = 0; site < before[0].size(); ++site) {
        q.push_back(before[0][site] * before[1][site]);
        for (int k = 0; k < 2; ++k) {
          turned[k].push_back(before[k][site] != after[k][site]);
        }
      }
      CHECK(turned[0] == turned[1]);
      const auto first =
          static_cast<std::size_t>(std::find(turned[0].begin(), turned[0].end(), true) - turned[0].begin());
      REQUIRE(first < q.size());
      CHECK(turned[0] == cluster(neighbours, q, first));
      sizes.insert(static_cast<std::size_t>(std::count(turned[0].begin(), turned[0].end(), true)));
    }
    CHECK(with->spins(sample, 4) == without->spins(sample, 4));
  }
  CHECK(sizes.size() > 1);
}

TEST_CASE("Houdayer moves keep the energy of two replicas together", "[pair-moves]") {
  const auto& [g, words] = GENERATE(table<lattice::Geometry, int>({{cubic, 4}, {square, 1}, {strip, 0}}));
  CAPTURE(g.lx, g.ly, g.lz, words);
  auto o = options(g, words, 2, 3);
  o.systems = 6;
  o.rungs = 3;
  const auto with = moved(o, 1.1, 1);
  o.pair_moves = 0;
  const auto without = moved(o, 1.1, 1);
  CHECK(with->hash() != without->hash());
  const auto a = with->unsatisfied(), b = without->unsatisfied();
  int changed = 0;
  for (std::size_t s = 0; s < a[0].size(); ++s) {
    CHECK(a[0][s] + a[1][s] == b[0][s] + b[1][s]);
    changed += a[0][s] != b[0][s] ? 1 : 0;
  }
  CHECK(changed > 0);
  CHECK(with->unsatisfied(lattice::Colour::odd) == a);
}

TEST_CASE("Houdayer moves leave the same bits in all orders and spaces, and after a stop", "[pair-moves]") {
  const lattice::Geometry cube{8, 8, 8, true, true, true}, plane{16, 8, 1, true, true, true};
  const run::Space space = GENERATE(run::Space::default_space, run::Space::host, run::Space::serial);
  const auto& [g, order, hash] =
      GENERATE_COPY(table<lattice::Geometry, std::string, std::uint64_t>({{cube, "standard", 0xfa0c16042327a7cd},
                                                                          {cube, "bitwise", 0xfa0c16042327a7cd},
                                                                          {cube, "sliced", 0xfa0c16042327a7cd},
                                                                          {plane, "standard", 0xe31d195706ffd070},
                                                                          {plane, "bitwise", 0xe31d195706ffd070}}));
  CAPTURE(order);
  auto o = options(g, 1, 4, 2);
  o.passes = 2;
  o.systems = 2;
  o.order = order;
  const auto whole = moved(o, 0.9, 6, space), rest = models::make_edwards_anderson(o, space);
  rest->set_temperature(0.9);
  auto arrays = whole->save();
  rest->load(arrays);
  for (std::uint64_t n = 6; n < 12; ++n) {
    whole->sweep(n);
    rest->sweep(n);
  }
  CHECK(whole->hash() == rest->hash());
  CHECK(whole->hash() == hash); // "golden"
}

TEST_CASE("planes and Houdayer moves that are not possible are refused", "[pair-moves]") {
  const auto objection = [](const lattice::Geometry& g, int words, int replicas, int passes, const char* order) {
    auto o = options(g, words, replicas, 1);
    o.passes = passes;
    o.order = order;
    const auto found = o.objection();
    return found ? found->text : "none";
  };
  const auto says = [](const std::string& text, const char* part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  CHECK(objection(square, 1, 2, 1, "standard") == "none");
  CHECK(objection(strip, 0, 2, 1, "standard") == "none");
  says(objection(square, 1, 1, 1, "standard"), "coding.replicas = 2 or more");
  says(objection(square, 1, 2, 0, "standard"), "beside moves of single spins");
  says(objection(square, 1, 2, 1, "bitwise"), "powers of two, not 10 x 8");
  says(objection(square, 1, 2, 1, "sliced"), "a cube, not 10 x 8");
  says(objection(square, 0, 2, 1, "standard"), "Ly to be a multiple of 64; the lattice is 10 x 8");
  says(objection({8, 7, 1, true, true, true}, 1, 2, 1, "standard"), "even lengths; the lattice is 8 x 7");
  says(objection({8, 8, 1, true, false, true}, 1, 2, 1, "standard"), "not periodic along all axes");
}
