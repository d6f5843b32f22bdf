// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Lattices that ranks share, beside the same on one of them; swaps by themselves.

#include "backend/backend.hpp"
#include "bench/inputs.hpp"
#include "bench/network.hpp"
#include "files/print.hpp"
#include "models/models.hpp"
#include "parallel/shared.hpp"

namespace neel::bench {

namespace {

struct Lattice {
  const char* name;
  std::vector<int> host, device; ///< sizes
  /// An input of that size, `times` as long along the axis that is cut.
  std::string (*input)(int size, int times);
  bool cube = false; ///< it can be nothing else
  int batch = 1;     ///< sweeps of a pass
};

std::string heisenberg_input(int l, int times) {
  return head("heisenberg", {l, l, l * times}, 0.9) + update_key("metropolis") +
         "material = {ions = [\"Fe\"], exchange.Fe-Fe = 1.0, dm.Fe-Fe = 0.02, anisotropy = 0.007}\n";
}
std::string crystal_input(int l, int times) {
  return head("heisenberg", {l, l, l * times}, 1.0) + update_key("metropolis") +
         "lattice.kind = \"bcc\"\nmaterial.ions = [\"Fe\"]\n[[couplings.bonds]]\nshell = 1\nJ = 1.0\n"
         "[[couplings.bonds]]\nshell = 2\nJ = 0.5\n[[couplings.bonds]]\nshell = 3\nJ = -0.1\n";
}
std::string ising_input(int l, int times) { return head("ising", {l, l, l * times}, 4.5) + "couplings.J = 1\n"; }
std::string glass_input(int l, int times, const char* order) {
  return head("edwards-anderson", {l, l, l * times}, 1.1019) +
         fmt::format("couplings.positive = 0.5\ncoding = {{replicas = 4, words = {}, order = \"{}\"}}\n",
                     backend::on_device() ? 4 : 16, order);
}
std::string standard_input(int l, int times) { return glass_input(l, times, "standard"); }
std::string sliced_input(int l, int times) { return glass_input(l, times, "sliced"); }
std::string phi4_input(int l, int times) {
  return head("phi4", {l, l, l * times}, 1) +
         "couplings = {mass_squared = -1, g = 3}\nsweep = {kind = \"colours\", acceptance = 0, hits = 8}\n";
}
std::string board_input(int n, int times) {
  return head("majority", {n, n * times}, 1) + "cells.kept_as = \"bits\"\nsweep = {strategy = \"rows\", steps = 8}\n";
}

const Lattice lattices[] = {
    {"heisenberg", {64, 128}, {256, 512}, heisenberg_input},
    {"crystal", {16, 32}, {128, 256}, crystal_input},
    {"ising", {64, 128}, {512, 1024}, ising_input},
    {"glass", {32, 64}, {128, 256}, standard_input},
    {"glass-sliced", {32, 64}, {128, 256}, sliced_input, true},
    {"phi4", {64, 128}, {256, 512}, phi4_input},
    {"board", {1024, 4096}, {8192, 32768}, board_input, false, 8},
};

/// Seconds of a sweep as neel plan would tell them.
double predicted(const std::string& input, const Network& network, int repetitions) {
  input::RunInput run;
  input::Reader in = input::Reader::from_text(input, "parallel");
  in.set("schedule.sweeps=1000000");
  const models::Model model = models::read_input(in, run);
  const auto on = [&](int ranks) { return rehearse(model, run, ranks, network.on_devices, repetitions); };
  return predict(on(parallel::ranks().size()), backend::on_device() ? on(model.slabs) : Rehearsed{}, network);
}

void time(Bench& bench, const Lattice& lattice, int size, const Network& network) {
  const int ranks = parallel::ranks().size();
  const auto one = [&](int times, bool shared) {
    Case c;
    c.labels = {{"lattice", lattice.name}, {"L", std::to_string(size)}};
    if (shared) {
      c.labels.emplace_back("ranks", std::to_string(ranks));
    }
    if (times > 1) {
      c.labels.emplace_back("long", std::to_string(times));
    }
    c.input = lattice.input(size, times);
    c.shared = shared;
    c.batch = lattice.batch;
    return c;
  };
  const auto wanted = [&](const Case& c) { return ranks > 1 && bench.wanted(c.labels); };
  Case first = one(1, false);
  first.needed = wanted(one(1, true)) || (!lattice.cube && wanted(one(ranks, true)));
  const std::optional<double> alone = bench.time(first);
  if (!alone || ranks == 1) {
    return;
  }
  if (const std::optional<double> strong = bench.time(one(1, true))) {
    const double told = predicted(lattice.input(size, 1), network, bench.repetitions());
    bench.add("efficiency", *alone / (ranks * *strong));
    bench.add("predicted_us_per_step", 1e6 * told);
    files::print("  {:.0f} % of {} times one; neel plan would say {:.0f} %\n", 100 * *alone / (ranks * *strong), ranks,
                 100 * *alone / (ranks * told));
  }
  if (const std::optional<double> weak = lattice.cube ? std::nullopt : bench.time(one(ranks, true))) {
    bench.add("efficiency", *alone / *weak);
    files::print("  {:.0f} % of {} times one\n", 100 * *alone / *weak, ranks);
  }
}

} // namespace

void parallel_lattices(Bench& bench) {
  Network network;
  if (parallel::ranks().size() > 1) {
    parallel::call_for_help();
    network = parallel::together([&] { return measure_network(bench.repetitions()); });
    bench.keep(network);
    files::print("\nswaps by themselves: {}\n{}{:>18} {:>10} {:>8}\n", network.about, parallel::places(), "bytes sent",
                 "us", "GB/s");
    for (const Network::HaloExchange& s : network.swaps) {
      files::print("{:>18.0f} {:>10.4g} {:>8.3g}\n", s.bytes, 1e6 * s.seconds, 1e-9 * s.bytes / s.seconds);
    }
  }
  bench.begin("parallel", "one rank, and all with a slab each; long: weak scaling");
  for (const Lattice& lattice : lattices) {
    for (const int size : bench.sizes(lattice.host, lattice.device)) {
      time(bench, lattice, size, network);
    }
  }
}

} // namespace neel::bench
