// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.analysis.tsv.

#include "analysis/written.hpp"
#include "files/durable.hpp"

namespace neel::analysis {

std::vector<Column> columns(const RunData& run) {
  const std::string over = run.susceptibility_over_temperature ? "N/T" : "N";
  const std::string of = ", |m|: " + run.order_parameter();
  return {{"energy", run.unit.label() + "/site", "energy"},
          {"specific_heat", "k_B/site", "specific heat N/T^2 (<e^2> - <e>^2)"},
          {"order_parameter", run.order_unit, "order parameter <|m|>" + of},
          {"susceptibility", over == "N" ? "1" : "1/(" + run.unit.label() + ")",
           "susceptibility " + over + " (<m^2> - <|m|>^2)" + of},
          {"binder_ratio", "1", "Binder ratio <m^4>/<m^2>^2" + of},
          {"log_partition", "1/site",
           "ln Z/N, less that " + std::string(run.along_temperature() ? "of the highest " : "of the lowest ") +
               run.along().name}};
}

namespace {

/// What tells the group of a line from others, to stand at its end.
std::string group_cells(const RunData& run, std::size_t group) {
  std::string text;
  for (std::size_t o = 0; o < run.others.size(); ++o) {
    text += "\t" + run.coordinates[run.others[o].coordinate].name + cell(run.groups[group].at[o]);
  }
  return text;
}

/// What |m| is: the same in all groups, or one line for each.
std::string order_lines(const RunData& run) {
  bool same = true;
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    same = same && run.order(g) == run.order(0);
  }
  std::string text;
  for (std::size_t g = 0; g < (same ? 1 : run.groups.size()); ++g) {
    text += "# order_parameter\t" + run.order(g) + (same ? "" : group_cells(run, g)) + "\n";
  }
  return text;
}

std::string peak_lines(const RunAnalysis& run, quantity::Index q, std::optional<Peak> GroupAnalysis::* which) {
  std::string text;
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    if (const std::optional<Peak>& peak = run.groups[g].*which) {
      text += "# peak\t" + columns(run.data)[q].name + "\t" + run.data.name + cell(peak->at) + cell(peak->height) +
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
                cell(c->height) + group_cells(first, g) + "\n";
      }
    }
    if (const std::optional<Estimate>& critical = crossings[g].critical) {
      text += "# " + first.along().name + "_c" + cell(*critical) + "\t" + first.along().units + group_cells(first, g) +
              "\n";
    }
  }
  return text;
}

/// Comments, and the line of names.
std::string head(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings) {
  const RunData& first = runs.front().data;
  std::string text =
      "# neel analyze; columns: name [unit] meaning; _err is one sigma, nan where the data say nothing\n";
  const Coordinate& along = first.along();
  std::string names = "run", others;
  for (const RunData::Other& o : first.others) {
    names += "\t" + first.coordinates[o.coordinate].name;
    others += (others.empty() ? "" : ", ") + first.coordinates[o.coordinate].name;
  }
  names += "\t" + along.name + "\teffective_measurements";
  text += "#   " + along.name + " [" + along.units + "] " + along.long_name +
          "\n#   effective_measurements [1] (sum w)^2 / sum w^2\n";
  for (const Column& c : columns(first)) {
    text += "#   " + c.name + " [" + c.units + "] " + c.long_name + "\n";
    names += "\t" + c.name + "\t" + c.name + "_err";
  }
  text += "# found, between tabs: order_parameter MOMENT; peak QUANTITY RUN " + along.name + " err height err; " +
          "crossing L_1 L_2 " + along.name + " err binder_ratio err; " + along.name + "_c " + along.name + " err unit" +
          (others.empty() ? "" : "; then " + others + " and its value") + "\n";
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
        text += run.data.name;
        for (const double value : run.data.groups[g].at) {
          text += cell(value);
        }
        text += cell(run.grid[p]) + cell(run.groups[g].effective[p]);
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
