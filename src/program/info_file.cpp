// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/info_file.hpp"

#include "files/hdf5.hpp"
#include "input/scan.hpp"
#include "output/checkpoint.hpp"
#include "output/real_units.hpp"
#include "output/results.hpp"
#include "program/json.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace neel::program {

namespace {

/// Points that an input asks for.
std::size_t points_in(const std::string& input) {
  const input::Value root = input::parse_toml(input, "the stored input");
  const input::Value* list = input::find(root, "schedule.times");
  list = list == nullptr ? input::find(root, "schedule.T") : list;
  const auto* values = list == nullptr ? nullptr : list->as<input::Value::List>();
  return values == nullptr ? 1 : values->size();
}

std::string times(std::int64_t n) { return fmt::format("{} time{}", n, n == 1 ? "" : "s"); }

class ResultsInfo {
public:
  explicit ResultsInfo(std::string path) : path_(std::move(path)), summary_(output::read_summary(path_)) {
    if (input::find(input::parse_toml(summary_.input, "the stored input"), "scan") != nullptr) {
      input::Reader in = input::Reader::from_text(summary_.input, "the stored input");
      scan_ = input::take_scan(in);
    }
    for (const input::ScanAxis& axis : scan_) {
      runs_ *= axis.values.size();
    }
    for (const std::string& name : summary_.observables) {
      const bool beside = std::any_of(endings.begin(), endings.end(),
                                      [&](const char* ending) { return name.find(ending) != std::string::npos; });
      if (!beside) {
        observables_.push_back(name);
      }
    }
  }

  void print_text() const {
    const output::Summary& s = summary_;
    files::print("{}: results of Neel {} ({})\n", path_, s.version, s.revision);
    if (!scan_.empty()) {
      std::string axes;
      for (const input::ScanAxis& axis : scan_) {
        axes += fmt::format("{}{} ({} values)", axes.empty() ? "" : ", ", axis.key, axis.values.size());
      }
      files::print("  complete: a scan of {}: {} runs, which have their own files, too", axes, runs_);
    } else {
      files::print("  {}: {} of {} points", s.complete ? "complete" : "not complete", s.temperature.size(),
                   points_in(s.input));
    }
    const auto shown = [&](double temperature) {
      return output::with_units(temperature, input::Dimension::energy, s.unit);
    };
    if (!s.temperature.empty() && s.temperature.front() == s.temperature.back()) {
      files::print(", T = {}", shown(s.temperature.front()));
    } else if (!s.temperature.empty()) {
      files::print(", T from {} to {}", shown(s.temperature.front()), shown(s.temperature.back()));
    }
    files::print("; lattice {}, systems: {}\n", fmt::join(s.lattice, " x "), s.systems);
    files::print("  made on {}, {} host threads, started {}, worked {:.1f} s, interrupted {}\n", s.backend, s.threads,
                 s.started, s.seconds, times(s.interruptions));
    files::print("  input hash {}, final configuration hash {}\n", s.config_hash,
                 s.complete ? s.final_hash : "not known yet");
    files::print("  /results holds {}; with _err, _tau, _converged, ...\n\n{}", fmt::join(observables_, ", "), s.input);
  }

  Json json() const {
    const output::Summary& s = summary_;
    const bool any = !s.temperature.empty();
    Json j = json_of("results");
    j.update({{"path", path_}, {"version", s.version}, {"revision", s.revision}, {"complete", s.complete}});
    j["points"] = scan_.empty() ? Json(points_in(s.input)) : Json();
    j["points_done"] = scan_.empty() ? Json(s.temperature.size()) : Json();
    j["scan"] = Json::array();
    for (const input::ScanAxis& axis : scan_) {
      j["scan"].push_back({{"key", axis.key}, {"values", axis.values.size()}});
    }
    j.update({{"runs", runs_},
              {"T_first", any ? Json(s.temperature.front()) : Json()},
              {"T_last", any ? Json(s.temperature.back()) : Json()},
              {"T_unit", s.unit.label()},
              {"lattice", s.lattice},
              {"systems", s.systems},
              {"observables", observables_},
              {"backend", s.backend},
              {"threads", s.threads},
              {"started", s.started},
              {"seconds", s.seconds},
              {"interruptions", s.interruptions},
              {"input_hash", s.config_hash},
              {"final_configuration_hash", or_null(s.final_hash)},
              {"input", s.input}});
    return j;
  }

private:
  /// Of the names of what stands beside an observable.
  static constexpr std::array endings{"_err", "_tau", "_converged", "_thermal", "_cov"};

  std::string path_;
  output::Summary summary_;
  std::vector<input::ScanAxis> scan_;
  std::size_t runs_ = 1;
  std::vector<std::string> observables_;
};

class AnalysisInfo {
public:
  AnalysisInfo(const files::Hdf5Reader& file, std::string path) : path_(std::move(path)) {
    for (const std::string& name : file.members("/runs")) {
      const std::string at = "/runs/" + name;
      axis_ = file.text_attribute(at, "axis");
      runs_.push_back({name, file.text_attribute(at, "path"), file.text_attribute(at, "model"),
                       file.text_attribute(at, "order_parameter"), axis_, file.integers_attribute(at, "size"),
                       file.doubles(at + "/" + axis_)});
    }
    std::vector<std::size_t> sizes;
    if (file.has("/crossings") && (file.doubles("/crossings/" + axis_, sizes), sizes.size() == 1)) {
      const auto with_error = [&](const std::string& name, std::size_t k) {
        return std::pair{file.doubles(name, sizes)[k], file.doubles(name + "_err", sizes)[k]};
      };
      const std::vector<double> smaller = file.doubles("/crossings/L_smaller"),
                                larger = file.doubles("/crossings/L_larger");
      for (std::size_t k = 0; k < smaller.size(); ++k) {
        crossings_.push_back({smaller[k], larger[k], with_error("/crossings/" + axis_, k)});
      }
      critical_ = with_error("/crossings/" + axis_ + "_c", 0);
    }
  }

  void print_text() const {
    files::print("{}: an analysis of {} run{}\n", path_, runs_.size(), runs_.size() == 1 ? "" : "s");
    for (const Run& run : runs_) {
      files::print("  {}: {}, lattice {}, order parameter {}; curves at {} values of {} from {:g} to {:g} ({})\n",
                   run.name, run.model, fmt::join(run.lattice, " x "), run.order_parameter, run.grid.size(), run.axis,
                   run.grid.front(), run.grid.back(), run.path);
    }
    for (const Crossing& c : crossings_) {
      files::print("  Binder ratios of L = {:g} and {:g} cross at {} = {}\n", c.smaller, c.larger, axis_, text(c.at));
    }
    if (critical_) {
      files::print("  {}_c = {}\n", axis_, text(*critical_));
    }
  }

  Json json() const {
    Json j = json_of("analysis");
    j.update({{"path", path_}, {"runs", Json::array()}, {"crossings", Json::array()}, {"critical", Json()}});
    for (const Run& run : runs_) {
      j["runs"].push_back({{"name", run.name},
                           {"path", run.path},
                           {"model", run.model},
                           {"lattice", run.lattice},
                           {"order_parameter", run.order_parameter},
                           {"axis", run.axis},
                           {"values", run.grid.size()},
                           {"first", run.grid.front()},
                           {"last", run.grid.back()}});
    }
    for (const Crossing& c : crossings_) {
      j["crossings"].push_back({{"L_smaller", c.smaller},
                                {"L_larger", c.larger},
                                {"axis", axis_},
                                {"value", c.at.first},
                                {"error", c.at.second}});
    }
    if (critical_) {
      j["critical"] = {{"axis", axis_}, {"value", critical_->first}, {"error", critical_->second}};
    }
    return j;
  }

private:
  using Estimate = std::pair<double, double>; ///< value and error; not numbers where nothing is known
  struct Run {
    std::string name, path, model, order_parameter, axis;
    std::vector<std::int64_t> lattice;
    std::vector<double> grid;
  };
  struct Crossing {
    double smaller, larger;
    Estimate at;
  };

  /// "2.269 +- 0.002".
  static std::string text(const Estimate& e) {
    return std::isnan(e.first) ? "unknown" : fmt::format("{:.6g} +- {:.2g}", e.first, e.second);
  }

  std::string path_, axis_;
  std::vector<Run> runs_;
  std::vector<Crossing> crossings_;
  std::optional<Estimate> critical_;
};

class CheckpointInfo {
public:
  explicit CheckpointInfo(std::string path) : path_(std::move(path)), checkpoint_(output::read_checkpoint(path_)) {}

  void print_text() const {
    const output::Checkpoint& c = checkpoint_;
    files::print("{}: checkpoint of a run at point {} of {}, {} sweeps into it, {} sweeps in all\n", path_,
                 c.position.point + 1, points_in(c.input), c.position.sweeps_in_point, c.position.sweeps);
    files::print("  worked {:.1f} s, interrupted {}; undamaged\n", c.seconds, times(c.interruptions));
    files::print("  measurements at this point: {} of each of {} systems, in {} bins\n", bins().measurements(),
                 c.position.bins.size(), bins().bins());
    for (const run::Array& a : c.configuration) {
      files::print("  configuration {}: {}, {:.4g} MB\n", a.name, fmt::join(a.sizes, " x "),
                   static_cast<double>(size_of(a)) / 1e6);
    }
    files::print("\n{}", c.input);
  }

  Json json() const {
    const output::Checkpoint& c = checkpoint_;
    Json j = json_of("checkpoint");
    j.update({{"path", path_},
              {"point", c.position.point + 1},
              {"points", points_in(c.input)},
              {"sweeps_in_point", c.position.sweeps_in_point},
              {"sweeps", c.position.sweeps},
              {"measurements_in_point", bins().measurements()},
              {"bins_in_point", bins().bins()},
              {"systems", c.position.bins.size()},
              {"seconds", c.seconds},
              {"interruptions", c.interruptions},
              {"configuration", Json::array()},
              {"input", c.input}});
    for (const run::Array& a : c.configuration) {
      j["configuration"].push_back({{"name", a.name}, {"sizes", a.sizes}, {"bytes", size_of(a)}});
    }
    return j;
  }

private:
  const statistics::Bins& bins() const { return checkpoint_.position.bins.front(); }
  static std::size_t size_of(const run::Array& a) {
    return run::size_of(a.number) * run::product(a.sizes, 0, a.sizes.size());
  }

  std::string path_;
  output::Checkpoint checkpoint_;
};

template <class Info>
void print(const Info& info, bool json) {
  if (json) {
    print_json(info.json());
  } else {
    info.print_text();
  }
}

} // namespace

void info_file(const std::string& path, bool json) {
  const files::Hdf5Reader file(path);
  const std::string format = file.has("/", "format") ? file.text_attribute("/", "format") : "";
  if (file.has("/VTKHDF") && file.has("/neel")) {
    throw FileError(path + " has configurations of Neel (VTKHDF), which neel info does not read: `neel view " + path +
                    "`, scripts/picture.py and ParaView show them; the run's NAME.h5 says how they were made");
  }
  if (format == output::checkpoint_format) {
    print(CheckpointInfo(path), json);
  } else if (format == "neel-analysis") {
    print(AnalysisInfo(file, path), json);
  } else {
    print(ResultsInfo(path), json);
  }
}

} // namespace neel::program
