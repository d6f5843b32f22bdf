// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel view: a page with what a run has.

#include "files/print.hpp"
#include "program/commands.hpp"
#include "program/stop.hpp"
#include "view/run_files.hpp"
#include "view/server.hpp"

#include <cstdio>
#include <filesystem>
#include <thread>

namespace neel::program {

namespace {

namespace fs = std::filesystem;

/// The path of a run's files without their endings.
std::string base_of(const ViewOptions& o) {
  for (const std::string ending : {".live.vtkhdf", ".vtkhdf", ".chk.h5", ".h5", ".resolved.toml", ".tsv", ".log"}) {
    if (o.what.ends_with(ending)) {
      if (!fs::exists(o.what)) {
        throw FileError("cannot read " + o.what + ": no such file");
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
  const std::string name = o.name.empty() ? fs::path(o.what).stem().string() : o.name;
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
