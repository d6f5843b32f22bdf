// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/run_controller.hpp"

#include "backend/backend.hpp"
#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "model/schedule.hpp"
#include "output/real_units.hpp"
#include "program/convergence.hpp"
#include "program/hysteresis.hpp"
#include "program/memory.hpp"
#include "program/outputs.hpp"
#include "program/position.hpp"
#include "program/report.hpp"
#include "program/timer.hpp"

#include <neel/run/tuner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace neel::program {

RunController::RunController(const models::Model& model, const input::RunInput& run,
                             const RunControllerOptions& options, Log& log, Stop& stop,
                             std::optional<output::FoundCheckpoint> from)
    : model_(model), run_(run), options_(options), log_(log), schedule_(models::to_schedule(run)), results_(model, run),
      started_(now()), simulation_(program::make_simulation(model, run)),
      snapshots_(model, run, *simulation_, options.base, options.keep_results),
      progress_(options.progress, model.updates, schedule_.points.size()), stop_(stop), from_(std::move(from)) {
  results_.set_spectra(run::find<run::Spectra>(*simulation_));
}

void RunController::begin(const std::string& header, const std::string& note) {
  if (from_) {
    if (options_.joined) {
      log_.clear();
      log_.write(header);
    }
    go_on(std::move(from_->checkpoint), note);
    from_.reset();
    return;
  }
  log_.clear();
  log_.write(header + (note.empty() ? "" : "note: " + note + "\n"));
  start();
}

/// The first moment (the energy, where there is one) of the start configuration, averaged over systems.
void RunController::start() {
  simulation_->set_conditions(schedule_.points.front().temperature, schedule_.points.front().field);
  simulation_->measure();
  double sum = 0;
  simulation_->collect([&](int, std::span<const double> raw) { sum += raw.front(); });
  const models::Moment& first = model_.moments.front();
  log_.write("start configuration: hash " + files::hex(simulation_->hash()) + ", " + first.long_name + " " +
             input::exact(sum / simulation_->systems()) + (first.units == "1" ? "" : " " + first.units) + "\n");
}

void RunController::go_on(output::Checkpoint c, const std::string& note) {
  keep_more_bins(c, schedule_.bins);
  try {
    check_position(c, schedule_, !run_.target_error.empty(), *simulation_);
    simulation_->load(c.configuration);
    snapshots_.go_on(c.snapshots);
  } catch (const std::invalid_argument& e) {
    throw FileError("cannot continue from " + checkpoint_path() + ": " + e.what());
  }
  for (const auto& bins : c.finished) {
    results_.add(bins);
  }
  position_ = std::move(c.position);
  checked_sweeps_ = position_.sweeps;
  saved_point_ = position_.point;
  earlier_seconds_ = c.seconds;
  interruptions_ = c.interruptions + 1;
  progress_.start_from(position_.sweeps);
  const run::Point& point = schedule_.points[position_.point];
  simulation_->set_conditions(point.temperature, point.field);
  check(position_); // before a sweep can hide what is wrong
  for (std::size_t p = 0; options_.joined && p < results_.points(); ++p) {
    log_.write(row(results_, p));
  }
  log_.write((note.empty() ? "" : "note: " + note + "\n") + "continued " + now() + " on " + backend::name() +
             " at point " + std::to_string(position_.point + 1) + " of " + std::to_string(schedule_.points.size()) +
             ", after " + std::to_string(position_.sweeps) + " sweeps; hash " + files::hex(simulation_->hash()) + "\n");
}

bool RunController::work() {
  if (!run::anneal(*simulation_, schedule_, position_, *this)) {
    progress_.finish();
    write_results({});
    log_.write("stopped by " + stopped_by_ + " at point " + std::to_string(position_.point + 1) + " of " +
               std::to_string(schedule_.points.size()) + ", after " + std::to_string(position_.sweeps) +
               " sweeps; wrote " + checkpoint_path() + ": run the same command to continue\n");
    return false;
  }
  finish();
  return true;
}

/// At the last point that is done; NaN where there is none, or no such observable.
double RunController::acceptance() const {
  const auto& observables = model_.observables;
  const auto found = std::find_if(observables.begin(), observables.end(),
                                  [](const models::Observable& o) { return o.name == "acceptance"; });
  return found == observables.end() || results_.points() == 0
             ? std::nan("")
             : results_.at(0, results_.points() - 1)[static_cast<std::size_t>(found - observables.begin())].value;
}

/// "T 0.5 J (217.6 K)"
std::string RunController::place(std::size_t point) const {
  const bool loop = run_.schedule.field_loop();
  const run::Point& at = schedule_.points[point];
  return loop ? "H " + output::with_units(at.field, input::Dimension::field, run_.unit)
              : "T " + output::with_units(at.temperature, input::Dimension::energy, run_.unit);
}

run::Observer::RunAction RunController::busy(const run::Position& position) {
  write_news();
  longest_wait_ = std::max(longest_wait_, seconds_since(looked_));
  looked_ = Clock::now();
  progress_.show(position.sweeps, schedule_.sweeps_after(position.point) - position.sweeps_in_point, position.point,
                 place(position.point), acceptance());
  {
    const Timer timer(other_seconds_);
    snapshots_.show_live(schedule_, position);
  }
  if (const auto reason =
          stop_.reason(2 * longest_wait_ + 2 * snapshots_.left() + 3 * save_seconds_ + write_seconds_)) {
    stopped_by_ = *reason;
    return RunAction::stop;
  }
  const bool due = run_.output.checkpoint_seconds > 0 && seconds_since(saved_) >= run_.output.checkpoint_seconds;
  return due ? RunAction::save : RunAction::go_on;
}

/// Throws CheckError if the run cannot be trusted any more. Nothing of it is written then.
void RunController::check(const run::Position& position) {
  const Timer timer(other_seconds_);
  checked_sweeps_ = position.sweeps;
  if (const std::string trouble = simulation_->check(); !trouble.empty()) {
    throw CheckError(
        "self-check failed after " + std::to_string(position.sweeps) + " sweeps, at " + place(position.point) + ": " +
        trouble +
        ". What was written before is as it was; the same command continues from the last checkpoint. If "
        "it happens again elsewhere, suspect the machine's memory; if at the same place, please report it");
  }
}

void RunController::save(const run::Position& position) {
  check(position);
  const Timer timer(other_seconds_);
  const auto begin = Clock::now();
  output::Checkpoint c;
  c.input = model_.resolved;
  c.position = position;
  for (std::size_t p = 0; p < results_.points(); ++p) {
    c.finished.push_back(results_.bins(p));
  }
  c.configuration = simulation_->save();
  c.snapshots = snapshots_.keep();
  c.seconds = earlier_seconds_ + progress_.seconds();
  c.interruptions = interruptions_;
  output::write_checkpoint(std::move(c), checkpoint_path());
  saved_ = Clock::now();
  saved_point_ = position.point;
  save_seconds_ = std::max(save_seconds_, seconds_since(begin));
}

bool RunController::enough(const run::Position& position) {
  return !run_.target_error.empty() && results_.reached(position.bins, position.point);
}

void RunController::show(const run::Position& position) {
  const Timer timer(other_seconds_);
  snapshots_.take(schedule_, position);
}

/// What was found of the speed of strategies.
void RunController::write_news() {
  for (const std::string& line : std::exchange(run::tuning().news, {})) {
    log_.write(line + '\n');
  }
}

void RunController::finished(const run::Position& position) {
  write_news();
  if (run_.output.snapshots.ends) {
    show(position);
  }
  constexpr std::uint64_t between_checks = 200; // sweeps: a check takes about as long as one
  constexpr double worth = 60; // seconds of work that a checkpoint of the end saves, should writing results fail
  const bool last = position.point + 1 == schedule_.points.size();
  const std::int64_t every = run_.output.checkpoint_points;
  const bool due = every > 0 && position.point - saved_point_ >= static_cast<std::size_t>(every);
  if ((last && run_.output.keep_checkpoint) || due || (last && checkpoints() && seconds_since(saved_) >= worth)) {
    save(position);
  } else if (last || position.sweeps - checked_sweeps_ >= between_checks) {
    check(position);
  }
  if (run::Spectra* const spectra = run::find<run::Spectra>(*simulation_)) {
    spectra->finish_point();
  }
  const run::Ladder* const ladder = run::ladder_of(*simulation_);
  if (ladder != nullptr) {
    results_.set_ladder(*ladder);
  }
  const std::size_t first = results_.points();
  results_.add(position.bins);
  progress_.finish();
  for (std::size_t p = first; p < results_.points(); ++p) {
    log_.write(row(results_, p));
  }
  if (ladder != nullptr) {
    log_.write(tempering_line(*ladder, static_cast<int>(results_.groups())));
  }
  // Output takes one part in a hundred of the time at most: points that take less than that are written together.
  if (!last && (position.point == 0 || seconds_since(wrote_) >= 100 * write_seconds_)) {
    write_results({});
  }
}

output::Timing RunController::timing() const {
  return {backend::name(),
          started_,
          backend::host_threads(),
          earlier_seconds_ + progress_.seconds(),
          progress_.updates_per_ns(position_.sweeps),
          interruptions_};
}

void RunController::write_results(std::optional<std::uint64_t> final_hash) {
  if (results_.points() == 0 || (options_.keep_results && !final_hash)) {
    return;
  }
  const Timer timer(other_seconds_);
  const auto begin = Clock::now();
  output::write_table(results_, options_.base + ".tsv");
  output::write_results(results_, final_hash, timing(), options_.base + ".h5");
  wrote_ = Clock::now();
  write_seconds_ = seconds_since(begin);
}

void RunController::take_lowest() {
  if (const auto* const lowest = run::find<run::Lowest>(*simulation_)) {
    log_.write(lowest_line(lowest->seen(), model_.moments.front().units));
    results_.set_lowest(output::lowest_of(*simulation_));
  }
}

void RunController::finish() {
  results_.end(simulation_->ending());
  if (!results_.ending().text.empty()) {
    log_.write(results_.ending().text + "\n");
  }
  {
    const Timer timer(other_seconds_);
    snapshots_.finish(schedule_, position_);
  }
  take_lowest();
  const std::uint64_t hash = [&] {
    const Timer timer(other_seconds_);
    return simulation_->hash();
  }();
  write_results(hash);
  remove_leftovers(options_.base, run_.output.keep_checkpoint);
  log_.write(missing_values(results_) + convergence(results_) + hysteresis(results_) + snapshots_.told());
  const output::Timing t = timing();
  const std::string speed =
      t.updates_per_ns > 0
          ? fmt::format(", {:.4g} updates/ns{} ({:.2g} % of the time for checks and output)", t.updates_per_ns,
                        interruptions_ > 0 ? " since it was continued" : "", 100 * other_seconds_ / progress_.seconds())
          : "";
  log_.write(fmt::format("final configuration: hash {}\ndone in {}{}; results in {}.h5\n", files::hex(hash),
                         duration(t.seconds), speed, options_.base));
}

} // namespace neel::program
