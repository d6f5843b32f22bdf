// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.analysis.tsv of spin glasses.

#include "analysis/glass_analysis.hpp"
#include "analysis/written.hpp"
#include "files/durable.hpp"

namespace neel::analysis {

namespace {

const char* const first_line =
    "# neel analyze; columns: name [unit] meaning; _err is one sigma, nan where nothing is known\n";

std::string crossing_lines(const GlassAnalysis& glass, overlaps::Index q) {
  const Crossings& crossings = glass.crossings[q];
  const std::string name = "\t" + overlaps::column(q).name;
  std::string text;
  for (std::size_t k = 0; k < crossings.pairs.size(); ++k) {
    if (const std::optional<Crossing>& c = crossings.pairs[k]) {
      text += "# crossing" + cell(glass.runs[k].run.head.length()) + cell(glass.runs[k + 1].run.head.length()) +
              cell(c->at) + cell(c->height) + name + "\n";
    }
  }
  if (crossings.critical) {
    text += "# T_c" + cell(*crossings.critical) + "\t" + glass.runs.front().run.head.unit.label() + name +
            cell(crossings.exponent) + "\n";
  }
  return text;
}

std::string equilibrium_lines(const RunData& run, const GlassEquilibrium& e) {
  std::string text;
  for (const Drift& d : e.drifts) {
    text += "# drift\t" + run.name + cell(e.temperature) + "\t" + d.name + cell(d.difference) +
            cell(static_cast<double>(d.unlike.size())) + cell(d.expected()) + cell(static_cast<double>(d.judged)) +
            "\n";
    text += "# octaves\t" + run.name + cell(e.temperature) + "\t" + d.name;
    for (const Estimate& octave : d.octaves) {
      text += cell(octave);
    }
    text += "\n";
  }
  if (e.identity) {
    text += "# identity\t" + run.name + cell(e.temperature) + cell(e.identity->energy) + cell(e.identity->from_links) +
            cell(e.identity->difference) + "\n";
  }
  return text;
}

} // namespace

void write_table(const GlassAnalysis& glass, const std::string& path) {
  const std::string unit = glass.runs.front().run.head.unit.label();
  std::string text = first_line;
  text += "#   T [" + unit + "] temperature\n";
  std::string names = "run\tT";
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    const Column c = overlaps::column(q);
    text += "#   " + c.name + " [" + c.units + "] " + c.long_name + "\n";
    names += "\t" + c.name + "\t" + c.name + "_err";
  }
  text +=
      "# found, between tabs: crossing L_1 L_2 T err height err QUANTITY; T_c T err unit QUANTITY exponent; octaves "
      "RUN "
      "T MOMENT last_half err quarter err ...; drift RUN T MOMENT last_half-quarter err samples expected of; identity "
      "RUN T energy err from_links err difference err\n";
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    text += crossing_lines(glass, q);
  }
  for (std::size_t k = 0; k < glass.runs.size(); ++k) {
    text += equilibrium_lines(glass.runs[k].run.head, glass.equilibrium[k]);
  }
  text += names + "\n";
  for (const GlassCurves& run : glass.runs) {
    for (std::size_t p = 0; p < run.grid.size(); ++p) {
      text += run.run.head.name + cell(run.grid[p]) + cell(run.on_grid[overlaps::length_ratio][p]) +
              cell(run.on_grid[overlaps::binder_ratio][p]) + "\n";
    }
  }
  files::write_text(path, text);
}

void write_table(std::span<const Quench> quenches, const std::string& path) {
  std::string text = first_line;
  text += "#   t [sweep] time\n#   integral_length [lattice] xi_12 = sum r^2 C_4(r) / sum r C_4(r), up to the cut\n"
          "# found, between tabs: z RUN z err A err from to times chi_squared\n";
  for (const Quench& q : quenches) {
    if (const std::optional<GrowthLaw>& law = q.relaxation.law) {
      text += "# z\t" + q.run.head.name + cell(law->z) + cell(law->amplitude) + cell(law->from) + cell(law->to) +
              cell(static_cast<double>(law->times)) + cell(law->chi_squared) + "\n";
    }
  }
  text += "run\tt\tintegral_length\tintegral_length_err\n";
  for (const Quench& q : quenches) {
    for (std::size_t p = 0; p < q.run.points.size() && p < q.relaxation.length.size(); ++p) {
      text += q.run.head.name + cell(q.run.points[p]) + cell(q.relaxation.length[p]) + "\n";
    }
  }
  files::write_text(path, text);
}

} // namespace neel::analysis
