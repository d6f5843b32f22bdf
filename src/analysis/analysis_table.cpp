// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.analysis.tsv.

#include "analysis/analysis.hpp"
#include "files/durable.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace neel::analysis {

std::vector<Column> columns(const RunData& run) {
  const std::string over = run.definition().susceptibility_over_temperature ? "N/T" : "N";
  const std::string of = ", |m|: " + run.order_parameter();
  return {{"energy", run.unit + "/site", "energy"},
          {"specific_heat", "k_B/site", "specific heat N/T^2 (<e^2> - <e>^2)"},
          {"order_parameter", run.order_unit, "order parameter <|m|>" + of},
          {"susceptibility", over == "N" ? "1" : "1/(" + run.unit + ")",
           "susceptibility " + over + " (<m^2> - <|m|>^2)" + of},
          {"binder_ratio", "1", "Binder ratio <m^4>/<m^2>^2" + of}};
}

namespace {

/// "\t2.25", the text of a cell behind another one.
std::string cell(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "\t%.10g", value);
  return digits;
}

std::string cell(const Estimate& e) { return cell(e.value) + cell(e.error); }

/// What tells the group of a line from others, to stand at its end.
std::string group_cells(const RunData& run, std::size_t group) {
  return run.scan.empty() ? "" : "\t" + run.scan + cell(run.scanned[group]);
}

/// What |m| is: the same in all groups, or one line for each.
std::string order_lines(const RunData& run) {
  const bool same = std::adjacent_find(run.order.begin(), run.order.end(), std::not_equal_to<>()) == run.order.end();
  std::string text;
  for (std::size_t g = 0; g < (same ? 1 : run.groups()); ++g) {
    text += "# order_parameter\t" + run.order[g] + (same ? "" : group_cells(run, g)) + "\n";
  }
  return text;
}

std::string peak_lines(const RunAnalysis& run, quantity::Index q, std::optional<Peak> GroupAnalysis::* which) {
  std::string text;
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    if (const std::optional<Peak>& peak = run.groups[g].*which) {
      text += "# peak\t" + columns(run.data)[q].name + "\t" + run.name + cell(peak->at) + cell(peak->height) +
              group_cells(run.data, g) + "\n";
    }
  }
  return text;
}

std::string crossing_lines(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings) {
  const RunData& first = runs.front().data;
  std::string text;
  for (std::size_t g = 0; g < crossings.size(); ++g) {
    for (std::size_t k = 0; k + 1 < runs.size(); ++k) {
      if (const std::optional<Crossing>& c = crossings[g].pairs[k]) {
        text += "# crossing" + cell(runs[k].data.length()) + cell(runs[k + 1].data.length()) + cell(c->at) +
                cell(c->binder) + group_cells(first, g) + "\n";
      }
    }
    if (const std::optional<Estimate>& critical = crossings[g].critical) {
      text += "# T_c" + cell(*critical) + "\t" + first.unit + group_cells(first, g) + "\n";
    }
  }
  return text;
}

/// Comments, and the line of names.
std::string head(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings) {
  const RunData& first = runs.front().data;
  std::string text =
      "# neel analyze; columns: name [unit] meaning; _err is one sigma, nan where the data say nothing\n";
  std::string names = "run" + (first.scan.empty() ? "" : "\t" + first.scan) + "\tT\teffective_measurements";
  text += "#   T [" + first.unit + "] temperature\n#   effective_measurements [1] (sum w)^2 / sum w^2\n";
  for (const Column& c : columns(first)) {
    text += "#   " + c.name + " [" + c.units + "] " + c.long_name + "\n";
    names += "\t" + c.name + "\t" + c.name + "_err";
  }
  text += "# found, between tabs: order_parameter MOMENT; peak QUANTITY RUN T err height err; " +
          std::string("crossing L_1 L_2 T err binder_ratio err; T_c T err unit") +
          (first.scan.empty() ? "" : "; then " + first.scan + " and its value") + "\n";
  text += order_lines(first);
  for (const RunAnalysis& run : runs) {
    text += peak_lines(run, quantity::specific_heat, &GroupAnalysis::specific_heat) +
            peak_lines(run, quantity::susceptibility, &GroupAnalysis::susceptibility);
  }
  return text + crossing_lines(runs, crossings) + names + "\n";
}

} // namespace

void write_curves(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings, const std::string& path) {
  std::string text = head(runs, crossings);
  for (const RunAnalysis& run : runs) {
    for (std::size_t g = 0; g < run.groups.size(); ++g) {
      for (std::size_t p = 0; p < run.grid.size(); ++p) {
        text += run.name + (run.data.scan.empty() ? "" : cell(run.data.scanned[g])) + cell(run.grid[p]) +
                cell(run.groups[g].effective[p]);
        for (const Estimate& e : run.groups[g].curve[p]) {
          text += cell(e);
        }
        text += "\n";
      }
    }
  }
  files::write_text(path, text);
}

} // namespace neel::analysis
