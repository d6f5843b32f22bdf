// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bench heisenberg: updates per nanosecond against the roofline of this machine, by size.

#include "backend/backend.hpp"
#include "bench/bench.hpp"
#include "files/fingerprint.hpp"
#include "files/print.hpp"
#include "models/models.hpp"

#include <cstdio>

namespace neel::bench {

namespace {

struct HeisenbergRow {
  std::string name;
  double measure_cost, rate, least, most, roof;
  std::string hash;
};

models::Model perovskite(int size, const std::string& fractions, input::RunInput& run) {
  const std::string n = std::to_string(size);
  input::Reader in = input::Reader::from_text(
      "model.name = \"heisenberg\"\nlattice = {size = [" + n + "," + n + "," + n + "], boundary = \"periodic\"}\n" +
          "schedule = {T = 0.8, field = 0.002, thermalize = 1, sweeps = 1, measure_every = 1}\n" +
          "algorithm.update = \"metropolis\"\n[material]\n" + fractions,
      "bench");
  return models::read_input(in, run);
}

// Own spin read and written, the other colour's spin read once (its other readers find it in cache); with two ions one
// byte for each.
constexpr double bytes_pure = 36, bytes_mixed = 38;

HeisenbergRow bench_case(int size, bool mixed, double bandwidth, int repetitions) {
  input::RunInput run;
  const auto model = perovskite(
      size,
      mixed ? "ions = [\"Fe\", \"Cr\"]\nfractions.Cr = 0.35\nmoment = {Fe = 1.0, Cr = 0.6}\nanisotropy = 0.007\n"
              "exchange = {Fe-Fe = 1.0, Fe-Cr = 0.2436305732484076, Cr-Cr = 0.1831210191082803}\n"
              "dm = {Fe-Fe = 0.0214, Fe-Cr = -0.0168, Cr-Cr = 0.0074}\n"
            : "ions = [\"Fe\"]\nanisotropy = 0.007\nexchange.Fe-Fe = 1.0\ndm.Fe-Fe = 0.0214\n",
      run);
  const auto simulation = model.make(run::Space::standard);
  simulation->set_conditions(0.8, 0.002);
  std::uint64_t number = 0;
  const auto sweeps = [&](std::int64_t count, bool measure) {
    for (std::int64_t s = 0; s < count; ++s) {
      measure ? simulation->sweep_and_measure(number++) : simulation->sweep(number++);
    }
    simulation->wait();
  };
  sweeps(10, false);
  const std::string hash = files::hex(simulation->hash()); // after 10 sweeps: the same on every machine
  const double sites = static_cast<double>(simulation->sites());
  const double one = timed(3, [&] { sweeps(5, false); }).median / 5;
  const auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(0.03 / one)); // about 30 ms a repetition
  sweeps(count, false);
  const Timed plain = timed(repetitions, [&] { sweeps(count, false); });
  const auto rate = [&](double seconds) { return static_cast<double>(count) * sites / seconds * 1e-9; };
  const std::int64_t batch = std::min<std::int64_t>(simulation->capacity(), std::max<std::int64_t>(1, count / 4));
  const auto discard = [](int, std::span<const double>) {};
  sweeps(batch, true);
  simulation->collect(discard);
  std::vector<double> with_measuring;
  for (int r = 0; r < repetitions; ++r) {
    with_measuring.push_back(timed(1, [&] { sweeps(batch, true); }).median);
    simulation->collect(discard);
  }
  std::sort(with_measuring.begin(), with_measuring.end());
  const double sweep_seconds = plain.median / static_cast<double>(count);
  const double measured_seconds = with_measuring[with_measuring.size() / 2] / static_cast<double>(batch);
  return {std::string(mixed ? "x = 0.35" : "x = 0") + ", L = " + std::to_string(size),
          (measured_seconds - sweep_seconds) / sweep_seconds / 10,
          rate(plain.median),
          rate(plain.most),
          rate(plain.least),
          bandwidth / (mixed ? bytes_mixed : bytes_pure) * 1e-9,
          hash};
}

JsonRow json(const HeisenbergRow& r) {
  return {r.name,
          {{"updates_per_ns", r.rate},
           {"least", r.least},
           {"most", r.most},
           {"roof_updates_per_ns", r.roof},
           {"cost_of_measuring_every_10", r.measure_cost}},
          r.hash};
}

} // namespace

void heisenberg(const Options& options) {
  std::vector<int> sizes = options.sizes;
  if (sizes.empty()) {
    sizes = backend::on_device() ? std::vector<int>{32, 40, 64, 128, 256, 512} : std::vector<int>{20, 40, 64, 128};
  }
  const double bandwidth = copy_bandwidth(options.repetitions);
  files::print(
      "heisenberg, Metropolis, one system, periodic; {}; {} repetitions after warm-up\n"
      "copy bandwidth {:.4g} GB/s; {:g} B per update (x = 0), {:g} B (x = 0.35) must cross memory, roof = bandwidth / "
      "bytes\n",
      backend::name(), options.repetitions, bandwidth * 1e-9, bytes_pure, bytes_mixed);
  files::print("{:20} {:>12} {:>22} {:>10} {:>8} {:>8} {:>12} {:>18}\n", "case", "updates/ns", "least..most",
               "ns/update", "roof", "of roof", "measure/10", "hash after 10");
  std::vector<JsonRow> rows;
  for (const bool mixed : {false, true}) {
    for (const int size : sizes) {
      const HeisenbergRow r = bench_case(size, mixed, bandwidth, options.repetitions);
      files::print("{:20} {:>12.4g} {:>10.4g} .. {:<8.4g} {:>10.4g} {:>8.4g} {:>7.1f}% {:>11.1f}% {:>18}\n", r.name,
                   r.rate, r.least, r.most, 1 / r.rate, r.roof, 100 * r.rate / r.roof, 100 * r.measure_cost, r.hash);
      std::fflush(stdout);
      rows.push_back(json(r));
    }
  }
  write_json(options, bandwidth, rows);
}

} // namespace neel::bench
