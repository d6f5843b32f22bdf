// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bench MODEL.

#include "bench/bench.hpp"

#include "backend/backend.hpp"
#include "errors/errors.hpp"
#include "files/durable.hpp"

#include <Kokkos_Core.hpp>
#include <nlohmann/json.hpp>

#include "build_info.hpp"

namespace neel::bench {

double copy_bandwidth(int repetitions) {
  const std::size_t n = backend::on_device() ? std::size_t{1} << 28 : std::size_t{1} << 24;
  const Kokkos::View<double*> from("neel::bench::from", n), to("neel::bench::to", n);
  const Timed t = timed(repetitions, [&] {
    Kokkos::deep_copy(to, from);
    Kokkos::fence("neel::bench::copied");
  });
  return 2.0 * static_cast<double>(n) * sizeof(double) / t.median;
}

void write_json(const Options& options, double bandwidth, const std::vector<JsonRow>& rows) {
  if (options.json.empty()) {
    return;
  }
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const JsonRow& row : rows) {
    Json entry{{"name", row.name}};
    for (const auto& [key, value] : row.figures) {
      entry[key] = value;
    }
    entry["hash"] = row.hash;
    list.push_back(std::move(entry));
  }
  const Json all{{"model", options.model},
                 {"version", NEEL_VERSION},
                 {"revision", NEEL_REVISION},
                 {"backend", backend::name()},
                 {"repetitions", options.repetitions},
                 {"copy_bandwidth_bytes_per_s", bandwidth},
                 {"rows", std::move(list)}};
  files::write_text(options.json, all.dump(2) + "\n");
}

// The build writes the list: a line NEEL_BENCH("name", function) for each of its models that has one.
#define NEEL_BENCH(name, function) void function(const Options& options);
#include "list_of_benches.inc"
#undef NEEL_BENCH

void run(const Options& options) {
  struct Bench {
    const char* model;
    void (*run)(const Options&);
  };
#define NEEL_BENCH(name, function) {name, function},
  const std::vector<Bench> benches{
#include "list_of_benches.inc"
  };
#undef NEEL_BENCH
  std::string models;
  for (const Bench& b : benches) {
    if (options.model == b.model) {
      b.run(options);
      return;
    }
    models += std::string(models.empty() ? "" : ", ") + b.model;
  }
  throw InputError("neel bench: no model \"" + options.model + "\"; the models are: " + models);
}

} // namespace neel::bench
