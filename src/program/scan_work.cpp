// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/scan_work.hpp"

#include "errors/errors.hpp"
#include "parallel/shared.hpp"
#include "parallel/task_farm.hpp"
#include "program/memory.hpp"
#include "program/start.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace neel::program {

namespace {

using Next = std::function<std::optional<int>()>;
using Write = std::function<void(const std::string&)>;

std::string title(const std::vector<ScanRun>& runs, int k) {
  return fmt::format("run {} of {}: {}", k + 1, runs.size(), runs[static_cast<std::size_t>(k)].title);
}

/// Works on those that `next` names, as long as nothing stops it.
ExitCode work_on(std::vector<ScanRun>& runs, const RunOptions& options, Stop& stop, const Next& next,
                 const Write& write) {
  for (std::optional<int> k = next(); k; k = next()) {
    write(title(runs, *k) + "\n");
    ExitCode end = ExitCode::stopped;
    auto reason = stop.reason(0);
    if (!reason) {
      end = work(runs[static_cast<std::size_t>(*k)].single, options, stop);
      reason = end == ExitCode::done ? std::nullopt : std::optional<std::string>("what stopped this run");
    }
    if (reason) {
      write("stopped by " + *reason + ": run the same command to continue\n");
      return end;
    }
  }
  return ExitCode::done;
}

/// This rank's part in it, until all ranks are done.
ExitCode work_in(parallel::TaskFarm& farm, std::vector<ScanRun>& runs, const RunOptions& options, Stop& stop,
                 const Write& write) {
  stop.listen([&] { return farm.look(); });
  const ExitCode end = work_on(runs, options, stop, [&] { return farm.next(); }, write);
  stop.listen({});
  const bool all = end == ExitCode::done && !farm.look();
  if (!all) {
    farm.stop();
    write(end == ExitCode::done ? "stopped by another rank: run the same command to continue\n" : "");
  }
  return static_cast<ExitCode>(farm.finish(static_cast<int>(all ? ExitCode::done : ExitCode::stopped),
                                           [&] { return stop.reason(0).has_value(); }));
}

} // namespace

bool in_task_farm(const std::vector<ScanRun>& runs) {
  const int ranks = parallel::ranks().size();
  const auto of_all = [&](const auto& holds) {
    return std::all_of(runs.begin(), runs.end(), [&](const ScanRun& r) { return holds(r.single.model, r.single.run); });
  };
  return ranks > 1 && of_all([](const auto& /*model*/, const auto& run) { return run.parts() == 1; }) &&
         of_all([](const auto& model, const auto& run) { return fits_each_rank(model, run); }) &&
         (static_cast<int>(runs.size()) >= ranks || !of_all(parallel::can_share));
}

ExitCode work_on_all(std::vector<ScanRun>& runs, bool farm, const RunOptions& options, Log& log, Stop& stop) {
  const auto write = [&](const std::string& text) { log.write(text); };
  if (!farm) {
    int k = 0;
    const auto next = [&] { return k < static_cast<int>(runs.size()) ? std::optional(k++) : std::nullopt; };
    return work_on(runs, options, stop, next, write);
  }
  log.write(fmt::format("{} ranks work on runs of their own; each takes the next when it is done\n{}",
                        parallel::ranks().size(), parallel::places()));
  return parallel::together([&] {
    try {
      parallel::call_for_help();
      parallel::TaskFarm all(static_cast<int>(runs.size()), [&](int piece, int rank) {
        log.write(fmt::format("{} (rank {})\n", title(runs, piece), rank));
      });
      return work_in(all, runs, options, stop, write);
    } catch (const UserError& e) {
      log.last_word(e.what());
      throw;
    }
  });
}

void help_with_all(std::vector<ScanRun>& runs, const RunOptions& options, const std::string& base) {
  RunOptions each = options;
  each.quiet = true;
  Stop stop(base + ".stop", time_limit(options));
  parallel::TaskFarm farm(static_cast<int>(runs.size()));
  work_in(farm, runs, each, stop, [](const std::string&) {});
}

} // namespace neel::program
