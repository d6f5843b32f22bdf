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
#include "program/json.hpp"
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

/// What so many ranks take.
struct PlanRow {
  int ranks = 1;
  std::string refused{};   ///< why they cannot share the run
  double memory = 0;       ///< bytes of a rank
  std::string not_tried{}; ///< why there are no times
  bool cut = false;        ///< each has a slab; otherwise some of the systems
  bench::Rehearsed::HaloExchanges swaps{};
  double sweep = 0, ideal = 0, run = 0; ///< seconds; share of what as many ranks would do without loss; seconds
};

class Plan {
public:
  Plan(const models::Model& model, const input::RunInput& run, bench::Network network)
      : model_(model), run_(run), network_(std::move(network)), schedule_(models::to_schedule(run)) {
    for (const run::Point& p : schedule_.points) {
      measurements_ += static_cast<double>(p.measurements);
    }
  }

  PlanRow row(int ranks) {
    PlanRow row{.ranks = ranks};
    {
      std::optional<parallel::Rehearsal> one;
      if (ranks > 1) {
        one.emplace(ranks, false);
        row.refused = parallel::against_sharing(model_, run_);
        if (!row.refused.empty()) {
          return row;
        }
      }
      row.memory = part_of_simulation(model_, run_);
    }
    const std::size_t free = backend::on_device() ? backend::free_memory() : backend::free_host_memory();
    if (free != 0 && row.memory > static_cast<double>(free)) {
      row.not_tried = "more than is free here";
      return row;
    }
    try {
      time(row, bench::rehearse(model_, run_, ranks, network_.on_devices, repetitions));
    } catch (const UserError&) {
      throw;
    } catch (const std::exception& e) { // of memory
      row.not_tried = e.what();
    }
    return row;
  }

private:
  void time(PlanRow& row, const bench::Rehearsed& one) {
    row.cut = one.cut;
    row.swaps = one.swaps;
    row.sweep = bench::predict(one, one.swaps.count > 0 ? thinnest() : one, network_);
    row.run = row.sweep * static_cast<double>(schedule_.sweeps_after(0)) + one.measuring * measurements_;
    first_ = first_ == 0 ? row.sweep * row.ranks : first_;
    row.ideal = first_ / (row.sweep * row.ranks);
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
  double first_ = 0; ///< seconds of all ranks, in the first row
  bench::Rehearsed thinnest_;
};

std::string has_text(const PlanRow& row) { return row.ranks == 1 ? "-" : (row.cut ? "slab" : "systems"); }

std::string plan_line(const PlanRow& row) {
  if (!row.refused.empty()) {
    return fmt::format("{:>6}  cannot share it: {}\n", row.ranks, in_two_lines(row.refused));
  }
  if (!row.not_tried.empty()) {
    constexpr std::size_t most = 40;
    return fmt::format("{:>6}  {:>16}, not tried: {}\n", row.ranks, bytes(row.memory), row.not_tried.substr(0, most));
  }
  const std::string swaps =
      row.swaps.count > 0 ? fmt::format("{:.3g} x {:.3g} kB", row.swaps.count, 1e-3 * row.swaps.bytes) : "-";
  return fmt::format("{:>6}  {:<7} {:>9} {:>17} {:>9} {:>5.0f}% {:>18}\n", row.ranks, has_text(row), bytes(row.memory),
                     swaps, sweep_time(row.sweep), 100 * row.ideal, rough_duration(row.run));
}

/// Null: what is not known.
Json plan_json(const PlanRow& row) {
  const bool shares = row.refused.empty(), timed = shares && row.not_tried.empty();
  const auto if_timed = [&](const auto& value) { return timed ? Json(value) : Json(); };
  return {{"ranks", row.ranks},
          {"refused", or_null(row.refused)},
          {"not_tried", or_null(row.not_tried)},
          {"has", timed ? Json(row.ranks == 1 ? "all" : has_text(row)) : Json()},
          {"bytes_of_a_rank", shares ? Json(static_cast<std::int64_t>(row.memory)) : Json()},
          {"swaps_of_a_sweep", if_timed(row.swaps.count)},
          {"bytes_of_a_swap", if_timed(row.swaps.bytes)},
          {"seconds_of_a_sweep", if_timed(row.sweep)},
          {"of_ideal", if_timed(row.ideal)},
          {"seconds", if_timed(row.run)}};
}

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
  Json all = json_of("plan");
  all.update(
      {{"input", options.input}, {"backend", backend::name()}, {"swaps", network.about}, {"rows", Json::array()}});
  print_now(fmt::format("{}: a rank's part at a time, made here ({})\nswaps: {}\n\n", options.input, backend::name(),
                        network.about) +
                " ranks  has        memory        swaps of a     sweep   of          whole run\n"
                "                   a rank             sweep           ideal   without files\n",
            options.json);
  Plan rows(model, run, std::move(network));
  for (const int n : ranks) {
    const PlanRow row = rows.row(n);
    all["rows"].push_back(plan_json(row));
    print_now(plan_line(row), options.json);
    if (!row.refused.empty() && run.decompose.empty()) { // nor can more
      break;
    }
  }
  if (options.json) {
    print_json(all);
  }
}

} // namespace neel::program
