// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bench edwards-anderson: picoseconds per spin flip attempt, t_sweep / (samples R L^3), against size, coding, storage
// order and generator.

#include "backend/backend.hpp"
#include "bench/bench.hpp"
#include "files/fingerprint.hpp"
#include "files/print.hpp"
#include "models/edwards_anderson/engine.hpp"

#include <cstdio>

namespace neel::bench {

namespace {

using models::EdwardsAndersonOptions;

EdwardsAndersonOptions cube(int l) {
  EdwardsAndersonOptions o;
  o.geometry = {l, l, l, true, true, true};
  o.words = backend::on_device() ? 4 : 16;
  return o;
}

/// Each size with R = 4, 8 and 16 and several k; at the middle one, then, each W and R, order and generator.
std::vector<EdwardsAndersonOptions> cases(const std::vector<int>& sizes) {
  std::vector<EdwardsAndersonOptions> all;
  for (const int l : sizes) {
    for (const int r : {4, 8, 16}) {
      all.push_back(cube(l));
      all.back().replicas = r;
    }
    for (const int k : {4, 16}) { // small lattices: several coded systems fill the machine
      if (l <= 16 || (backend::on_device() && l <= 64)) {
        all.push_back(cube(l));
        all.back().systems = k;
      }
    }
  }
  const int l = sizes[sizes.size() / 2];
  for (const int w : {1, 4, 16}) {
    for (const int r : {1, 2, 4, 8}) {
      all.push_back(cube(l));
      all.back().words = w;
      all.back().replicas = r;
    }
  }
  for (const char* order : {"standard", "bitwise", "sliced"}) {
    all.push_back(cube(l));
    all.back().order = order;
  }
  for (const char* generator : {"philox", "minstd", "xorwow", "parisi-rapuano", "mt19937"}) {
    all.push_back(cube(l));
    all.back().order = "sliced";
    all.back().generator = generator;
  }
  for (const int single : sizes) { // synchronous coding
    for (const int r : {1, 2, 4}) {
      if (single % 64 == 0) {
        all.push_back(cube(single));
        all.back().synchronous = true;
        all.back().words = 1;
        all.back().replicas = r;
      }
    }
  }
  return all;
}

/// Bytes per flip that must cross memory: own spins read and written, the other colour's spins and the couplings at all six
/// neighbours read once.
double bytes_per_flip(const EdwardsAndersonOptions& o) {
  const double bits = 32.0 * o.words * o.replicas;
  return 4.0 * o.words * (3 * o.replicas + 6) / bits;
}

struct GlassRow {
  std::string name;
  double picoseconds, least, most, roof;
  std::string hash;
};

GlassRow bench_case(const EdwardsAndersonOptions& o, double bandwidth, int repetitions) {
  const auto glass = models::make_edwards_anderson(o);
  glass->set_temperature(1.1019);
  std::uint64_t number = 0;
  const auto sweeps = [&](std::int64_t count) {
    for (std::int64_t s = 0; s < count; ++s) {
      glass->sweep(number++);
    }
    glass->wait();
  };
  sweeps(10);
  const std::string hash = files::hex(glass->hash()); // after 10 sweeps: the same on every machine
  const Timed t = timed_each(repetitions, 2, sweeps);
  const auto ps = [&](double seconds) { return seconds / static_cast<double>(o.proposals()) * 1e12; };
  const std::string name =
      fmt::format("{:6} L={:<4} W={:<2} R={:<2} k={:<3} {:9} {}", o.synchronous ? "single" : "coded", o.geometry.lx,
                  o.words, o.replicas, o.systems, o.order, o.generator);
  return {name, ps(t.median), ps(t.least), ps(t.most), bytes_per_flip(o) / bandwidth * 1e12, hash};
}

JsonRow json(const GlassRow& r) {
  return {r.name,
          {{"ps_per_flip", r.picoseconds}, {"least", r.least}, {"most", r.most}, {"roof_ps_per_flip", r.roof}},
          r.hash};
}

} // namespace

void edwards_anderson(const Options& options) {
  std::vector<int> sizes = options.sizes;
  if (sizes.empty()) {
    sizes = backend::on_device() ? std::vector<int>{8, 16, 32, 64, 128, 256} : std::vector<int>{8, 16, 32, 64};
  }
  const double bandwidth = copy_bandwidth(options.repetitions);
  files::print("edwards-anderson, Metropolis at T = 1.1019, periodic; {}; {} repetitions after warm-up\n"
               "copy bandwidth {:.4g} GB/s; roof = bytes per flip that must cross memory / bandwidth\n"
               "W words per site and replica, R replicas, k coded systems; single: synchronous coding\n",
               backend::name(), options.repetitions, bandwidth * 1e-9);
  files::print("{:52} {:>10} {:>22} {:>10} {:>8} {:>8} {:>18}\n", "case", "ps/flip", "least..most", "flips/ns", "roof",
               "of roof", "hash after 10");
  std::vector<JsonRow> rows;
  for (const EdwardsAndersonOptions& o : cases(sizes)) {
    if (const auto wrong = o.objection()) {
      files::print("left out, L = {}: {}\n", o.geometry.lx, wrong->text);
      continue;
    }
    const GlassRow r = bench_case(o, bandwidth, options.repetitions);
    files::print("{:52} {:>10.4g} {:>10.4g} .. {:<8.4g} {:>10.4g} {:>8.4g} {:>7.1f}% {:>18}\n", r.name, r.picoseconds,
                 r.least, r.most, 1e3 / r.picoseconds, r.roof, 100 * r.roof / r.picoseconds, r.hash);
    std::fflush(stdout);
    rows.push_back(json(r));
  }
  write_json(options, bandwidth, rows);
}

} // namespace neel::bench
