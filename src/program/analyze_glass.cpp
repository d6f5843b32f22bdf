// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel analyze of spin glasses.

#include "analysis/glass_analysis.hpp"
#include "program/shown.hpp"

#include <algorithm>

namespace neel::program {

namespace {

using analysis::GlassAnalysis;
using analysis::GlassRun;
using analysis::with_error;
namespace overlaps = analysis::overlaps;

constexpr overlaps::Index quantities[] = {overlaps::length_ratio, overlaps::binder_ratio};

const char* in_words(overlaps::Index q) { return q == overlaps::length_ratio ? "xi/L" : "the Binder ratio"; }

void print_drift(const analysis::Drift& d) {
  std::string octaves;
  for (const analysis::Estimate& e : d.octaves) {
    octaves += (octaves.empty() ? "" : ", ") + with_error(e);
  }
  print("   {:8} last half, quarter before, ...: {}; first less second {}\n", d.name == "energy" ? "energy" : "[<q^2>]",
        octaves, with_error(d.difference));
  print("   {:8} {} of {} samples differ between these by more than their errors allow, {:.3g} expected by chance{}\n",
        "", d.unlike.size(), d.judged, d.expected(),
        d.too_many() ? ": too many; bins are shorter than correlations, or samples are not in equilibrium" : "");
}

void print_equilibrium(const analysis::GlassEquilibrium& e, const Shown& shown) {
  print("   equilibration at T = {}{}\n", shown.value(e.temperature), shown.unit());
  if (e.drifts.empty()) {
    print("   - (fewer than eight bins; run with measure.bins = 8 or more)\n");
  }
  for (const analysis::Drift& d : e.drifts) {
    print_drift(d);
  }
  if (e.identity) {
    print("   energy {}, from link overlaps {}, difference {}\n", with_error(e.identity->energy),
          with_error(e.identity->from_links), with_error(e.identity->difference));
  } else if (!e.why_no_identity.empty()) {
    print("   no energy from link overlaps: {}\n", e.why_no_identity);
  }
}

void print_run(const analysis::GlassCurves& glass, const analysis::GlassEquilibrium& equilibrium) {
  const GlassRun& run = glass.run;
  const Shown shown(run.head.unit, true);
  print("{}: {}, L = {:.4g}, {} temperatures from {} to {}{}, {} samples\n", run.head.name, run.head.model,
        run.head.length(), run.points.size(), shown.value(run.points.front()), shown.value(run.points.back()),
        shown.unit(), run.samples);
  print_equilibrium(equilibrium, shown);
}

void print_crossings(const GlassAnalysis& glass, overlaps::Index q) {
  const Shown shown(glass.runs.front().run.head.unit, true);
  const analysis::Crossings& crossings = glass.crossings[q];
  std::string curves;
  for (const analysis::GlassCurves& run : glass.runs) {
    curves += fmt::format("{} L = {:.4g} {}", curves.empty() ? "" : ",", run.run.head.length(),
                          run.curves[q].kind().empty() ? "-" : run.curves[q].kind());
  }
  print("crossings of {}; curves in T:{}\n", in_words(q), curves);
  for (std::size_t k = 0; k < crossings.pairs.size(); ++k) {
    const analysis::GlassCurves &a = glass.runs[k], &b = glass.runs[k + 1];
    const auto& pair = crossings.pairs[k];
    print("   L = {:<8.4g} {:<8.4g} T = {}\n", a.run.head.length(), b.run.head.length(),
          pair ? fmt::format("{:16} {}", shown.text(pair->at), with_error(pair->height))
               : "- (" + why_no_crossing(a.curves[q].to_cross(), b.curves[q].to_cross(), "T", true, shown.in_words()) +
                     ")");
  }
  if (crossings.critical) {
    print("   T_c = {} from a straight line in {}, exponent {:.4g}; statistical error only\n",
          shown.text(*crossings.critical), analysis::abscissa(crossings.exponent), crossings.exponent);
  } else if (glass.runs.size() > 2) {
    print("   T_c = - (not all pairs of sizes cross)\n");
  }
}

void print_quench(const analysis::Quench& q) {
  print("{}: {}, L = {:.4g}, quench to T = {:.6g} {}, {} times to {:.6g} sweeps, {} samples\n", q.run.head.name,
        q.run.head.model, q.run.head.length(), q.run.temperature, q.run.head.unit.label(), q.run.points.size(),
        q.run.points.back(), q.run.samples);
  if (const std::optional<analysis::GrowthLaw>& law = q.relaxation.law) {
    print("   z = {}, xi_12 = {} t^(1/z) from t = {:.6g} to {:.6g} ({} times), chi^2/{} = {:.3g}\n", with_error(law->z),
          with_error(law->amplitude), law->from, law->to, law->times, law->freedom(),
          law->chi_squared / static_cast<double>(law->freedom()));
  } else {
    print("   z = - ({})\n", q.relaxation.why);
  }
}

void analyze_quenches(const AnalyzeOptions& options, std::vector<GlassRun> runs, const std::string& path) {
  const analysis::Window window{bound("--from", options.from, false, {}, "time in sweeps"),
                                bound("--to", options.to, false, {}, "time in sweeps")};
  std::vector<analysis::Quench> quenches;
  for (GlassRun& run : runs) {
    analysis::Relaxation relaxation = relax(run, window);
    quenches.push_back({std::move(run), std::move(relaxation)});
  }
  write_table(quenches, path + ".tsv");
  write_file(quenches, path + ".h5"); // last: it says that all is there
  std::for_each(quenches.begin(), quenches.end(), print_quench);
}

void analyze_sizes(const AnalyzeOptions& options, std::vector<GlassRun> runs, const std::string& path) {
  const input::EnergyUnit unit = runs.front().head.unit;
  const analysis::FieldOptions grid{options.points, bound("--from", options.from, true, unit, "T"),
                                    bound("--to", options.to, true, unit, "T")};
  const GlassAnalysis glass =
      analysis::analyze_glass(std::move(runs), grid, options.exponent.value_or(analysis::glass_exponent));
  write_table(glass, path + ".tsv");
  write_file(glass, path + ".h5"); // last: it says that all is there
  for (std::size_t k = 0; k < glass.runs.size(); ++k) {
    print_run(glass.runs[k], glass.equilibrium[k]);
  }
  for (const overlaps::Index q : quantities) {
    if (glass.runs.size() > 1) {
      print_crossings(glass, q);
    }
  }
}

} // namespace

void analyze_glass(const AnalyzeOptions& options, const std::vector<std::string>& runs, const std::string& path) {
  std::vector<GlassRun> glasses;
  for (const std::string& run : runs) {
    if (!analysis::has_overlaps(run)) {
      throw InputError("cannot compare " + runs.front() + " and " + run + ": one of them has overlaps of replicas");
    }
    for (GlassRun& glass : analysis::read_glasses(run)) {
      glasses.push_back(std::move(glass));
    }
  }
  std::vector<std::string*> names;
  for (GlassRun& glass : glasses) {
    names.push_back(&glass.head.name);
    if (glass.quench != glasses.front().quench) {
      throw InputError("cannot compare " + glasses.front().head.path + " and " + glass.head.path +
                       ": one of them is a quench");
    }
  }
  tell_apart(names);
  (glasses.front().quench ? analyze_quenches : analyze_sizes)(options, std::move(glasses), path);
  print("wrote {0}.h5 and {0}.tsv\n", path);
}

} // namespace neel::program
