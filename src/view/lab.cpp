// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/lab.hpp"

#include "errors/errors.hpp"
#include "view/frame.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace neel::view {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t between_checks = 200; ///< sweeps: a check takes about as long as one

} // namespace

Lab::Lab(Bench& bench, std::string name, int idle_seconds)
    : bench_(bench), name_(std::move(name)), idle_(std::chrono::seconds(idle_seconds)) {
  begin({});
}

/// Starts over.
void Lab::begin(std::vector<std::string> changes) {
  Experiment next = bench_.prepare(changes, {}); // or it throws, and nothing has happened
  if (failed_.empty()) {
    save_done();
  }
  now_ = std::move(next);
  changes_ = std::move(changes);
  sliders_ = now_.range;
  const input::ScheduleInput& s = now_.run.schedule;
  point_ = {s.temperature.front(), s.field.front(), s.thermalize, s.measurements(), s.measure_every};
  sweeps_ = checked_sweeps_ = 0;
  done_ = {};
  history_ = {};
  means_.clear();
  const auto& observables = now_.model.observables;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    if (observables[o].moment >= 0 && observables[o].axis == models::scalar) {
      means_.push_back(o);
    }
  }
  sums_.assign(now_.model.moments.size(), 0.0);
  summed_ = left_ = ramp_left_ = 0;
  saved_.clear();
  failed_.clear();
  paused_.clear();
  saved_blocks_ = 0;
  seconds_ = 0;
  ++experiments_;
}

void Lab::work(const std::function<bool()>& over) {
  const std::unique_ptr<CommandQueue, void (*)(CommandQueue*)> closing(&mailbox_, [](CommandQueue* m) { m->close(); });
  asked_ = Clock::now().time_since_epoch().count();
  while (!over()) {
    mailbox_.answer(std::chrono::milliseconds(left_ != 0 ? 0 : 50));
    if (left_ != 0) {
      work_block();
      pause_if_idle();
    }
  }
  end();
}

void Lab::end() {
  mailbox_.close();
  if (failed_.empty()) {
    try {
      write_done();
    } catch (const UserError& e) {
      if (failed_.empty()) { // else it is thrown below
        bench_.rescue(text(), e.what());
      }
    }
  }
  if (!first_failed_.empty()) {
    throw CheckError(first_failed_);
  }
}

void Lab::work_block() {
  const auto begin = Clock::now();
  if (ramp_left_ > 0) {
    point_.temperature += (ramp_to_ - point_.temperature) / static_cast<double>(ramp_left_--);
    std::fill(sums_.begin(), sums_.end(), 0.0);
    summed_ = 0;
  }
  run::Schedule schedule;
  schedule.points = {point_};
  schedule.bins = 2;
  run::Position position;
  position.sweeps = sweeps_;
  try {
    run::anneal(*now_.simulation, schedule, position, *this);
  } catch (const std::exception& e) {
    fail(e.what());
    return;
  }
  sweeps_ = position.sweeps;
  done_.temperature.push_back(point_.temperature);
  done_.field.push_back(point_.field);
  left_ -= left_ > 0 ? 1 : 0;
  if (done_.temperature.size() >= static_cast<std::size_t>(most_blocks)) {
    pause("these are " + std::to_string(most_blocks) + " blocks, and one input repeats no more: save, then reset");
  }
  seconds_ += std::chrono::duration<double>(Clock::now() - begin).count();
  if (sweeps_ - checked_sweeps_ >= between_checks) {
    check();
  }
}

/// Between the sweeps of a block.
run::Observer::RunAction Lab::busy(const run::Position& /*position*/) {
  mailbox_.answer_reads();
  return RunAction::go_on;
}

void Lab::pause(const std::string& why) {
  left_ = 0;
  paused_ = why;
}

void Lab::pause_if_idle() {
  const Clock::time_point asked{Clock::duration(asked_)};
  if (left_ != 0 && idle_.count() > 0 && Clock::now() - asked > idle_) {
    pause("paused after " + std::to_string(sweeps_) + " sweeps: for " +
          std::to_string(std::chrono::duration_cast<std::chrono::seconds>(idle_).count()) +
          " seconds no page was open; start goes on");
    bench_.note(paused_);
  }
}

/// What a run does now and then, and before it saves.
void Lab::check() {
  checked_sweeps_ = sweeps_;
  if (const std::string trouble = now_.simulation->check(); !trouble.empty()) {
    fail("self-check failed: " + trouble);
  }
}

void Lab::fail(const std::string& trouble) {
  failed_ =
      "after " + std::to_string(sweeps_) + " sweeps, at T = " + input::exact(point_.temperature) +
      ", H = " + input::exact(point_.field) + ": " + trouble +
      ". This experiment is not to be trusted and cannot be saved; reset begins another. If it happens again, please "
      "report it";
  first_failed_ = first_failed_.empty() ? failed_ : first_failed_;
  left_ = ramp_left_ = 0;
}

/// The moments of a block, averaged over the systems of the first group.
void Lab::finished(const run::Position& position) {
  std::vector<double> means(sums_.size(), 0.0);
  const std::size_t systems = position.bins.size() / now_.model.groups();
  for (std::size_t s = 0; s < systems; ++s) {
    const std::vector<double> own = position.bins[s].means();
    for (std::size_t k = 0; k < means.size(); ++k) {
      means[k] += own[k] / static_cast<double>(systems);
    }
  }
  std::vector<double> row{static_cast<double>(position.sweeps), point_.temperature, point_.field};
  for (const std::size_t o : means_) {
    row.push_back(now_.model.observables[o].derive(means, point_.temperature));
  }
  history_.add(row);
  for (std::size_t k = 0; k < means.size(); ++k) {
    sums_[k] += means[k];
  }
  ++summed_;
}

std::string Lab::text() const { return bench_.text(now_, done_, now_.simulation->hash()); }

void Lab::check_for_saving() {
  if (failed_.empty()) {
    check();
  }
  if (!failed_.empty()) {
    throw CheckError(failed_);
  }
}

void Lab::write_done() {
  if (done_.temperature.size() > saved_blocks_) {
    check_for_saving();
    saved_ = bench_.write(text(), saved_);
    saved_blocks_ = done_.temperature.size();
  }
}

void Lab::save_done() {
  try {
    write_done();
  } catch (const FileError& e) {
    throw FileError(std::string(e.what()) +
                    ". What was done is still here: make room for it and save again, or download it");
  }
}

/// Makes another simulation in the same state where this one was not made for such conditions.
void Lab::widen(double temperature, double field) {
  if (now_.range.holds(temperature, field)) {
    return;
  }
  Experiment next = bench_.prepare(changes_, now_.range.with(temperature, field)); // or it throws, as above
  std::vector<run::Array> state = now_.simulation->save();
  next.simulation->load(state);
  now_ = std::move(next);
}

std::string Lab::ask(CommandQueue::Kind kind, CommandQueue::Question question) {
  asked_ = Clock::now().time_since_epoch().count();
  return mailbox_.ask(kind, std::move(question));
}

std::string Lab::act(const std::string& command) {
  const Json parsed = Json::parse(command, nullptr, false);
  if (parsed.is_discarded()) {
    throw InputError("this is no JSON");
  }
  return ask(CommandQueue::Kind::change, [&] { return to_text(obey(parsed)); });
}

std::string Lab::state() {
  return ask(CommandQueue::Kind::read, [&] { return to_text(state_now()); });
}
std::string Lab::sites() {
  return ask(CommandQueue::Kind::read, [&] { return sites_now(); });
}
std::string Lab::frame(std::int64_t /*step*/, int system) {
  return ask(CommandQueue::Kind::read, [&] { return frame_now(system); });
}
std::string Lab::series(std::int64_t since) {
  return ask(CommandQueue::Kind::read, [&] { return series_from(since); });
}

} // namespace neel::view
