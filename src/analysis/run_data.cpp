// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/run_data.hpp"

#include "errors.hpp"
#include "files/hdf5.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::analysis {

namespace {

/// The moment that is the magnitude of a model's order parameter, per site.
std::string order_of(const std::string& model, const input::Value& input) {
  if (model == "ising") {
    const input::Value* const coupling = input::find(input, "couplings.J");
    const double* const j = coupling == nullptr ? nullptr : coupling->as<double>();
    return j != nullptr && *j < 0 ? "staggered_magnitude" : "magnetisation_magnitude";
  }
  return model == "heisenberg" ? "staggered_magnetisation" : model == "phi4" ? "magnetisation" : "";
}

/// The members of a number or a list of them.
std::vector<double> numbers(const input::Value& value) {
  std::vector<double> all;
  if (const auto* list = value.as<input::Value::List>()) {
    for (const input::Value& entry : *list) {
      const std::vector<double> own = numbers(entry);
      all.insert(all.end(), own.begin(), own.end());
    }
  } else if (const double* number = value.as<double>()) {
    all.push_back(*number);
  }
  return all;
}

/// Are ions placed at random in this group?
bool is_disordered(const input::Value& input, std::size_t group) {
  const input::Value* const fractions = input::find(input, "material.fractions");
  const auto* const table = fractions == nullptr ? nullptr : fractions->as<input::Value::Table>();
  if (table == nullptr) {
    return false;
  }
  return std::any_of(table->begin(), table->end(), [&](const auto& entry) {
    const std::vector<double> x = numbers(entry.second);
    const double own = x.empty() ? 0 : x[std::min(group, x.size() - 1)];
    return own > 0 && own < 1;
  });
}

class RunFile {
public:
  explicit RunFile(const std::string& path) : path_(path), file_(path) {}

  RunData read() {
    check_format();
    RunData run;
    run.path = path_;
    run.input = file_.text("/config/input");
    run.model = file_.text_attribute("/results", "model");
    run.size = file_.integers_attribute("/lattice", "size");
    const input::Value input = input::parse_toml(run.input, path_);
    run.order = order_of(run.model, input);
    if (input::find(input, "scan") != nullptr) {
      refuse("it is a scan of several runs; analyse these, whose names begin with its own");
    }
    if (run.order.empty()) {
      refuse("it is of the model " + run.model +
             "; energies and an order parameter to reweight are known of ising, "
             "heisenberg and phi4");
    }
    read_axes(run);
    for (std::size_t g = 0; g < run.groups(); ++g) {
      run.disorder.push_back(is_disordered(input, g));
    }
    read_samples(run);
    return run;
  }

private:
  [[noreturn]] void refuse(const std::string& why) const { throw InputError("cannot analyse " + path_ + ": " + why); }

  void check_format() const {
    if (!file_.has("/", "format") || file_.text_attribute("/", "format") != "neel-results") {
      throw FileError("cannot read " + path_ + ": not a result of Neel");
    }
    if (file_.integer_attribute("/", "format_version") != 2) {
      throw FileError("cannot read " + path_ + ": results of format version 2 are analysed, but it has " +
                      std::to_string(file_.integer_attribute("/", "format_version")));
    }
  }

  /// Temperatures and what is scanned.
  void read_axes(RunData& run) const {
    const std::vector<std::string> axes = file_.axes("/results/energy");
    if (axes.back() == "H") {
      refuse("its points differ in field, not in temperature");
    }
    if (axes.back() == "t") {
      refuse("it is a quench, which is not in equilibrium");
    }
    run.temperature = file_.doubles("/results/T");
    run.unit = file_.text_attribute("/results/T", "units");
    if (run.temperature.empty()) {
      refuse("no temperature of it is done yet");
    }
    if (file_.has("/results/H")) {
      const std::vector<double> field = file_.doubles("/results/H");
      if (std::any_of(field.begin(), field.end(), [&](double h) { return h != field.front(); })) {
        refuse("its field differs between temperatures, so that they are not states of one Hamiltonian");
      }
      run.field = field.front();
    }
    if (axes.size() == 2) {
      run.scan = axes.front();
      run.scanned = file_.doubles("/results/" + run.scan);
      run.scan_name = file_.text_attribute("/results/" + run.scan, "long_name");
    }
  }

  void read_samples(RunData& run) const {
    std::vector<std::size_t> sizes, moment_sizes, count_sizes;
    const std::vector<std::int64_t> counts = file_.integers("/samples/measurements", count_sizes);
    run.energy = file_.doubles("/samples/energy", sizes);
    run.moment = file_.doubles("/samples/" + run.order, moment_sizes);
    const std::size_t points = run.temperature.size();
    if (sizes.size() != 3 || sizes != moment_sizes || count_sizes != std::vector{points, sizes[2]} ||
        sizes[0] != points || sizes[1] == 0 || sizes[1] % run.groups() != 0) {
      throw FileError("cannot read " + path_ + ": damaged at /samples");
    }
    run.chains = sizes[1];
    run.draws = sizes[2];
    for (std::size_t p = 0; p < points; ++p) {
      const auto row = counts.begin() + static_cast<std::ptrdiff_t>(p * run.draws);
      run.measured.push_back(static_cast<std::size_t>(
          std::accumulate(row, row + static_cast<std::ptrdiff_t>(run.draws), std::int64_t{0})));
    }
    check_measurements(run, *std::max_element(counts.begin(), counts.end()));
  }

  /// Every draw must be a single measurement, and there must be some in every block. `together`: in one draw, at most.
  void check_measurements(const RunData& run, std::int64_t together) const {
    const std::size_t most = *std::max_element(run.measured.begin(), run.measured.end());
    const std::size_t least = *std::min_element(run.measured.begin(), run.measured.end());
    if (together > 1) {
      constexpr std::size_t largest = 2 * std::size_t{input::most_bins};
      refuse("reweighting needs single measurements, but it keeps means of up to " + std::to_string(together) +
             " of them; run it again with " +
             (most > largest ? "so large a schedule.measure_every that there are no more than " +
                                   std::to_string(largest) + " per temperature, and measure.bins = half as many"
                             : "measure.bins = " + std::to_string((most + 1) / 2)) +
             " (it measured " + std::to_string(most) + " times)");
    }
    if (least < jackknife_blocks) {
      refuse("it measured only " + std::to_string(least) + " times at a temperature, and errors need " +
             std::to_string(jackknife_blocks));
    }
  }

  std::string path_;
  files::Hdf5Reader file_;
};

} // namespace

double RunData::sites() const {
  return std::accumulate(size.begin(), size.end(), 1.0,
                         [](double n, std::int64_t l) { return n * static_cast<double>(l); });
}

double RunData::length() const {
  const auto axes = std::count_if(size.begin(), size.end(), [](std::int64_t l) { return l > 1; });
  return std::pow(sites(), 1.0 / static_cast<double>(std::max<std::ptrdiff_t>(1, axes)));
}

Definition RunData::definition() const { return {sites(), model != "phi4"}; }

std::vector<double> RunData::temperatures() const {
  std::vector<double> all = temperature;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void RunData::add(std::size_t chain, std::span<const double> at, Measurements& all) const {
  const std::size_t states = at.size();
  all.width = Definition::moments;
  if (all.beta.empty()) {
    std::transform(at.rbegin(), at.rend(), std::back_inserter(all.beta), [](double t) { return 1 / t; });
  }
  for (std::size_t p = 0; p < temperature.size(); ++p) {
    const auto found = std::find(at.begin(), at.end(), temperature[p]);
    if (found == at.end()) {
      continue;
    }
    const std::size_t state = states - 1 - static_cast<std::size_t>(found - at.begin());
    for (std::size_t d = 0; d < measured[p]; ++d) {
      const std::size_t n = (p * chains + chain) * draws + d;
      all.add(static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(d * jackknife_blocks / measured[p]),
              sites() * energy[n], Definition::row(energy[n], moment[n]));
    }
  }
}

RunData read_run_data(const std::string& path) { return RunFile(path).read(); }

Reweighting reweighting(const RunData& run, std::size_t group, std::span<const double> at) {
  const std::size_t chains = run.chains / run.groups(), first = group * chains;
  const bool samples = run.disorder[group] && chains > 1;
  std::vector<Measurements> all(samples ? chains : 1);
  for (std::size_t c = 0; c < chains; ++c) {
    run.add(first + c, at, all[samples ? c : 0]);
  }
  return samples ? Reweighting::of_samples(run.definition(), all) : Reweighting::of_blocks(run.definition(), all[0]);
}

} // namespace neel::analysis
