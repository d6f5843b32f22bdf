// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/result_head.hpp"

#include "analysis/earlier.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

namespace neel::analysis {

namespace {

std::vector<std::string> between_commas(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream list(text);
  for (std::string name; std::getline(list, name, ',');) {
    all.push_back(name);
  }
  return all;
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

} // namespace

ResultHead::ResultHead(const std::string& path, Question question) : file_(path), question_(question) {
  data.path = path;
  read_format();
  read_input();
  read_axes();
  read_size();
  read_sites();
  read_coordinates();
}

void ResultHead::refuse(const std::string& why) const { throw InputError("cannot analyse " + data.path + ": " + why); }

void ResultHead::require(bool sound, const std::string& place) const {
  if (!sound) {
    throw FileError("cannot read " + data.path + ": damaged at " + place);
  }
}

void ResultHead::read_format() {
  if (!file_.has("/", "format") || file_.text_attribute("/", "format") != "neel-results") {
    throw FileError("cannot read " + data.path + ": not a result of Neel");
  }
  if (file_.integer_attribute("/", "format_version") != 2) {
    throw FileError("cannot read " + data.path + ": results of format version 2 are analysed, but it has " +
                    std::to_string(file_.integer_attribute("/", "format_version")));
  }
}

void ResultHead::read_input() {
  data.input = file_.text("/config/input");
  data.model = file_.text_attribute("/results", "model");
  const input::Value input = stored_input(data.input, data.path);
  data.unit = input::unit_of_input(data.input, data.path);
  if (input::find(input, "scan") != nullptr) {
    input::Reader in = input::Reader::from_text(data.input, data.path);
    scan_ = input::take_scan(in);
  }
  const input::Value* const seed = input::find(input, "algorithm.seed");
  if (seed != nullptr && seed->as<std::int64_t>() != nullptr) {
    seed_ = static_cast<std::uint64_t>(*seed->as<std::int64_t>());
  }
  const input::Value* const kind = input::find(input, "schedule.kind");
  const auto* const name = kind == nullptr ? nullptr : kind->as<std::string>();
  if (name != nullptr && (*name == "population" || *name == "multicanonical")) {
    refuse(
        "it has averages over populations, or weighted ones, not single measurements; its /results have what it knows");
  }
  for (const input::ScanAxis& axis : scan_) {
    runs *= axis.values.size();
    require(runs > 0 && runs <= 10'000, "/config/input");
  }
  read_what_is_needed(input);
}

/// What |m| is and how it fluctuates, and what is random: of the file, or of earlier versions.
void ResultHead::read_what_is_needed(const input::Value& input) {
  if (question_ == Question::overlaps) {
    orders_ = {"overlap"};
    return;
  }
  const Earlier before = earlier(data.model, input, 1);
  const std::string order = file_.has("/results", "order_parameter")
                                ? file_.text_attribute("/results", "order_parameter")
                                : before.order_parameter;
  if (order.empty()) {
    refuse("its model, " + data.model + ", has no order parameter" +
           (data.model == "edwards-anderson" ? ", and of a single replica no overlaps; run it with coding.replicas = 2"
                                             : ""));
  }
  const bool says = file_.has("/results", "susceptibility");
  if (is_scan() && !says) {
    refuse("it is a scan that an earlier version put together; analyse its runs, whose names begin with its own");
  }
  const std::string factor = says ? file_.text_attribute("/results", "susceptibility") : before.susceptibility;
  require(factor == "N/T" || factor == "N", "susceptibility of /results");
  data.susceptibility_over_temperature = factor == "N/T";
  orders_ = between_commas(order);
  require(!orders_.empty() && std::find(orders_.begin(), orders_.end(), "") == orders_.end(),
          "order_parameter of /results");
}

/// Axes of a scan come first, then the groups (in /results alone) and the points.
void ResultHead::read_axes() {
  const std::vector<std::string> samples = file_.axes("/samples/energy");
  std::vector<std::string> results = file_.axes("/results/energy");
  const std::size_t n = scan_.size();
  require((samples.size() == n + 2 || samples.size() == n + 3) && samples[samples.size() - 2] == "chain" &&
              samples.back() == "draw",
          "/samples");
  scan_axes_.assign(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(n));
  point_axis = samples.size() == n + 3 ? samples[n] : "";
  require(results.size() >= n && std::equal(scan_axes_.begin(), scan_axes_.end(), results.begin()), "/results/energy");
  results.erase(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(n));
  if (!point_axis.empty()) {
    require(!results.empty() && results.back() == point_axis, "/results/energy");
    results.pop_back();
  }
  require(results.size() <= 1 && (is_scan() || !point_axis.empty()), "/results/energy");
  if (point_axis == "t" && question_ == Question::order) {
    refuse("it is a quench, which is not in equilibrium");
  }
  if (!results.empty()) {
    group_axis_ = results.front();
    const std::vector<double> scanned = file_.doubles("/results/" + group_axis_);
    require(!scanned.empty() && all_finite(scanned), "/results/" + group_axis_);
    groups = scanned.size();
  }
  for (std::size_t a = 0; a < n; ++a) {
    const std::string scale = "/results/" + scan_axes_[a];
    require(file_.doubles(scale).size() == scan_[a].values.size(), scale);
  }
  check_groups();
}

/// What is said of groups, and in a scan of those of each run.
void ResultHead::check_groups() {
  require(orders_.size() == 1 || orders_.size() == groups || orders_.size() == runs * groups,
          "order_parameter of /results");
  if (file_.has("/results", "disordered")) {
    for (const std::int64_t d : file_.integers_attribute("/results", "disordered")) {
      disorder_.push_back(d != 0);
    }
    require(disorder_.size() == runs * groups, "disordered of /results");
  } else {
    disorder_ = earlier(data.model, stored_input(data.input, data.path), groups).disorder;
  }
}

void ResultHead::read_size() {
  data.size = file_.integers_attribute("/lattice", "size");
  for (std::size_t run = 0; run < runs; ++run) {
    const std::vector<std::int64_t> size = size_of(run);
    require(!size.empty() && size.size() <= 3, "size of /lattice");
    std::int64_t cells = 1;
    for (const std::int64_t n : size) {
      require(n >= 1 && n <= input::most_on_half_lattices / cells, "size of /lattice");
      cells *= n;
    }
  }
}

/// As the file says; files of earlier versions have the number per cell, scans of theirs not even that.
void ResultHead::read_sites() {
  if (file_.has("/results", "sites")) {
    sites = file_.doubles_attribute("/results", "sites");
    require(sites.size() == runs && all_finite(sites) && *std::min_element(sites.begin(), sites.end()) >= 1,
            "sites of /results");
    return;
  }
  const input::Value input = stored_input(data.input, data.path);
  if (is_scan() && (input::find(input, "lattice.basis") != nullptr || input::find(input, "lattice.kind") != nullptr)) {
    refuse("it is a scan of a crystal that an earlier version put together, without how many sites averages are over; "
           "analyse its runs, whose names begin with its own");
  }
  const bool basis = !is_scan() && file_.has("/lattice", "sites_per_cell");
  const double per_cell = basis ? file_.number_attribute("/lattice", "sites_per_cell") : 1;
  require(per_cell > 0, "sites_per_cell of /lattice");
  for (std::size_t run = 0; run < runs; ++run) {
    const std::vector<std::int64_t> size = size_of(run);
    sites.push_back(std::accumulate(size.begin(), size.end(), per_cell,
                                    [](double n, std::int64_t l) { return n * static_cast<double>(l); }));
  }
}

void ResultHead::add_coordinate(const std::string& name, const std::string& key) {
  const std::string path = "/results/" + name;
  data.coordinates.push_back({name, key, file_.text_attribute(path, "long_name"), file_.text_attribute(path, "units")});
  sources.push_back({name, 0, {}, {}});
}

void ResultHead::read_coordinates() {
  add_coordinate("T", "schedule.T");
  if (file_.has("/results/H")) {
    add_coordinate("H", "schedule.field");
  }
  std::set<std::string> elsewhere{"lattice.size", "schedule.T", "schedule.field"};
  if (std::count(disorder_.begin(), disorder_.end(), true) == 0) {
    elsewhere.insert("algorithm.seed"); // runs of several seeds are one curve
  }
  for (std::size_t a = 0; a < scan_.size(); ++a) {
    if (!elsewhere.contains(scan_[a].key)) {
      add_coordinate(scan_axes_[a], scan_[a].key);
    }
  }
  if (!group_axis_.empty()) {
    add_coordinate(group_axis_, "");
  }
  for (const std::string& name :
       file_.has("/hamiltonian") ? file_.members("/hamiltonian") : std::vector<std::string>{}) {
    read_parameter(name);
  }
}

/// A coordinate that is known already, or the same in all states.
void ResultHead::read_parameter(const std::string& name) {
  const std::string at = "/hamiltonian/" + name;
  const std::string key = file_.text_attribute(at, "key");
  const Coordinate parameter{name, key, file_.text_attribute(at, "long_name"), file_.text_attribute(at, "units"), true};
  const std::vector<std::string> moments = between_commas(file_.text_attribute(at, "moments"));
  const std::vector<double> weights = file_.doubles_attribute(at, "weights");
  require(!moments.empty() && all_finite(weights) &&
              (weights.size() == moments.size() || weights.size() == runs * moments.size()),
          at);
  auto known = std::find_if(data.coordinates.begin(), data.coordinates.end(),
                            [&](const Coordinate& c) { return c.key.empty() ? c.name == name : c.key == key; });
  Source source{"", 0, moments, weights};
  if (known != data.coordinates.end()) {
    const auto place = static_cast<std::size_t>(known - data.coordinates.begin());
    source.dataset = sources[place].dataset;
    *known = parameter;
    sources[place] = source;
    return;
  }
  const std::vector<double> values =
      file_.has(at, "values") ? file_.doubles_attribute(at, "values") : std::vector<double>{};
  require(all_finite(values), at);
  if (!values.empty() && std::count(values.begin(), values.end(), values.front()) == std::ssize(values)) {
    source.constant = values.front();
    data.coordinates.push_back(parameter);
    sources.push_back(source);
  }
}

} // namespace neel::analysis
