// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.tsv.

#include "files/checksum.hpp"
#include "files/durable.hpp"
#include "output/results.hpp"

#include <fmt/format.h>

#include "build_info.hpp"

namespace neel::output {

namespace {

using models::Observable;

std::string number(double v) { return fmt::format("{:.10g}", v); }

/// The comment lines and the line of names.
std::string head(const Results& results) {
  const models::Model& model = results.model();
  std::string text = "# Neel " NEEL_VERSION "; model " + results.run().model + "; input hash " +
                     files::checksum(model.resolved) + "\n# columns: name [unit] meaning; _err is one sigma" +
                     (results.has_series() ? ", _tau in sweeps\n" : "\n");
  std::string names;
  const auto column = [&](const std::string& name, const std::string& unit, const std::string& meaning) {
    text += "#   " + name + " [" + unit + "] " + meaning + "\n";
    names += (names.empty() ? "" : "\t") + name;
  };
  const auto coordinate = [&](const models::Coordinate& c) { column(c.name, c.units, c.long_name); };
  if (!model.scan.values.empty()) {
    coordinate(model.scan);
  }
  coordinate(results.point_axis());
  for (const models::Coordinate& c : results.conditions()) {
    coordinate(c);
  }
  std::size_t element = 0;
  for (std::size_t k = 0; k < model.observables.size(); ++k) {
    const Observable& o = model.observables[k];
    element = k > 0 && o.axis != models::scalar && model.observables[k - 1].name == o.name ? element + 1 : 0;
    std::string name = o.name, where;
    if (o.axis != models::scalar) {
      const models::Coordinate& axis = model.axes[static_cast<std::size_t>(o.axis)];
      name += "_" + number(axis.values[element]);
      where = " at " + axis.name + " = " + number(axis.values[element]);
    }
    column(name, o.units, o.long_name + where);
    names += "\t" + name + "_err" + (o.square >= 0 && results.has_series() ? "\t" + name + "_tau" : "");
  }
  if (!results.run().schedule.quench()) {
    column("converged", "1",
           "1 where the observables that the log shows are converged: the runs are as long as 50 "
           "autocorrelation times, and halves and systems of them agree");
  }
  for (const models::Coordinate& c : results.real_conditions()) {
    coordinate(c);
  }
  return text + names + "\n";
}

} // namespace

void write_table(const Results& results, const std::string& path) {
  const models::Model& model = results.model();
  std::vector<models::Coordinate> where{results.point_axis()};
  const std::vector<models::Coordinate> conditions = results.conditions();
  where.insert(where.end(), conditions.begin(), conditions.end());
  const std::vector<models::Coordinate> real = results.real_conditions();
  std::string text = head(results);
  for (std::size_t g = 0; g < results.groups(); ++g) {
    for (std::size_t p = 0; p < results.points(); ++p) {
      std::vector<double> cells;
      if (!model.scan.values.empty()) {
        cells.push_back(model.scan.values[g]);
      }
      for (const models::Coordinate& c : where) {
        cells.push_back(c.values[p]);
      }
      const std::vector<Result>& row = results.at(g, p);
      for (std::size_t o = 0; o < row.size(); ++o) {
        cells.insert(cells.end(), {row[o].value, row[o].error});
        if (model.observables[o].square >= 0 && results.has_series()) {
          cells.push_back(row[o].tau);
        }
      }
      if (!results.run().schedule.quench()) {
        cells.push_back(results.verdict(g, p).converged ? 1 : 0);
      }
      for (const models::Coordinate& c : real) {
        cells.push_back(c.values[p]);
      }
      for (std::size_t c = 0; c < cells.size(); ++c) {
        text += (c == 0 ? "" : "\t") + number(cells[c]);
      }
      text += "\n";
    }
  }
  files::write_text(path, text);
}

} // namespace neel::output
