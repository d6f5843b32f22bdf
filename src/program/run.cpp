// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel run: reads an input, runs it, writes NAME.h5, NAME.tsv, NAME.log, NAME.resolved.toml and NAME.vtkhdf.

#include "errors.hpp"
#include "models/model_run.hpp"
#include "output/hdf5.hpp"
#include "output/results.hpp"
#include "program/backend.hpp"
#include "program/commands.hpp"
#include "program/progress.hpp"

#include <neel/run/anneal.hpp>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "build_info.hpp"

namespace neel::program {

namespace {

std::string now() {
  const std::time_t t = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&t));
  return text;
}

/// The log: a file, and the terminal unless it is to be quiet.
class Log {
public:
  Log(const std::string& path, bool quiet) : path_(path), quiet_(quiet), file_(std::fopen(path.c_str(), "w")) {
    if (file_ == nullptr) {
      throw FileError("cannot write " + path + ": " + std::strerror(errno));
    }
  }
  ~Log() { std::fclose(file_); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void write(const std::string& text) {
    if (std::fputs(text.c_str(), file_) < 0 || std::fflush(file_) != 0) {
      throw FileError("cannot write " + path_ + ": " + std::strerror(errno));
    }
    if (!quiet_) {
      std::fputs(text.c_str(), stdout);
      std::fflush(stdout);
    }
  }

private:
  std::string path_;
  bool quiet_;
  std::FILE* file_;
};

run::Schedule to_schedule(const input::RunInput& run) {
  run::Schedule s;
  for (std::size_t p = 0; p < run.schedule.temperature.size(); ++p) {
    s.points.push_back({run.schedule.temperature[p], run.schedule.field[p]});
  }
  s.thermalize = run.schedule.thermalize;
  s.measurements = run.schedule.measurements();
  s.measure_every = run.schedule.measure_every;
  s.bins = run.bins;
  return s;
}

std::string bytes(double n) {
  char text[32];
  std::snprintf(text, sizeof text, n < 1e9 ? "%.3g MB" : "%.4g GB", n < 1e9 ? n / 1e6 : n / 1e9);
  return text;
}

double sites_in_all(const models::ModelRun& model, const input::RunInput& run) {
  const auto& size = run.lattice.size;
  return static_cast<double>(size[0]) * size[1] * size[2] * model.systems();
}

std::string header(const models::ModelRun& model, const input::RunInput& run, const RunOptions& options) {
  const run::Schedule s = to_schedule(run);
  const auto& size = run.lattice.size;
  const auto boundary = [&](std::size_t a) { return run.lattice.periodic[a] ? "periodic" : "open"; };
  char text[512];
  std::string t = "Neel " NEEL_VERSION " (" NEEL_REVISION ", " NEEL_BUILD_TYPE "), " + backend_name() + ", started " +
                  now() + "\ninput " + options.input + ", hash " + output::config_hash(model.resolved()) + ", seed " +
                  std::to_string(run.seed) + "\n";
  std::snprintf(text, sizeof text,
                "lattice %d x %d x %d, boundary %s/%s/%s, %d system%s; memory %s (%.3g B per site)\n", size[0], size[1],
                size[2], boundary(0), boundary(1), boundary(2), model.systems(), model.systems() == 1 ? "" : "s",
                bytes(static_cast<double>(model.memory())).c_str(),
                static_cast<double>(model.memory()) / sites_in_all(model, run));
  t += text + model.description();
  std::snprintf(text, sizeof text,
                "schedule: %zu temperatures from %.6g to %.6g, each %lld sweeps to thermalise and %lld measured (every "
                "%lld: %lld measurements); start %s\n",
                s.points.size(), s.points.front().temperature, s.points.back().temperature,
                static_cast<long long>(s.thermalize), static_cast<long long>(s.measurements) * s.measure_every,
                static_cast<long long>(s.measure_every), static_cast<long long>(s.measurements),
                run.schedule.start.c_str());
  return t + text;
}

/// Rough: the measured rates of docs/performance.md, without fixed costs.
double estimated_seconds(const models::ModelRun& model, const input::RunInput& run) {
  const run::Schedule s = to_schedule(run);
  const double sweeps = static_cast<double>(s.sweeps_per_point()) * static_cast<double>(s.points.size());
  const double per_sweep = on_device() ? std::max(8e-6, sites_in_all(model, run) * 0.018e-9)
                                       : sites_in_all(model, run) * 6e-9 / host_threads();
  return sweeps * per_sweep;
}

void check_memory(const models::ModelRun& model) {
  const std::size_t available = free_memory();
  if (available != 0 && model.memory() > available) {
    throw DeviceError("this run needs " + bytes(static_cast<double>(model.memory())) + " of memory, but only " +
                      bytes(static_cast<double>(available)) + " are free on " + backend_name() +
                      ": use a smaller lattice or fewer systems");
  }
}

std::string row(const output::Results& results, std::size_t point) {
  const auto& observables = results.model().observables();
  std::string t;
  char text[96];
  for (std::size_t g = 0; g < results.groups(); ++g) {
    std::snprintf(text, sizeof text, "T %-9.6g", results.run().schedule.temperature[point]);
    t += text;
    if (results.groups() > 1) {
      std::snprintf(text, sizeof text, " %s %.4g", results.model().scan().name.c_str(),
                    results.model().scan().values[g]);
      t += text;
    }
    for (std::size_t o = 0; o < observables.size(); ++o) {
      const std::string& n = observables[o].name;
      if (n == "energy" || n == "staggered_magnetisation" || n == "weak_moment" || n == "acceptance") {
        const output::Result& r = results.at(g, point)[o];
        std::snprintf(text, sizeof text, "  %s %.6f +- %.6f", n.c_str(), r.value, r.error);
        t += text;
      }
    }
    t += "\n";
  }
  return t;
}

double acceptance(const output::Results& results) {
  return results.points() == 0 ? 0.0 : results.at(0, results.points() - 1).back().value;
}

/// Energy of the start configuration, averaged over systems.
std::string start_energy(run::Simulation& simulation, const run::Schedule& schedule) {
  simulation.set_conditions(schedule.points.front().temperature, schedule.points.front().field);
  simulation.measure();
  double sum = 0;
  simulation.collect([&](int, std::span<const double> raw) { sum += raw.front(); });
  return ", start energy " + input::exact(sum / simulation.systems()) + " per site\n";
}

/// Throws unless nothing is in the way of writing NAME.*; false if the very same run is there already.
bool needs_running(const std::string& path, const models::ModelRun& model, const RunOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) {
    throw FileError("cannot make the directory " + options.out + ": " + error.message());
  }
  if (options.force || !std::filesystem::exists(path)) {
    return true;
  }
  if (output::stored_config_hash(path) == output::config_hash(model.resolved())) {
    return false;
  }
  throw InputError(path + " exists and was made from a different input: use --force to overwrite it, or --name or "
                          "--out to write elsewhere");
}

} // namespace

void run(const RunOptions& options) {
  input::Reader in = input::Reader::from_file(options.input);
  for (const std::string& s : options.set) {
    in.set(s);
  }
  input::RunInput run;
  const std::unique_ptr<models::ModelRun> model = models::read_input(in, run);
  const std::string head = header(*model, run, options);
  if (options.dry_run) {
    std::printf("%sestimated time: %s on this machine\n", head.c_str(),
                duration(estimated_seconds(*model, run)).c_str());
    return;
  }
  const std::string name = options.name.empty() ? std::filesystem::path(options.input).stem().string() : options.name;
  const std::string base = (std::filesystem::path(options.out) / name).string();
  if (!needs_running(base + ".h5", *model, options)) {
    std::printf("%s.h5 already holds the finished results of this input; use --force to run again\n", base.c_str());
    return;
  }
  check_memory(*model);
  Log log(base + ".log", options.quiet);
  log.write(head);
  output::write_text(base + ".resolved.toml", model->resolved());

  output::Timing timing{backend_name(), now(), host_threads(), 0, 0};
  const std::unique_ptr<run::Simulation> simulation = model->make_simulation();
  const run::Schedule schedule = to_schedule(run);
  output::Results results(*model, run);
  const auto points = static_cast<std::int64_t>(schedule.points.size());
  Progress progress(options.quiet ? "none" : options.progress, points * schedule.sweeps_per_point(),
                    sites_in_all(*model, run), schedule.points.size());
  log.write("start configuration: hash " + output::hex(simulation->hash()) + start_energy(*simulation, schedule));
  run::anneal(*simulation, schedule,
              {[&](const run::Status& s) {
                 progress.show(static_cast<std::int64_t>(s.point) * schedule.sweeps_per_point() + s.sweeps_in_point,
                               s.point, s.temperature, acceptance(results));
               },
               [&](std::size_t point, const std::vector<measure::Bins>& bins) {
                 results.add(bins);
                 progress.finish();
                 log.write(row(results, point));
                 output::write_table(results, base + ".tsv");
               }});
  timing.seconds = progress.seconds();
  timing.updates_per_ns = progress.updates_per_ns(points * schedule.sweeps_per_point());
  const std::uint64_t hash = simulation->hash();
  output::write_results(results, hash, timing, base + ".h5");
  if (run.configurations) {
    output::write_configuration(model->configuration(0), run, base + ".vtkhdf");
  }
  char text[160];
  std::snprintf(text, sizeof text, "final configuration: hash %s\ndone in %s, %.4g updates/ns; results in %s.h5\n",
                output::hex(hash).c_str(), duration(timing.seconds).c_str(), timing.updates_per_ns, base.c_str());
  log.write(text);
}

} // namespace neel::program
