// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel run: one run, or those of a scan.

#include "models/models.hpp"
#include "parallel/shared.hpp"
#include "program/commands.hpp"
#include "program/dry_run.hpp"
#include "program/outputs.hpp"
#include "program/scan.hpp"

namespace neel::program {

ExitCode run(const RunOptions& options) {
  time_limit(options); // complains before anything is done
  parallel::when_told_to_stop(Stop::ask);
  input::Reader in = input::Reader::from_file(options.input);
  for (const std::string& s : options.set) {
    in.set(s);
  }
  for (const std::string& t : options.target_error) {
    in.set("measure.target_error." + t);
  }
  const std::vector<input::ScanAxis> scan = input::take_scan(in);
  if (!scan.empty()) {
    return run_scan(in, scan, options);
  }
  SingleRun single;
  single.model = models::read_input(in, single.run);
  single.base = output_base(options);
  if (options.dry_run) {
    dry_run(single, options);
    return ExitCode::done;
  }
  Stop stop(single.base + ".stop", time_limit(options));
  return work(single, options, stop);
}

} // namespace neel::program
