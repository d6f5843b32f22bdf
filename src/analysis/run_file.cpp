// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Reading NAME.h5, of a run or of a scan. Files of earlier versions have no checksum: nothing that they say of sizes,
// counts and values is taken on trust, and what they hold twice must agree.

#include "analysis/result_head.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace neel::analysis {

namespace {

constexpr std::size_t most_draws = 2 * std::size_t{input::most_bins};

/// Where a state stands in the file.
struct Place {
  std::size_t run, first_chain;
  Where where;
};

class RunFile {
public:
  explicit RunFile(const std::string& path) : head_(path), data_(head_.data) {}

  std::vector<RunData> read() {
    read_states();
    read_coordinates();
    check_measurements();
    read_values();
    return by_size();
  }

private:
  void require(bool sound, const std::string& place) const { head_.require(sound, place); }
  void read_states();
  void add_state(Place place, std::size_t group, std::span<const std::int64_t> counts, std::span<const double> energy);
  std::size_t count_draws(std::span<const std::int64_t> counts) const;
  void read_coordinates();
  void find_points(std::span<const State> of_one_run);
  void check_measurements() const;
  void read_values();
  template <class Take>
  void for_each_state(const std::string& moment, bool known_mean, const Take& take);
  std::vector<double> values_of(std::size_t state, std::span<const double> samples) const;
  std::vector<RunData> by_size();

  ResultHead head_;
  RunData data_;              ///< with all states of the file
  std::vector<Place> places_; ///< of the states
  std::vector<std::size_t> shape_;
  std::size_t chains_ = 0, draws_ = 0; ///< of the arrays of samples
  std::int64_t together_ = 0;          ///< measurements in a draw, at most
};

void RunFile::read_states() {
  const FileTable<std::int64_t> counts(head_.file(), data_.path, "/samples/measurements");
  const FileTable<double> energy(head_.file(), data_.path, "/samples/energy");
  shape_ = energy.sizes();
  const std::size_t points = head_.point_axis.empty() ? 1 : shape_[shape_.size() - 3];
  chains_ = shape_[shape_.size() - 2];
  draws_ = shape_.back();
  if (points == 0) {
    head_.refuse("no point of it is done yet");
  }
  require(chains_ > 0 && chains_ % head_.groups == 0 && draws_ > 0 && draws_ <= most_draws &&
              counts.sizes().size() + 1 == shape_.size() && counts.sizes().back() == draws_,
          "/samples");
  for (std::size_t run = 0; run < head_.runs; ++run) {
    for (std::size_t g = 0; g < head_.groups; ++g) {
      for (std::size_t p = 0; p < points; ++p) {
        const Where where = head_.where(run, g, p);
        add_state({run, 0, where}, g, counts.from(where, draws_), energy.from(where, chains_ * draws_));
      }
    }
  }
  require(!data_.states.empty(), "/samples/measurements");
}

/// A state, as yet without what was measured. Of a scan, runs may have fewer points and chains than others: there it is
/// filled up with nothing.
void RunFile::add_state(Place place, std::size_t group, std::span<const std::int64_t> counts,
                        std::span<const double> energy) {
  State s;
  s.draws = count_draws(counts);
  std::size_t chains = chains_;
  if (head_.is_scan()) {
    if (s.draws == 0) {
      return;
    }
    while (chains > 0 && std::isnan(energy[(chains - 1) * draws_])) {
      --chains;
    }
    require(chains > 0 && chains % head_.groups == 0, "/samples/energy");
  }
  together_ = std::max(together_, *std::max_element(counts.begin(), counts.end()));
  s.chains = chains / head_.groups;
  s.source = place.run;
  s.seed = head_.seed_of(place.run);
  s.order = head_.order_of(place.run, group);
  s.disorder = head_.disorder_of(place.run, group);
  s.sites = head_.sites[place.run];
  place.first_chain = group * s.chains;
  data_.states.push_back(std::move(s));
  places_.push_back(std::move(place));
}

/// The sum of the counts of draws; empty draws come behind all others.
std::size_t RunFile::count_draws(std::span<const std::int64_t> counts) const {
  std::int64_t sum = 0, before = counts.front();
  for (const std::int64_t n : counts) {
    require(n >= 0 && n <= input::Reader::most_sweeps && (n == 0 || before > 0), "/samples/measurements");
    sum += n;
    before = n;
  }
  return static_cast<std::size_t>(sum);
}

void RunFile::read_coordinates() {
  for (std::size_t c = 0; c < data_.coordinates.size(); ++c) {
    const Source& source = head_.sources[c];
    const std::string path = "/results/" + source.dataset;
    std::optional<FileTable<double>> table;
    if (!source.dataset.empty()) {
      table.emplace(head_.file(), data_.path, path);
    }
    for (std::size_t s = 0; s < data_.states.size(); ++s) {
      const double value = table ? table->at(places_[s].where) : source.constant;
      require(std::isfinite(value) && (c > 0 || (value > 0 && std::isfinite(1 / value))), path);
      data_.states[s].at.push_back(value);
    }
  }
  const std::string& points = head_.point_axis;
  if (!points.empty() && !head_.file().holds_integers("/results/" + points)) {
    require(head_.file().doubles("/samples/" + points) == head_.file().doubles("/results/" + points),
            "/samples/" + points + " or /results/" + points);
  }
  for (std::size_t first = 0, end = 0; first < data_.states.size(); first = end) {
    while (end < data_.states.size() && data_.states[end].source == data_.states[first].source) {
      ++end;
    }
    find_points(std::span(data_.states).subspan(first, end - first));
  }
}

/// What the points of a run differ in: T, or H.
void RunFile::find_points(std::span<const State> of_one_run) {
  const auto differ = [&](std::size_t c) {
    return std::any_of(of_one_run.begin(), of_one_run.end(),
                       [&](const State& s) { return s.at[c] != of_one_run.front().at[c]; });
  };
  const bool temperature = differ(0);
  const bool field = data_.coordinates.size() > 1 && data_.coordinates[1].key == "schedule.field" && differ(1);
  if (temperature && field) {
    head_.refuse("its field differs between temperatures, so that they are not states of one Hamiltonian");
  }
  if (temperature || field) {
    data_.points = data_.coordinates[temperature ? 0 : 1].name;
  }
}

/// Every draw must be a single measurement, and there must be some in every block.
void RunFile::check_measurements() const {
  const FileTable<std::int64_t> known(head_.file(), data_.path, "/results/measurements");
  std::size_t most = 0, least = data_.states.front().draws, all = 0;
  for (std::size_t s = 0; s < data_.states.size(); ++s) {
    const std::size_t draws = data_.states[s].draws;
    require(known.at(places_[s].where) == static_cast<std::int64_t>(draws),
            "/samples/measurements or /results/measurements");
    most = std::max(most, draws);
    least = std::min(least, draws);
    all += draws_ * data_.states[s].chains;
  }
  if (together_ > 1) {
    head_.refuse("reweighting needs single measurements, but it keeps means of up to " + std::to_string(together_) +
                 " of them; run it again with " +
                 (most > most_draws ? "so large a schedule.measure_every that there are no more than " +
                                          std::to_string(most_draws) + " per point, and measure.bins = half as many"
                                    : "measure.bins = " + std::to_string((most + 1) / 2)) +
                 " (it measured " + std::to_string(most) + " times)");
  }
  if (least < jackknife_blocks) {
    head_.refuse("it measured only " + std::to_string(least) + " times at a point, and errors need " +
                 std::to_string(jackknife_blocks));
  }
  if (all > no_block) {
    head_.refuse("it holds more than " + std::to_string(no_block) + " measurements");
  }
}

void RunFile::read_values() {
  for_each_state("energy", true, [](State& s, std::vector<double> values) { s.energy = std::move(values); });
  data_.order_unit = head_.file().text_attribute("/samples/" + data_.states.front().order, "units");
  std::set<std::string> orders;
  for (State& s : data_.states) {
    orders.insert(s.order);
    s.derivatives.resize(data_.coordinates.size());
  }
  for (const std::string& order : orders) {
    for_each_state(order, true, [&](State& s, std::vector<double> values) {
      if (s.order == order) {
        s.moment = std::move(values);
      }
    });
  }
  for (std::size_t c = 0; c < data_.coordinates.size(); ++c) {
    for (std::size_t k = 0; k < head_.sources[c].moments.size(); ++k) {
      for_each_state(head_.sources[c].moments[k], false, [&](State& s, const std::vector<double>& values) {
        const double weight = head_.weights_of(head_.sources[c], s.source)[k];
        s.derivatives[c].resize(values.size(), 0.0);
        for (std::size_t n = 0; n < values.size(); ++n) {
          s.derivatives[c][n] += weight * values[n];
        }
      });
    }
  }
}

/// Calls take(state, values (chain, draw) of a moment). They must have the means that /results has, to rounding, where
/// it has any (`known_mean`: it must).
template <class Take>
void RunFile::for_each_state(const std::string& moment, bool known_mean, const Take& take) {
  constexpr double rounding = 1e-8;
  const FileTable<double> samples(head_.file(), data_.path, "/samples/" + moment);
  require(samples.sizes() == shape_, "/samples/" + moment);
  std::optional<FileTable<double>> means;
  if (known_mean || head_.file().has("/results/" + moment)) {
    means.emplace(head_.file(), data_.path, "/results/" + moment);
  }
  for (std::size_t s = 0; s < data_.states.size(); ++s) {
    std::vector<double> values = values_of(s, samples.from(places_[s].where, chains_ * draws_));
    double sum = 0, most = 0;
    for (const double value : values) {
      require(std::abs(value) < 1e60, "/samples/" + moment); // fourth powers are summed
      sum += value;
      most = std::max(most, std::abs(value));
    }
    require(!means ||
                std::abs(sum / static_cast<double>(values.size()) - means->at(places_[s].where)) <= rounding * most,
            "/samples/" + moment + " or /results/" + moment);
    take(data_.states[s], std::move(values));
  }
}

std::vector<double> RunFile::values_of(std::size_t state, std::span<const double> samples) const {
  const State& s = data_.states[state];
  std::vector<double> values;
  values.reserve(s.chains * s.draws);
  for (std::size_t c = 0; c < s.chains; ++c) {
    const auto own = samples.subspan((places_[state].first_chain + c) * draws_, s.draws);
    values.insert(values.end(), own.begin(), own.end());
  }
  return values;
}

/// A lattice of each size, with the states of its runs.
std::vector<RunData> RunFile::by_size() {
  std::vector<RunData> all;
  for (std::size_t c = 0; c < data_.coordinates.size(); ++c) {
    data_.coordinates[c].linear = !head_.sources[c].moments.empty();
  }
  std::vector<State> states = std::move(data_.states);
  for (State& s : states) {
    const std::vector<std::int64_t> size = head_.size_of(s.source);
    auto lattice = std::find_if(all.begin(), all.end(), [&](const RunData& r) { return r.size == size; });
    if (lattice == all.end()) {
      all.push_back(data_);
      all.back().states.clear();
      all.back().size = size;
      all.back().name = head_.name_of(s.source);
      lattice = all.end() - 1;
    }
    lattice->states.push_back(std::move(s));
  }
  return all;
}

} // namespace

input::Value stored_input(const std::string& text, const std::string& path) {
  try {
    return input::parse_toml(text, path);
  } catch (const InputError&) {
    throw FileError("cannot read " + path + ": damaged at /config/input");
  }
}

std::vector<RunData> read_runs(const std::string& path) { return RunFile(path).read(); }

} // namespace neel::analysis
