// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/glass_analysis.hpp"

#include "errors/errors.hpp"

#include <algorithm>

namespace neel::analysis {

GlassAnalysis analyze_glass(std::vector<GlassRun> runs, const FieldOptions& options, double exponent) {
  std::stable_sort(runs.begin(), runs.end(),
                   [](const GlassRun& a, const GlassRun& b) { return a.head.cells() < b.head.cells(); });
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const RunData &a = runs[k - 1].head, &b = runs[k].head;
    check_inputs(a, b, {"coding", "pt", "couplings.seed"});
    if (a.cells() == b.cells()) {
      throw InputError("cannot compare " + a.path + " and " + b.path + ": they are of one size; give one of them");
    }
  }
  GlassAnalysis g;
  for (GlassRun& run : runs) {
    g.equilibrium.push_back(examine_equilibrium(run));
    g.runs.push_back(glass_curves(std::move(run), options));
  }
  if (g.runs.size() > 1) {
    for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
      g.crossings[q] = cross_sizes(g.runs, q, exponent);
    }
  }
  return g;
}

} // namespace neel::analysis
