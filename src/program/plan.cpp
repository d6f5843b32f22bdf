// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel plan: what an input would take on several ranks. One rank's part after another is made here, and timed; what would travel
// between ranks is counted, and its time added.

#include "parallel/plan.hpp"
#include "backend/backend.hpp"
#include "bench/network.hpp"
#include "errors/errors.hpp"
#include "files/print.hpp"
#include "input/scan.hpp"
#include "model/schedule.hpp"
#include "models/models.hpp"
#include "parallel/rehearsal.hpp"
#include "program/commands.hpp"
#include "program/forecast.hpp"
#include "program/memory.hpp"
#include "program/report.hpp"

#include <algorithm>
#include <optional>

namespace neel::program {

namespace {

constexpr int repetitions = 5;

bench::Network network_of(const PlanOptions& options) {
  if (!options.network.empty()) {
    return bench::read_network(options.network);
  }
  bench::Network n{"in no time: what travels is not in these figures", backend::on_device(), {}};
  if (options.latency && options.bandwidth) {
    constexpr double many = 1e9;
    n.about = fmt::format("{} us a swap, {} GB/s", *options.latency, *options.bandwidth);
    n.swaps = {{1, 1e-6 * *options.latency}, {many, 1e-6 * *options.latency + many / (1e9 * *options.bandwidth)}};
  }
  return n;
}

std::string sweep_time(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.4g} us", 1e6 * seconds)
         : seconds < 1  ? fmt::format("{:.4g} ms", 1e3 * seconds)
                        : fmt::format("{:.4g} s", seconds);
}

/// Of what speaks against spreading, and against cutting; or of what is asked, and what speaks against it.
std::string in_two_lines(std::string reason) {
  if (const std::size_t second = reason.rfind(", and "); second != std::string::npos) {
    reason.replace(second, 2, ",\n        ");
  } else if (const std::size_t asked = reason.rfind("]: "); asked != std::string::npos) {
    reason.replace(asked, 3, "]:\n        ");
  }
  return reason;
}

/// The lines of a plan.
class Plan {
public:
  Plan(const models::Model& model, const input::RunInput& run, bench::Network network)
      : model_(model), run_(run), network_(std::move(network)), schedule_(models::to_schedule(run)) {
    for (const run::Point& p : schedule_.points) {
      measurements_ += static_cast<double>(p.measurements);
    }
  }

  /// Returns whether so many ranks can share the run.
  bool line(int ranks) {
    double part = 0;
    {
      std::optional<parallel::Rehearsal> one;
      if (ranks > 1) {
        one.emplace(ranks, false);
        if (const std::string reason = parallel::against_sharing(model_, run_); !reason.empty()) {
          files::print("{:>6}  cannot share it: {}\n", ranks, in_two_lines(reason));
          return false;
        }
      }
      part = part_of_simulation(model_, run_);
    }
    const std::size_t free = backend::on_device() ? backend::free_memory() : backend::free_host_memory();
    if (free != 0 && part > static_cast<double>(free)) {
      files::print("{:>6}  {:>16}, more than is free here: not tried\n", ranks, bytes(part));
    } else {
      try {
        show(ranks, part, bench::rehearse(model_, run_, ranks, network_.on_devices, repetitions));
      } catch (const UserError&) {
        throw;
      } catch (const std::exception& e) { // of memory
        files::print("{:>6}  {:>16}, not tried: {}\n", ranks, bytes(part), std::string(e.what()).substr(0, 40));
      }
    }
    std::fflush(stdout);
    return true;
  }

private:
  void show(int ranks, double part, const bench::Rehearsed& one) {
    const double sweep = bench::predict(one, one.swaps.count > 0 ? thinnest() : one, network_);
    const double all = sweep * static_cast<double>(schedule_.sweeps_after(0)) + one.measuring * measurements_;
    first_ = first_ == 0 ? sweep * ranks : first_;
    const std::string swaps =
        one.swaps.count > 0 ? fmt::format("{:.3g} x {:.3g} kB", one.swaps.count, 1e-3 * one.swaps.bytes) : "-";
    files::print("{:>6}  {:<7} {:>9} {:>17} {:>9} {:>5.0f}% {:>18}\n", ranks,
                 ranks == 1 ? "-" : (one.cut ? "slab" : "systems"), bytes(part), swaps, sweep_time(sweep),
                 100 * first_ / (sweep * ranks), rough_duration(all));
  }

  /// A slab that is nothing but edges; hosts do not ask for it.
  const bench::Rehearsed& thinnest() {
    if (backend::on_device() && thinnest_.swaps.count == 0) {
      input::RunInput thin = run_;
      thin.decompose.clear();
      thinnest_ = bench::rehearse(model_, thin, model_.slabs, network_.on_devices, repetitions);
    }
    return thinnest_;
  }

  const models::Model& model_;
  const input::RunInput& run_;
  bench::Network network_;
  run::Schedule schedule_;
  double measurements_ = 0;
  double first_ = 0; ///< seconds of all ranks, in the first line
  bench::Rehearsed thinnest_;
};

} // namespace

void plan(const PlanOptions& options) {
  std::vector<int> ranks = options.ranks;
  std::sort(ranks.begin(), ranks.end());
  input::Reader in = input::Reader::from_file(options.input);
  for (const std::string& s : options.set) {
    in.set(s);
  }
  if (!input::take_scan(in).empty()) {
    throw InputError(options.input +
                     ": ranks take the runs of a scan in turn; to see one run that they share, take [scan] "
                     "out, and choose one with --set");
  }
  input::RunInput run;
  const models::Model model = models::read_input(in, run);
  bench::Network network = network_of(options);
  files::print("{}: a rank's part at a time, made here ({})\nswaps: {}\n\n", options.input, backend::name(),
               network.about);
  files::print(" ranks  has        memory        swaps of a     sweep   of          whole run\n"
               "                   a rank             sweep           ideal   without files\n");
  Plan lines(model, run, std::move(network));
  for (const int n : ranks) {
    if (!lines.line(n) && run.decompose.empty()) { // nor can more
      break;
    }
  }
}

} // namespace neel::program
