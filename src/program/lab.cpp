// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel lab: a simulation behind a page.

#include "view/lab.hpp"

#include "files/durable.hpp"
#include "files/fingerprint.hpp"
#include "files/print.hpp"
#include "input/scan.hpp"
#include "models/models.hpp"
#include "program/commands.hpp"
#include "program/memory.hpp"
#include "program/stop.hpp"
#include "view/server.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

namespace neel::program {

namespace {

namespace fs = std::filesystem;
using input::exact;

class LabBench final : public view::Bench {
public:
  explicit LabBench(const LabOptions& options) : options_(options), input_(input::Reader::from_file(options.input)) {}

  view::Experiment prepare(const std::vector<std::string>& changes) override {
    const input::ScheduleInput s = schedule(changes);
    // Of a ladder of temperatures, the highest; of a list, the first.
    const double first =
        s.temper ? *std::max_element(s.temperature.begin(), s.temperature.end()) : s.temperature.front();
    view::Experiment asked;
    asked.model = read(changes, {{first}, {s.field.front()}}, asked.run);
    check_memory(asked.model, asked.run);
    asked.simulation = program::make_simulation(asked.model, asked.run);
    return asked;
  }

  std::string write(const std::vector<std::string>& changes, const view::Done& done, std::uint64_t hash,
                    const std::string& before) override {
    input::RunInput run;
    const models::Model model = read(changes, done, run);
    const std::int64_t sweeps =
        (run.schedule.thermalize + run.schedule.sweeps) * static_cast<std::int64_t>(run.schedule.points());
    std::string path = before.empty() ? free_path() : before;
    files::write_text(path, "# Done in the laboratory, " + std::to_string(sweeps) +
                                " sweeps: neel run repeats it, and ends in the configuration with the hash " +
                                files::hex(hash) + ".\n" + model.resolved + "\n" + run.output.resolved);
    return path;
  }

private:
  /// The input with what the command line and the page change.
  input::Reader changed(const std::vector<std::string>& changes) const {
    input::Reader in = input_;
    for (const auto* all : {&options_.set, &changes}) {
      for (const std::string& assignment : *all) {
        in.set(assignment);
      }
    }
    if (!input::take_scan(in).empty()) {
      throw InputError(options_.input + ": the laboratory has one experiment at a time; leave [scan] out");
    }
    return in;
  }

  /// As it stands there.
  input::ScheduleInput schedule(const std::vector<std::string>& changes) const {
    input::Reader in = changed(changes);
    input::RunInput run;
    models::read_input(in, run);
    return run.schedule;
  }

  /// The same with a point for each block.
  models::Model read(const std::vector<std::string>& changes, const view::Done& done, input::RunInput& run) const {
    const int block = options_.block > 0 ? options_.block : schedule(changes).quench() ? 1 : 10;
    input::Reader in = changed(changes);
    std::map<std::string, input::Value> start;
    for (const char* key : {"schedule.start", "schedule.start_print", "schedule.q", "schedule.normal"}) {
      if (const input::Value* const value = in.node(key)) {
        start.emplace(key, *value);
      }
    }
    for (const char* key : {"schedule", "pt", "measure.waiting_times"}) {
      in.drop(key);
    }
    for (const auto& [key, value] : start) {
      in.put(key, value, options_.input);
    }
    in.set("schedule.T=" + exact(done.temperature));
    if (std::any_of(done.field.begin(), done.field.end(), [](double h) { return h != 0; })) {
      in.set("schedule.field=" + exact(done.field));
    }
    in.set("schedule.thermalize=" + std::to_string(block / 2));
    in.set("schedule.sweeps=" + std::to_string(block - block / 2));
    in.set("schedule.measure_every=" + std::to_string(block - block / 2));
    in.set("measure.bins=2");
    return models::read_input(in, run);
  }

  /// Where nothing is yet.
  std::string free_path() const {
    const std::string name = options_.name.empty() ? fs::path(options_.input).stem().string() : options_.name;
    std::error_code error;
    if (!fs::create_directories(options_.out, error) && error) {
      throw FileError("cannot make the directory " + options_.out + ": " + error.message());
    }
    for (int n = 1;; ++n) {
      const std::string file = name + "-lab" + std::to_string(n) + ".toml";
      const std::string path = options_.out == "." ? file : (fs::path(options_.out) / file).string();
      if (!fs::exists(path, error)) {
        return path;
      }
    }
  }

  const LabOptions& options_;
  input::Reader input_; ///< as it was at the start, whatever becomes of the file
};

} // namespace

void lab(const LabOptions& options) {
  LabBench bench(options);
  const std::string name = options.name.empty() ? fs::path(options.input).stem().string() : options.name;
  view::Lab lab(bench, name);
  const view::Server server(lab, {options.listen, options.port});
  files::print("{}\n{}; Ctrl-C ends it\n", server.address(), server.advice());
  std::fflush(stdout);
  Stop stop({}, {});
  lab.work([&] { return stop.reason(0).has_value(); });
  if (!lab.saved().empty()) {
    files::print("what was done is saved: neel run {}\n", lab.saved());
  }
}

} // namespace neel::program
