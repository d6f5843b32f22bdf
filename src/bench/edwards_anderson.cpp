// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The spin glass: size, replicas, words, coded systems, storage orders and generators, and single samples. Lulli, Bernaschi
// and Parisi, Comput. Phys. Commun. 196, 290 (2015), compare the same.

#include "backend/backend.hpp"
#include "bench/inputs.hpp"
#include "bench/variants.hpp"

namespace neel::bench {

namespace {

struct Glass {
  int size, words, replicas = 4, systems = 1;
  std::string order = "standard", generator = "philox";
  bool single = false; ///< synchronous coding: bits are sites of one sample
};

void time(Bench& bench, const Glass& g) {
  Case one;
  one.labels = {{"L", std::to_string(g.size)}};
  if (g.single) {
    one.labels.emplace_back("coding", "synchronous");
  } else {
    one.labels.emplace_back("W", std::to_string(g.words));
  }
  one.labels.emplace_back("R", std::to_string(g.replicas));
  if (!g.single) {
    one.labels.insert(one.labels.end(),
                      {{"k", std::to_string(g.systems)}, {"order", g.order}, {"generator", g.generator}});
  }
  one.input = head("edwards-anderson", {g.size, g.size, g.size}, 1.1019) +
              "couplings.positive = 0.5\ncoding.replicas = " + std::to_string(g.replicas) + "\n";
  one.input += g.single ? "coding.kind = \"synchronous\"\n"
                        : fmt::format("coding.words = {}\ncoding.order = \"{}\"\ncoding.generator = \"{}\"\n"
                                      "algorithm.systems = {}\n",
                                      g.words, g.order, g.generator, g.systems);
  one.batch = 2;
  bench.time(one);
}

} // namespace

void edwards_anderson(Bench& bench) {
  bench.begin("edwards-anderson", "Metropolis at T = 1.1019 J, periodic cubes");
  const std::vector<int> sizes = bench.sizes({8, 16, 32, 64}, {8, 16, 32, 64, 128, 256});
  const int words = backend::on_device() ? 4 : 16;
  for (const int size : sizes) {
    for (const int replicas : {4, 8, 16}) {
      time(bench, {size, words, replicas});
    }
  }
  for (const int size : sizes) { // small lattices: several coded systems fill the machine
    for (const int systems : {2, 4, 8, 16, 32}) {
      if (size <= (backend::on_device() ? 64 : 16)) {
        time(bench, {size, words, 4, systems});
      }
    }
  }
  const int size = middle(sizes);
  for (const int w : {1, 4, 16}) {
    for (const int replicas : {1, 2, 4, 8}) {
      if (w != words || replicas < 4) { // those are above
        time(bench, {size, w, replicas});
      }
    }
  }
  for (const int l : sizes) {
    for (const char* order : {"standard", "bitwise", "sliced"}) {
      for (const char* generator : {"philox", "minstd", "xorwow", "parisi-rapuano", "mt19937"}) {
        if (std::string(order) + generator != "standardphilox") { // that is above
          time(bench, {l, words, 4, 1, order, generator});
        }
      }
    }
  }
  for (const int l : sizes) {
    if (backend::on_device() || l == size) { // beside W = 4 and R = 4 above
      time_glass_on_grid(bench, l);
    }
  }
  for (const int single : sizes) {
    for (const int replicas : {1, 2, 4}) {
      if (single % 64 == 0) {
        time(bench, {single, 1, replicas, 1, "", "", true});
      }
    }
  }
}

} // namespace neel::bench
