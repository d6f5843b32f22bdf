// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel lab: a simulation behind a page.

#include "view/lab.hpp"

#include "files/checksum.hpp"
#include "files/durable.hpp"
#include "files/print.hpp"
#include "input/scan.hpp"
#include "models/models.hpp"
#include "program/commands.hpp"
#include "program/memory.hpp"
#include "program/stop.hpp"
#include "view/server.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace neel::program {

namespace {

namespace fs = std::filesystem;
using input::exact;

/// What is wide enough for sliders around the conditions to begin with.
view::Range around(double t, double h, bool thermal) {
  const double most = std::max(2 * std::abs(h), thermal ? t : 1.0);
  return {{std::max(t / 50, std::min(t, 1e-15)), 2.5 * t}, {-most, most}};
}

/// The resolved input with other temperatures and fields.
std::string with_conditions(const std::string& resolved, const view::Done& done) {
  std::string text, line;
  bool schedule = false;
  for (std::istringstream lines(resolved); std::getline(lines, line);) {
    schedule = line.starts_with('[') ? line == "[schedule]" : schedule;
    if (schedule && line.starts_with("T = ")) {
      line = "T = " + exact(done.temperature);
    } else if (schedule && line.starts_with("field = ")) {
      line = "field = " + exact(done.field);
    }
    text += line + "\n";
  }
  return text;
}

class LabBench final : public view::Bench {
public:
  explicit LabBench(const LabOptions& options) : options_(options), input_(input::Reader::from_file(options.input)) {
    const files::AtomicFile writable(free_path(), ""); // before there is something to lose
  }

  view::Experiment prepare(const std::vector<std::string>& changes, const std::optional<view::Range>& range) override {
    input::Reader in = changed(changes);
    input::RunInput run;
    const models::Model model = models::read_input(in, run); // as it stands there
    const input::ScheduleInput& s = run.schedule;
    // Of a ladder of temperatures, the highest; of a list, the first.
    const double t = s.temper ? *std::max_element(s.temperature.begin(), s.temperature.end()) : s.temperature.front();
    const double h = s.field.front();
    const int block = options_.block > 0 ? options_.block : s.quench() ? 1 : 10;
    if (range) {
      return made(changes, t, h, *range, block);
    }
    view::Range wide = around(t, h, model.moments.front().name == "energy");
    if (!run.has_field) {
      wide.field = {h, h};
    }
    try {
      return made(changes, t, h, wide, block);
    } catch (const InputError&) { // conditions near the first can be refused
      return made(changes, t, h, {{t, t}, {h, h}}, block);
    }
  }

  std::string text(const view::Experiment& experiment, const view::Done& done, std::uint64_t hash) const override {
    const input::ScheduleInput& s = experiment.run.schedule;
    const std::int64_t sweeps = (s.thermalize + s.sweeps) * static_cast<std::int64_t>(done.temperature.size());
    return "# Done in the laboratory, " + std::to_string(sweeps) +
           " sweeps: neel run repeats it, and ends in the configuration with the hash " + files::hex(hash) + ".\n" +
           with_conditions(experiment.model.resolved, done) + "\n" + experiment.run.output.resolved;
  }

  std::string write(const std::string& text, const std::string& before) override {
    std::string path = untouched(before) ? before : free_path();
    files::write_text(path, text);
    written_ = files::checksum(text);
    return path;
  }

  void rescue(const std::string& text, const std::string& why) override {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error) {
      throw FileError(why + "; there is no folder for temporary files either, and what was done is lost");
    }
    std::string path;
    try {
      files::write_text(path = free_path(folder.string()), text);
    } catch (const FileError& e) {
      throw FileError(why + "; nor could it be saved elsewhere, and what was done is lost: " + e.what());
    }
    throw FileError(why + "; what was done is saved elsewhere: neel run " + path);
  }

  void note(const std::string& sentence) override {
    files::print("{}\n", sentence);
    std::fflush(stdout);
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

  /// The same in blocks, for a range of conditions, of which it begins with the first.
  view::Experiment made(const std::vector<std::string>& changes, double t, double h, const view::Range& range,
                        int block) const {
    view::Experiment asked;
    asked.range = range;
    input::Reader in = changed(changes);
    std::map<std::string, input::Value> start;
    for (const char* key : {"schedule.start", "schedule.start_print", "schedule.q", "schedule.normal"}) {
      if (const input::Value* const value = in.node(key)) {
        start.emplace(key, *value);
      }
    }
    for (const char* key : {"schedule", "pt", "pa", "measure.waiting_times"}) {
      in.drop(key);
    }
    for (const auto& [key, value] : start) {
      in.put(key, value, options_.input);
    }
    const auto put = [&](const std::string& key, const std::vector<double>& values) {
      in.put(key, input::parse_value(exact(values), key), "the laboratory");
    };
    put("schedule.T", {t, range.temperature[0], range.temperature[1]});
    if (range.field[0] != 0 || range.field[1] != 0) {
      put("schedule.field", {h, range.field[0], range.field[1]});
    }
    in.set("schedule.thermalize=" + std::to_string(block / 2));
    in.set("schedule.sweeps=" + std::to_string(block - block / 2));
    in.set("schedule.measure_every=" + std::to_string(block - block / 2));
    in.set("measure.bins=2");
    asked.model = models::read_input(in, asked.run);
    check_size(asked);
    check_memory(asked.model, asked.run);
    asked.simulation = program::make_simulation(asked.model, asked.run);
    return asked;
  }

  /// A larger lattice takes seconds for a sweep, and more for the page, which gets every site.
  void check_size(const view::Experiment& asked) const {
    constexpr std::int64_t most = 1 << 25; // sites
    const std::int64_t sites = asked.run.lattice.sites() * asked.model.systems;
    if (sites > most) {
      throw InputError(options_.input + ": the laboratory has room for " + std::to_string(most) +
                       " sites in all systems, found " + std::to_string(sites) +
                       ": take a smaller lattice.size or algorithm.systems; neel run has no such limit");
    }
  }

  /// Nobody changed what was saved there.
  bool untouched(const std::string& path) const {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
      return false;
    }
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return files::checksum(bytes) == written_;
  }

  /// Where nothing is yet.
  std::string free_path() const { return free_path(options_.out); }
  std::string free_path(const std::string& folder) const {
    const std::string name = options_.name.empty() ? fs::path(options_.input).stem().string() : options_.name;
    std::error_code error;
    if (!fs::create_directories(folder, error) && error) {
      throw FileError("cannot make the directory " + folder + ": " + error.message());
    }
    for (int n = 1;; ++n) {
      const std::string file = name + "-lab" + std::to_string(n) + ".toml";
      const std::string path = folder == "." ? file : (fs::path(folder) / file).string();
      if (fs::symlink_status(path, error).type() == fs::file_type::not_found) {
        return path;
      }
    }
  }

  const LabOptions& options_;
  input::Reader input_; ///< as it was at the start, whatever becomes of the file
  std::string written_; ///< the fingerprint of what was saved last
};

} // namespace

void lab(const LabOptions& options) {
  LabBench bench(options);
  const std::string name = options.name.empty() ? fs::path(options.input).stem().string() : options.name;
  view::Lab lab(bench, name, options.idle);
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
