// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/bench.hpp"

#include "backend/backend.hpp"
#include "bench/machine.hpp"
#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/durable.hpp"
#include "files/print.hpp"
#include "model/schedule.hpp"
#include "models/models.hpp"
#include "parallel/shared.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "build_info.hpp"

namespace neel::bench {

namespace {

/// "L=64 ions=2 metropolis": words speak for themselves.
std::string text_of(const Labels& labels) {
  std::string text;
  for (const auto& [key, value] : labels) {
    const bool number = std::isdigit(static_cast<unsigned char>(value.front())) != 0;
    text += (text.empty() ? "" : " ") + (number ? key + "=" : std::string()) + value;
  }
  return text;
}

} // namespace

Bench::Bench(const Options& options) : options_(options), bandwidth_(copy_bandwidth(options.repetitions)) {
  files::print("{}; copy bandwidth {:.4g} GB/s\n"
               "Medians of {} repetitions after warm-up; spread: from the fastest to the slowest.\n"
               "roof: part of what that bandwidth allows, each byte crossing memory once.\n"
               "meas: what measuring every ten sweeps costs. hash: its first half, of the\n"
               "configuration after some sweeps, the same on every machine.\n",
               backend::name(), bandwidth_ * 1e-9, options.repetitions);
}

std::vector<int> Bench::sizes(const std::vector<int>& host, const std::vector<int>& device) const {
  return !options_.sizes.empty() ? options_.sizes : (backend::on_device() ? device : host);
}

void Bench::begin(const std::string& suite, const std::string& about) {
  suite_ = suite;
  heading_ = fmt::format("\n{}: {}\n{:43} {:>8} {:>6} {:>4} {:>5} {:>8}\n", suite, about, "", "per ns", "spread",
                         "roof", "meas", "hash");
}

bool Bench::wanted(const Labels& labels) {
  const std::string text = " " + text_of(labels) + " ";
  const bool all = std::all_of(options_.only.begin(), options_.only.end(), [&](const std::string& word) {
    return text.find(" " + word + " ") != std::string::npos;
  });
  found_ = found_ || all;
  return all;
}

void Bench::finish() const {
  if (!found_ && !options_.only.empty()) {
    throw InputError(
        fmt::format("neel bench: no case has \"{}\" in its label; without --only all are shown, with labels such "
                    "as \"L=64 metropolis\"",
                    fmt::join(options_.only, "\" and \"")));
  }
  write_json();
}

/// Once the suite has a case.
void Bench::print_heading() { files::print("{}", std::exchange(heading_, {})); }

std::optional<double> Bench::time(const Case& one) {
  if (!one.needed && !wanted(one.labels)) {
    return {};
  }
  print_heading();
  input::RunInput run;
  models::Model model;
  std::unique_ptr<run::Simulation> simulation;
  try {
    input::Reader in = input::Reader::from_text(one.input, suite_);
    model = models::read_input(in, run);
    simulation = one.shared ? models::complete(parallel::make_shared(model, run), model, run, run::Space::default_space)
                            : models::make_simulation(model, run);
  } catch (const InputError& e) { // sizes that this case cannot have
    files::print("{}: left out: {}\n", text_of(one.labels), e.what());
    return {};
  }
  const run::Point at = models::to_schedule(run).points.front();
  simulation->set_conditions(at.temperature, at.field);
  std::uint64_t number = 0;
  const auto sweeps = [&](std::int64_t count) {
    for (std::int64_t s = 1; s <= count; ++s) {
      simulation->sweep(number++);
      if (one.wait > 0 && s % one.wait == 0) {
        simulation->wait();
      }
    }
    simulation->wait();
  };
  sweeps(one.first);
  Row row{suite_, one.labels, "updates", {}, files::hex(simulation->hash())};
  const Timing t = time_steps(options_.repetitions, one.batch, sweeps);
  std::optional<double> measuring;
  if (one.measuring) {
    measuring = time_measuring(*simulation, number, t.median, options_.repetitions) / t.median / 10;
  }
  show(std::move(row), model.updates, model.updates * model.bytes_per_update, t, measuring);
  return t.median;
}

void Bench::time(const Work& work) {
  if (!wanted(work.labels)) {
    return;
  }
  print_heading();
  work.steps(work.first);
  Row row{suite_, work.labels, work.unit, {}, work.hash()};
  show(std::move(row), work.count, work.bytes, time_steps(options_.repetitions, 1, work.steps), {});
}

void Bench::show(Row row, double count, double bytes, const Timing& t, std::optional<double> measuring) {
  const double rate = count / t.median * 1e-9;
  const std::optional<double> roof = bytes > 0 ? std::optional(count * bandwidth_ / bytes * 1e-9) : std::nullopt;
  const auto percent = [](std::optional<double> part) {
    return part ? fmt::format("{:.0f}%", 100 * *part) : std::string("-");
  };
  files::print("{:43} {:>8.{}g} {:>6} {:>4} {:>5} {:>8}\n", text_of(row.labels), rate,
               rate < 0.001 ? 3 : 4, // 0.000786: as wide as its column
               percent((t.most - t.least) / t.median), percent(roof ? std::optional(rate / *roof) : roof),
               percent(measuring), row.hash.substr(0, 8));
  std::fflush(stdout);
  row.figures = {{row.unit + "_per_ns", rate},
                 {"least", count / t.most * 1e-9},
                 {"most", count / t.least * 1e-9},
                 {"us_per_step", t.median * 1e6}};
  const auto add = [&](const std::string& name, std::optional<double> value) {
    if (value) {
      row.figures.emplace_back(name, *value);
    }
  };
  const std::string each = "_per_" + row.unit.substr(0, row.unit.size() - 1);
  add("roof_" + row.unit + "_per_ns", roof);
  add("bytes" + each, roof ? std::optional(bytes / count) : roof);
  add("cost_of_measuring_every_10", measuring);
  if (t.joules) {
    add("joules" + each, *t.joules / count);
    add("watts", *t.joules / t.median);
  }
  if (t.instructions) {
    add("instructions" + each, *t.instructions / count);
  }
  add("clock_MHz", t.clock);
  rows_.push_back(std::move(row));
}

void Bench::write_json() const {
  if (options_.json.empty()) {
    return;
  }
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Row& row : rows_) {
    Json entry{{"suite", row.suite}, {"name", text_of(row.labels)}, {"labels", Json::object()}};
    for (const auto& [key, value] : row.labels) {
      entry["labels"][key] = value;
    }
    for (const auto& [key, value] : row.figures) {
      entry[key] = value;
    }
    entry["hash"] = row.hash;
    list.push_back(std::move(entry));
  }
  Json all{{"version", NEEL_VERSION},
           {"revision", NEEL_REVISION},
           {"date", today()},
           {"backend", backend::name()},
           {"processor", processor()},
           {"threads", backend::host_threads()},
           {"repetitions", options_.repetitions},
           {"copy_bandwidth_bytes_per_s", bandwidth_},
           {"rows", std::move(list)}};
  if (network_) {
    Json swaps = Json::array();
    for (const Network::HaloExchange& s : network_->swaps) {
      swaps.push_back({{"bytes", s.bytes}, {"us", 1e6 * s.seconds}});
    }
    all["network"] = {{"about", network_->about}, {"on_devices", network_->on_devices}, {"swaps", std::move(swaps)}};
  }
  files::write_text(options_.json, all.dump(1) + "\n");
}

// The build writes the list: a line NEEL_BENCH("name", function) for each suite.
#define NEEL_BENCH(name, function) void function(Bench& bench);
#include "list_of_benches.inc"
#undef NEEL_BENCH

namespace {

struct Suite {
  const char* name;
  void (*run)(Bench&);
};
#define NEEL_BENCH(name, function) {name, function},
constexpr Suite all_suites[] = {
#include "list_of_benches.inc"
};
#undef NEEL_BENCH

const std::string of_ranks = "parallel"; ///< the suite for several ranks

/// The user's own input, at its first temperature and field.
void time_input(Bench& bench, const std::string& path) {
  input::Reader in = input::Reader::from_file(path);
  input::RunInput run;
  const models::Model model = models::read_input(in, run);
  bench.begin(path, "at T = " + input::exact(run.schedule.temperature.front()));
  Case one{{{"input", path}}, model.resolved};
  one.measuring = true;
  bench.time(one);
}

} // namespace

std::vector<std::string> suites() {
  std::vector<std::string> names;
  for (const Suite& s : all_suites) {
    names.emplace_back(s.name);
  }
  return names;
}

void run(const Options& options) {
  const bool one = parallel::ranks().size() == 1;
  std::vector<std::string> what = options.what;
  if (what.empty()) {
    what = {of_ranks};
    if (one) {
      what = suites();
      what.erase(std::find(what.begin(), what.end(), of_ranks));
    }
  }
  const auto find = [](const std::string& name) {
    return std::find_if(std::begin(all_suites), std::end(all_suites), [&](const Suite& s) { return name == s.name; });
  };
  for (const std::string& name : what) {
    if (!one && name != of_ranks) {
      throw InputError("neel bench " + name + " is for one process; several measure the suite parallel");
    }
    if (find(name) == std::end(all_suites) && !name.ends_with(".toml")) {
      throw InputError("neel bench: no suite \"" + name + "\"; the suites are: " +
                       fmt::format("{}", fmt::join(suites(), ", ")) + "; an input's name ends in .toml");
    }
    if (name.ends_with(".toml")) {
      input::Reader::from_file(name); // or an error, before anything is timed
    }
  }
  Bench bench(options);
  for (const std::string& name : what) {
    if (const Suite* s = find(name); s != std::end(all_suites)) {
      s->run(bench);
    } else {
      time_input(bench, name);
    }
  }
  bench.finish();
}

void help(const Options& options) { help_with_network(options.repetitions); }

} // namespace neel::bench
