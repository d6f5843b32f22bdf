// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel run: one run, those of a scan, or a part of either. neel join: its parts.

#include "models/models.hpp"
#include "parallel/shared.hpp"
#include "program/commands.hpp"
#include "program/dry_run.hpp"
#include "program/outputs.hpp"
#include "program/parts.hpp"
#include "program/scan.hpp"

#include <cstdlib>

namespace neel::program {

namespace {

input::Reader input_of(const RunOptions& options) {
  input::Reader in = input::Reader::from_file(options.input);
  for (const std::string& s : options.set) {
    in.set(s);
  }
  for (const std::string& t : options.target_error) {
    const std::size_t equals = t.find('=');
    const std::string error = equals == std::string::npos ? "" : t.substr(equals + 1);
    char* end = nullptr;
    if (equals == 0 || error.empty() || !(std::strtod(error.c_str(), &end) > 0) || *end != '\0') {
      throw InputError("--target-error " + t + ": expected OBSERVABLE=ERROR, such as energy=0.001");
    }
    in.set("measure.target_error." + t);
  }
  return in;
}

SingleRun read_single(input::Reader& in, const RunOptions& options) {
  SingleRun single;
  single.model = models::read_input(in, single.run);
  single.base = output_base(options);
  return single;
}

} // namespace

ExitCode run(const RunOptions& options) {
  time_limit(options); // complains before anything is done
  const std::optional<Part> part = read_part(options);
  parallel::when_told_to_stop(Stop::ask);
  input::Reader in = input_of(options);
  const std::vector<input::ScanAxis> scan = input::take_scan(in);
  if (!scan.empty()) {
    return run_scan(in, scan, options);
  }
  SingleRun single = read_single(in, options);
  if (part) {
    single = run_of_part(single, *part);
  }
  if (options.dry_run) {
    dry_run(single, options);
    return ExitCode::done;
  }
  Stop stop(single.base + ".stop", time_limit(options));
  return work(single, options, stop);
}

void help(const RunOptions& options) {
  input::Reader in = input_of(options);
  const std::vector<input::ScanAxis> scan = input::take_scan(in);
  help_with_scan(in, scan, options);
}

ExitCode join(const RunOptions& options) {
  input::Reader in = input_of(options);
  const std::vector<input::ScanAxis> scan = input::take_scan(in);
  return scan.empty() ? join_parts(read_single(in, options), options) : join_scan(in, scan, options);
}

} // namespace neel::program
