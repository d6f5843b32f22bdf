// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// neel bench: how fast this machine is, for lists of inputs (suites), for inputs of the user's own, and for generators of
// random numbers by themselves.

#include "bench/network.hpp"
#include "bench/timing.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neel::bench {

struct Options {
  std::vector<std::string> what; ///< suites, and files with inputs; all suites if none are named
  std::vector<int> sizes;        ///< instead of a suite's own
  std::vector<std::string> only; ///< cases whose label has all of these words
  int repetitions = 20;
  std::string json;
};

/// What tells a case from the others of its suite: ("L", "64"), ...
using Labels = std::vector<std::pair<std::string, std::string>>;

/// After so many sweeps a case has its hash, unless it says otherwise.
inline constexpr int first_sweeps = 16;

/// An input whose sweeps are timed.
struct Case {
  Labels labels;
  std::string input;        ///< TOML
  int first = first_sweeps; ///< sweeps before the hash is taken and the clock starts
  int batch = 1;            ///< so many sweeps go together
  int wait = 0;             ///< the host waits after so many; 0: once a repetition
  bool measuring = false;   ///< also time sweeps with a measurement each
  bool shared = false;      ///< by all ranks
  bool needed = false;      ///< by another case, whatever was asked for
};

/// Something else whose steps are timed.
struct Work {
  Labels labels;
  std::string unit; ///< what is counted, "numbers"
  double count = 0; ///< of one step
  double bytes = 0; ///< that one step moves through memory
  std::function<void(std::int64_t)> steps;
  std::function<std::string()> hash; ///< of what the first steps left
  int first = 1;                     ///< so many
};

/// Times cases one after another, prints a line for each, and keeps what goes to the JSON file.
class Bench {
public:
  explicit Bench(const Options& options);

  /// Begins a suite: a heading, and the head of its table.
  void begin(const std::string& suite, const std::string& about);
  /// Seconds of a sweep; says why where it has to leave one out, and returns nothing.
  std::optional<double> time(const Case& one);
  void time(const Work& work);
  /// Another figure of the last one.
  void add(const std::string& name, double figure) { rows_.back().figures.emplace_back(name, figure); }
  void keep(const Network& network) { network_ = network; }
  /// Writes the file. Throws InputError if words were asked for that no case's label has.
  void finish() const;

  /// The sizes asked for, or else those of hosts or devices.
  std::vector<int> sizes(const std::vector<int>& host, const std::vector<int>& device) const;
  /// Was a case of these asked for?
  bool wanted(const Labels& labels);
  int repetitions() const { return options_.repetitions; }

private:
  struct Row {
    std::string suite;
    Labels labels;
    std::string unit;
    std::vector<std::pair<std::string, double>> figures;
    std::string hash;
  };
  void print_heading();
  void write_json() const;
  void show(Row row, double count, double bytes, const Timing& t, std::optional<double> measuring);

  Options options_;
  double bandwidth_;            ///< of a large copy, bytes read and written per second
  std::string suite_, heading_; ///< the heading until it is printed
  std::vector<Row> rows_;
  std::optional<Network> network_;
  bool found_ = false; ///< a case that was wanted
};

/// All that `options` asks for. Throws InputError for what there is not.
void run(const Options& options);
/// What other ranks do at the first one's call (parallel::call_for_help()).
void help(const Options& options);

/// Names of the suites that this build has.
std::vector<std::string> suites();

} // namespace neel::bench
