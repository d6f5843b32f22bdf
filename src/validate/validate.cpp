// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/validate.hpp"

#include "model/schedule.hpp"
#include "output/results.hpp"

#include <neel/run/anneal.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace neel::validate {

namespace {

struct Collector : run::Observer {
  explicit Collector(output::Results& all) : results(all) {}
  RunAction busy(const run::Position& /*position*/) override { return RunAction::go_on; }
  void save(const run::Position& /*position*/) override {}
  bool enough(const run::Position& /*position*/) override { return false; }
  void finished(const run::Position& position) override { results.add(position.bins); }
  output::Results& results;
};

std::size_t index_of(const models::Model& model, const std::string& name) {
  const auto& all = model.observables;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name == name; });
  if (found == all.end()) {
    throw std::logic_error("no observable " + name);
  }
  return static_cast<std::size_t>(found - all.begin());
}

} // namespace

std::vector<Row> run(const Case& c, const Change& change) {
  input::Reader in = input::Reader::from_text(c.input, c.model + ": " + c.name);
  input::RunInput input;
  models::Model model = models::read_input(in, input);
  if (change) {
    change(model);
  }
  output::Results results(model, input);
  const std::unique_ptr<run::Simulation> simulation = models::make_simulation(model, input);
  run::Position position;
  Collector collector(results);
  run::anneal(*simulation, models::to_schedule(input), position, collector);
  std::vector<Row> rows;
  for (const Expectation& e : c.expectations) {
    const output::Result& r = results.at(0, e.point)[index_of(model, e.observable)];
    rows.push_back({e, r.value, r.error});
  }
  return rows;
}

double threshold(std::size_t rows) {
  const double share = 1e-3 / static_cast<double>(rows); // of both tails
  double low = 0, high = 40;
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > share ? low : high) = middle;
  }
  return low;
}

} // namespace neel::validate
