// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Reading NAME.h5. Files of earlier versions have no checksum: nothing that they say of sizes, counts and values is
// taken on trust, and what they hold twice must agree.

#include "analysis/run_data.hpp"
#include "errors/errors.hpp"
#include "files/hdf5.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace neel::analysis {

namespace {

constexpr std::size_t most_draws = 2 * std::size_t{input::most_bins};

/// The moment that is the magnitude of a model's order parameter, in files of earlier versions, which do not say it.
std::string earlier_order(const std::string& model, const input::Value& input) {
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

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
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
    const input::Value input = stored_input(run.input, path_);
    if (input::find(input, "scan") != nullptr) {
      refuse("it is a scan of several runs; analyse these, whose names begin with its own");
    }
    const std::string order = file_.has("/results", "order_parameter")
                                  ? file_.text_attribute("/results", "order_parameter")
                                  : earlier_order(run.model, input);
    if (order.empty()) {
      refuse("it is of the model " + run.model +
             "; energies and an order parameter to reweight are known of ising, "
             "heisenberg and phi4");
    }
    read_size(run);
    read_points(run);
    read_scan(run);
    read_order(order, run);
    for (std::size_t g = 0; g < run.groups(); ++g) {
      run.disorder.push_back(is_disordered(input, g));
    }
    read_samples(run);
    return run;
  }

private:
  [[noreturn]] void refuse(const std::string& why) const { throw InputError("cannot analyse " + path_ + ": " + why); }
  void require(bool sound, const std::string& place) const {
    if (!sound) {
      throw FileError("cannot read " + path_ + ": damaged at " + place);
    }
  }

  void check_format() const {
    if (!file_.has("/", "format") || file_.text_attribute("/", "format") != "neel-results") {
      throw FileError("cannot read " + path_ + ": not a result of Neel");
    }
    if (file_.integer_attribute("/", "format_version") != 2) {
      throw FileError("cannot read " + path_ + ": results of format version 2 are analysed, but it has " +
                      std::to_string(file_.integer_attribute("/", "format_version")));
    }
  }

  void read_size(RunData& run) const {
    run.size = file_.integers_attribute("/lattice", "size");
    require(!run.size.empty() && run.size.size() <= 3, "size of /lattice");
    std::int64_t sites = 1;
    for (const std::int64_t n : run.size) {
      require(n >= 1 && n <= input::most_sites / sites, "size of /lattice");
      sites *= n;
    }
  }

  void read_points(RunData& run) const {
    const std::vector<std::string> axes = file_.axes("/results/energy");
    require(axes.size() == 1 || axes.size() == 2, "/results/energy");
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
    for (const double t : run.temperature) {
      require(t > 0 && std::isfinite(t) && std::isfinite(1 / t), "/results/T");
    }
    require(file_.doubles("/samples/T") == run.temperature, "/samples/T or /results/T");
    if (file_.has("/results/H")) {
      const std::vector<double> field = file_.doubles("/results/H");
      require(field.size() == run.temperature.size() && all_finite(field), "/results/H");
      if (std::any_of(field.begin(), field.end(), [&](double h) { return h != field.front(); })) {
        refuse("its field differs between temperatures, so that they are not states of one Hamiltonian");
      }
      run.field = field.front();
    }
  }

  void read_scan(RunData& run) const {
    const std::vector<std::string> axes = file_.axes("/results/energy");
    if (axes.size() == 2) {
      run.scan = axes.front();
      run.scanned = file_.doubles("/results/" + run.scan);
      run.scan_name = file_.text_attribute("/results/" + run.scan, "long_name");
      require(!run.scanned.empty() && all_finite(run.scanned), "/results/" + run.scan);
    }
  }

  /// One name for all groups, or one for each between commas.
  void read_order(const std::string& names, RunData& run) const {
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, ',');) {
      require(!name.empty(), "order_parameter of /results");
      run.order.push_back(name);
    }
    if (run.order.size() == 1) {
      run.order.resize(run.groups(), run.order.front());
    }
    require(run.order.size() == run.groups(), "order_parameter of /results");
    run.order_unit = file_.text_attribute("/samples/" + run.order.front(), "units");
  }

  void read_samples(RunData& run) const {
    std::vector<std::size_t> sizes, count_sizes;
    const std::vector<std::int64_t> counts = file_.integers("/samples/measurements", count_sizes);
    run.energy = file_.doubles("/samples/energy", sizes);
    const std::size_t points = run.temperature.size();
    require(sizes.size() == 3 && count_sizes == std::vector{points, sizes[2]} && sizes[0] == points && sizes[1] > 0 &&
                sizes[1] % run.groups() == 0 && sizes[2] > 0 && sizes[2] <= most_draws,
            "/samples");
    run.chains = sizes[1];
    run.draws = sizes[2];
    for (std::size_t p = 0; p < points; ++p) {
      run.measured.push_back(measured(std::span(counts).subspan(p * run.draws, run.draws)));
    }
    check_measurements(run, *std::max_element(counts.begin(), counts.end()));
    check_values(run, run.energy, "energy");
    read_moments(run, sizes);
  }

  /// |m| of each group, of the shape of the energies.
  void read_moments(RunData& run, const std::vector<std::size_t>& sizes) const {
    run.moment.resize(run.energy.size());
    for (const std::string& name : std::set(run.order.begin(), run.order.end())) {
      std::vector<std::size_t> own;
      const std::vector<double> values = file_.doubles("/samples/" + name, own);
      require(own == sizes, "/samples/" + name);
      check_values(run, values, name);
      for (std::size_t n = 0; n < values.size(); ++n) {
        const std::size_t chain = n / run.draws % run.chains;
        if (run.order[chain * run.groups() / run.chains] == name) {
          run.moment[n] = values[n];
        }
      }
    }
  }

  /// The sum of the counts of draws; empty draws come behind all others.
  std::size_t measured(std::span<const std::int64_t> counts) const {
    std::int64_t sum = 0, before = counts.front();
    for (const std::int64_t n : counts) {
      require(n >= 0 && n <= input::Reader::most_sweeps && (n == 0 || before > 0), "/samples/measurements");
      sum += n;
      before = n;
    }
    return static_cast<std::size_t>(sum);
  }

  /// Every draw must be a single measurement, and there must be some in every block. `together`: in one draw, at most.
  void check_measurements(const RunData& run, std::int64_t together) const {
    const std::vector<std::int64_t> known = file_.integers("/results/measurements");
    require(std::equal(known.begin(), known.end(), run.measured.begin(), run.measured.end(),
                       [](std::int64_t a, std::size_t b) { return a >= 0 && static_cast<std::size_t>(a) == b; }),
            "/samples/measurements or /results/measurements");
    const std::size_t most = *std::max_element(run.measured.begin(), run.measured.end());
    const std::size_t least = *std::min_element(run.measured.begin(), run.measured.end());
    if (together > 1) {
      refuse("reweighting needs single measurements, but it keeps means of up to " + std::to_string(together) +
             " of them; run it again with " +
             (most > most_draws ? "so large a schedule.measure_every that there are no more than " +
                                      std::to_string(most_draws) + " per temperature, and measure.bins = half as many"
                                : "measure.bins = " + std::to_string((most + 1) / 2)) +
             " (it measured " + std::to_string(most) + " times)");
    }
    if (least < jackknife_blocks) {
      refuse("it measured only " + std::to_string(least) + " times at a temperature, and errors need " +
             std::to_string(jackknife_blocks));
    }
    if (run.energy.size() > no_block) {
      refuse("it holds more than " + std::to_string(no_block) + " measurements");
    }
  }

  /// Values (point, chain, draw) must have the means that /results has (group, point), to rounding.
  void check_values(const RunData& run, const std::vector<double>& values, const std::string& name) const {
    constexpr double largest = 1e60; // fourth powers are summed
    constexpr double rounding = 1e-8;
    std::vector<std::size_t> sizes;
    const std::vector<double> means = file_.doubles("/results/" + name, sizes);
    const std::size_t points = run.temperature.size(), chains = run.chains / run.groups();
    require(means.size() == run.groups() * points, "/results/" + name);
    for (std::size_t k = 0; k < means.size(); ++k) {
      const std::size_t group = k / points, p = k % points;
      double sum = 0, most = 0;
      for (std::size_t c = group * chains; c < (group + 1) * chains; ++c) {
        for (std::size_t d = 0; d < run.measured[p]; ++d) {
          const double value = values[(p * run.chains + c) * run.draws + d];
          require(std::abs(value) < largest, "/samples/" + name);
          sum += value;
          most = std::max(most, std::abs(value));
        }
      }
      const double mean = sum / static_cast<double>(chains * run.measured[p]);
      require(std::abs(mean - means[k]) <= rounding * most, "/samples/" + name + " or /results/" + name);
    }
  }

  std::string path_;
  files::Hdf5Reader file_;
};

} // namespace

input::Value stored_input(const std::string& text, const std::string& path) {
  try {
    return input::parse_toml(text, path);
  } catch (const InputError&) {
    throw FileError("cannot read " + path + ": damaged at /config/input");
  }
}

RunData read_run_data(const std::string& path) { return RunFile(path).read(); }

} // namespace neel::analysis
