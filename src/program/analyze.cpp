// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel analyze: reweighting between the states of runs, peaks, crossings of sizes.

#include "analysis/analysis.hpp"
#include "analysis/choose.hpp"
#include "analysis/glass_run.hpp"
#include "files/durable.hpp"
#include "files/hdf5.hpp"
#include "files/text_file.hpp"
#include "program/outputs.hpp"
#include "program/shown.hpp"

#include <algorithm>
#include <filesystem>

namespace neel::program {

namespace {

using analysis::Estimate;
using analysis::RunAnalysis;
using analysis::RunData;

std::string group_name(const RunData& run, std::size_t group) {
  std::string name;
  for (std::size_t o = 0; o < run.others.size(); ++o) {
    name += fmt::format(" {} {:.4g}", run.coordinates[run.others[o].coordinate].name, run.groups[group].at[o]);
  }
  return name;
}

void print_peak(const RunAnalysis& run, std::size_t group, const Shown& shown, const char* what,
                analysis::quantity::Index of, const std::optional<analysis::Peak>& peak) {
  print("   peak of the {:15} {} = {}\n", what, run.data.along().name,
        peak ? fmt::format("{:16} {}", shown.text(peak->at), analysis::with_error(peak->height))
             : "- (" + analysis::why_no_peak(run, group, of, shown.in_words()) + ")");
}

void print_run(const RunAnalysis& run) {
  const RunData& d = run.data;
  const std::string along = d.along_temperature() ? "temperatures" : "values of " + d.along().name;
  const Shown shown(d);
  std::size_t systems = 0;
  for (std::size_t g = 0; g < d.groups.size(); ++g) {
    systems += d.systems(g);
  }
  print("{}: {}, {:.0f} sites, {} {}, {} systems, up to {} measurements each\n", d.name, d.model, d.sites(0),
        d.values().size(), along, systems, d.draws());
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    const analysis::GroupAnalysis& group = run.groups[g];
    const auto known =
        std::count_if(group.curve.begin(), group.curve.end(), [](const auto& e) { return e[0].value == e[0].value; });
    print(" {} |m|: {}; errors from {} {}; known at {} of {} {} from {} to {}{}\n", group_name(d, g), d.order(g),
          group.reweighting.replicas(), d.disorder(g) && d.chains(g) > 1 ? "disorder samples" : "blocks", known,
          run.grid.size(), along, shown.value(run.grid.front()), shown.value(run.grid.back()), shown.unit());
    print_peak(run, g, shown, "specific heat", analysis::quantity::specific_heat, group.specific_heat);
    print_peak(run, g, shown, "susceptibility", analysis::quantity::susceptibility, group.susceptibility);
  }
}

void print_crossings(std::span<const RunAnalysis> runs, std::span<const analysis::Crossings> crossings) {
  const RunData& first = runs.front().data;
  const std::string no_order = analysis::why_no_order(first);
  if (!no_order.empty()) {
    print("note: {}\n", no_order);
  }
  const std::string& along = first.along().name;
  const Shown shown(first);
  print("crossings of the Binder ratio of {}\n", first.order_parameter());
  for (std::size_t g = 0; g < crossings.size(); ++g) {
    const std::string name = group_name(first, g);
    for (std::size_t k = 0; k + 1 < runs.size(); ++k) {
      const auto& pair = crossings[g].pairs[k];
      print(" {} L = {:<8.4g} {:<8.4g} {} = {}\n", name, runs[k].data.length(), runs[k + 1].data.length(), along,
            pair ? fmt::format("{:16} {}", shown.text(pair->at), analysis::with_error(pair->height))
                 : "- (" + analysis::why_no_crossing(runs[k], runs[k + 1], g, shown.in_words()) + ")");
    }
    if (const std::optional<Estimate>& critical = crossings[g].critical) {
      print(" {} {}_c = {} from a straight line in {}; statistical error only\n", name, along, shown.text(*critical),
            analysis::abscissa(crossings[g].exponent));
    } else if (no_order.empty() && runs.size() > 2) {
      print(" {} {}_c = - (not all pairs of sizes cross)\n", name, along);
    }
  }
}

/// Throws CheckError where a curve does not pass through what was measured.
void check_curves(std::span<const RunAnalysis> runs, const std::string& path) {
  for (const RunAnalysis& run : runs) {
    for (std::size_t g = 0; g < run.groups.size(); ++g) {
      if (const analysis::Deviation& worst = run.groups[g].worst; worst.errors > analysis::most_errors) {
        throw CheckError(fmt::format(
            "the curves of {}{} ({}.h5) contradict what was measured: at {} = {} the {} is off by "
            "{:.0f} of its errors; "
            "the run is too short or not in equilibrium there, or its file does not say what it holds",
            run.data.name, group_name(run.data, g), path, run.data.along().name, Shown(run.data).in_words()(worst.at),
            worst.of == analysis::quantity::energy ? "energy" : "order parameter", worst.errors));
      }
    }
  }
}

/// Those of consecutive sizes are compared.
std::vector<RunData> read_by_size(const std::vector<std::string>& paths, const std::string& along) {
  std::vector<RunData> data;
  for (const std::string& path : paths) {
    for (RunData& run : analysis::read_runs(path)) {
      data.push_back(std::move(run));
    }
  }
  data = analysis::join_by_size(std::move(data));
  const std::string axis = along.empty() ? analysis::varied(data) : along;
  for (RunData& run : data) {
    analysis::follow(run, axis);
  }
  analysis::check_comparable(data);
  return data;
}

bool is_analysis(const std::string& path) {
  try {
    if (constexpr std::string_view head = "# neel analyze"; path.ends_with(".tsv")) {
      return files::first_bytes(path, head.size()) == head;
    }
    const files::Hdf5Reader file(path);
    return file.has("/", "format") && file.text_attribute("/", "format") == "neel-analysis";
  } catch (const FileError&) {
    return false;
  }
}

/// The path of the analysis without endings. Throws InputError if it would take the place of anything but an earlier
/// one.
std::string find_place(const AnalyzeOptions& options, const std::vector<std::string>& runs) {
  RunOptions like_a_run;
  like_a_run.input = runs.front();
  like_a_run.out = options.out;
  like_a_run.name = options.name;
  const std::string base = output_base(like_a_run) + ".analysis";
  for (const char* ending : {".h5", ".tsv"}) {
    const std::string path = base + ending;
    for (const std::string& run : runs) {
      std::error_code error;
      if (std::filesystem::equivalent(run, path, error)) {
        throw InputError(path + " is a run of this analysis: use --name or --out to write elsewhere");
      }
    }
    if (std::filesystem::exists(path) && !is_analysis(path)) {
      throw InputError(path + " is there, and neel analyze did not write it, or it is damaged: use --name or --out " +
                       "to write elsewhere, or remove it");
    }
  }
  return base;
}

} // namespace

void analyze(const AnalyzeOptions& options) {
  const analysis::Choice choice = analysis::choose_runs(options.runs);
  for (const auto& [path, what] : choice.others) {
    print("passed over {}: {}\n", path, what);
  }
  const std::string path = find_place(options, choice.runs);
  if (options.along.empty() && analysis::has_overlaps(choice.runs.front())) {
    return analyze_glass(options, choice.runs, path);
  }
  std::vector<RunAnalysis> runs;
  for (RunData& run : read_by_size(choice.runs, options.along)) {
    const bool temperature = run.along_temperature();
    const analysis::FieldOptions grid{options.points,
                                      bound("--from", options.from, temperature, run.unit, run.along().name),
                                      bound("--to", options.to, temperature, run.unit, run.along().name)};
    runs.push_back(analysis::analyze_run(std::move(run), grid));
  }
  std::vector<std::string*> names;
  for (RunAnalysis& run : runs) {
    names.push_back(&run.data.name);
  }
  tell_apart(names);
  const std::vector<analysis::Crossings> crossings = runs.size() > 1
                                                         ? analysis::find_crossings(runs, options.exponent.value_or(2))
                                                         : std::vector<analysis::Crossings>{};
  analysis::write_curves(runs, crossings, path + ".tsv");
  analysis::write_analysis(runs, crossings, path + ".h5"); // last: it says that all is there
  for (const RunAnalysis& run : runs) {
    print_run(run);
  }
  if (runs.size() > 1) {
    print_crossings(runs, crossings);
  }
  print("wrote {0}.h5 and {0}.tsv\n", path);
  check_curves(runs, path);
}

} // namespace neel::program
