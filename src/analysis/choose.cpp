// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/choose.hpp"

#include "analysis/run_data.hpp"
#include "errors/errors.hpp"
#include "files/hdf5.hpp"
#include "input/scan.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace neel::analysis {

namespace {

namespace fs = std::filesystem;

/// One name for all spellings of a path.
std::string whole(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  return error ? path : found.string();
}

/// The files of the runs of a scan, as the program names them; empty if the input is of a single run.
std::vector<std::string> runs_of(const std::string& path, const std::string& input) {
  constexpr std::size_t most_runs = 10'000;
  if (input::find(stored_input(input, path), "scan") == nullptr) {
    return {};
  }
  input::Reader in = input::Reader::from_text(input, path);
  const std::vector<input::ScanAxis> scan = input::take_scan(in);
  std::vector<std::string> names{fs::path(path).replace_extension().string()};
  for (const input::ScanAxis& axis : scan) {
    if (axis.values.size() > most_runs / names.size()) {
      throw FileError("cannot read " + path + ": damaged at /config/input");
    }
    std::vector<std::string> longer;
    for (const std::string& name : names) {
      for (const input::Value& value : axis.values) {
        longer.push_back(name + "_" + axis.name + input::to_name(value));
      }
    }
    names = std::move(longer);
  }
  for (std::string& name : names) {
    name += ".h5";
  }
  return names;
}

/// What a file is that is no run; empty if it is one, or nothing of ours, which reading it as a run will say.
std::string what_else(const std::string& path, const std::set<std::string>& given) {
  const files::Hdf5Reader file(path);
  const std::string format = file.has("/", "format") ? file.text_attribute("/", "format") : "";
  if (format == "neel-checkpoint") {
    return "a checkpoint";
  }
  if (format == "neel-analysis") {
    return "an earlier analysis";
  }
  if (format != "neel-results" || !file.has("/config/input")) {
    return "";
  }
  const std::vector<std::string> runs = runs_of(path, file.text("/config/input"));
  const auto found =
      std::count_if(runs.begin(), runs.end(), [&](const auto& run) { return given.contains(whole(run)); });
  if (found == 0) {
    return "";
  }
  return "the grid of a scan, of whose " + std::to_string(runs.size()) + " runs " + std::to_string(found) +
         (found == 1 ? " is given" : " are given");
}

/// "a.chk.h5 is a checkpoint, b.analysis.h5 is an earlier analysis and 3 more files".
std::string listed(const std::vector<Choice::Other>& others) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(others.size(), shown); ++k) {
    text += (k == 0 ? "" : ", ") + others[k].path + " is " + others[k].what;
  }
  return others.size() <= shown ? text : text + ", and likewise " + std::to_string(others.size() - shown) + " more";
}

} // namespace

Choice choose_runs(const std::vector<std::string>& paths) {
  std::set<std::string> given;
  for (const std::string& path : paths) {
    given.insert(whole(path));
  }
  Choice choice;
  for (const std::string& path : paths) {
    const std::string what = what_else(path, given);
    if (what.empty()) {
      choice.runs.push_back(path);
    } else {
      choice.others.push_back({path, what});
    }
  }
  if (choice.runs.empty()) {
    throw InputError("expected results of runs (NAME.h5), found none: " + listed(choice.others));
  }
  return choice;
}

} // namespace neel::analysis
