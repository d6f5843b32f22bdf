// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel view: a page with what a run has.

#include "files/print.hpp"
#include "models/models.hpp"
#include "program/commands.hpp"
#include "program/scan_runs.hpp"
#include "program/stop.hpp"
#include "view/run_files.hpp"
#include "view/server.hpp"

#include <cstdio>
#include <filesystem>
#include <set>
#include <thread>

namespace neel::program {

namespace {

namespace fs = std::filesystem;

/// What the files of the run that --set chooses have behind the input's name: nothing unless keys of a scan are set. Throws
/// InputError.
std::string ending_of(const ViewOptions& o) {
  input::Reader in = input::Reader::from_file(o.what);
  std::set<std::string> keys;
  for (const std::string& assignment : o.set) {
    in.set(assignment);
    keys.insert(assignment.substr(0, assignment.find('=')));
  }
  std::vector<input::ScanAxis> scan = input::take_scan(in);
  std::string open;
  std::size_t chosen = 0;
  for (input::ScanAxis& axis : scan) {
    if (!keys.contains(axis.key)) {
      open += (open.empty() ? "" : " and ") + axis.key;
      continue;
    }
    const std::string value = input::to_text(*in.node(axis.key));
    std::erase_if(axis.values, [&](const input::Value& v) { return input::to_text(v) != value; });
    if (axis.values.empty()) {
      throw InputError("--set " + axis.key + "=" + value + ": no run of the scan in " + o.what + " has this value");
    }
    ++chosen;
  }
  if (chosen > 0 && !open.empty()) {
    throw InputError(o.what + ": the scan has several runs with these values; expected --set of " + open + ", too");
  }
  if (scan.empty()) {
    input::RunInput run;
    models::read_input(in, run);
    return "";
  }
  const std::vector<ScanRun> runs = make_runs(in, scan);
  return chosen > 0 ? runs.front().ending : "";
}

/// The path of a run's files without their endings.
std::string base_of(const ViewOptions& o) {
  for (const std::string ending : {".live.vtkhdf", ".vtkhdf", ".chk.h5", ".h5", ".resolved.toml", ".tsv", ".log"}) {
    if (o.what.ends_with(ending)) {
      if (!fs::exists(o.what)) {
        throw FileError("cannot read " + o.what + ": no such file");
      }
      if (!o.set.empty()) {
        throw InputError("--set is for inputs, and " + o.what + " is what a run of one has written; leave --set out");
      }
      return o.what.substr(0, o.what.size() - ending.size());
    }
  }
  if (!o.what.ends_with(".toml")) {
    throw InputError(o.what + ": expected a result (NAME.h5), configurations (NAME.vtkhdf) or an input (.toml)");
  }
  if (!fs::exists(o.what)) {
    throw FileError("cannot read " + o.what + ": no such file");
  }
  const std::string name =
      (o.name.empty() ? fs::path(o.what).stem().string() : o.name) + (o.set.empty() ? "" : ending_of(o));
  return o.out == "." ? name : (fs::path(o.out) / name).string();
}

} // namespace

void view(const ViewOptions& options) {
  view::RunFiles files(base_of(options));
  const view::Server server(files, {options.listen, options.port});
  files::print("{}\n{}; Ctrl-C ends it\n", server.address(), server.advice());
  std::fflush(stdout);
  Stop stop({}, {});
  while (!stop.reason(0)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

} // namespace neel::program
