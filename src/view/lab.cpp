// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/lab.hpp"

#include "errors/errors.hpp"
#include "files/fingerprint.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace neel::view {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t without_end = -1, most_blocks = 1'000'000;

/// A finite number of a command. Throws InputError.
double number(const Json& command, const char* key) {
  if (!command.contains(key) || !command[key].is_number() || !std::isfinite(command[key].get<double>())) {
    throw InputError(std::string(key) + " is not a number");
  }
  return command[key].get<double>();
}

std::int64_t count(const Json& command, const char* key) {
  const double n = number(command, key);
  if (n < 1 || n > static_cast<double>(most_blocks) || n != std::floor(n)) {
    throw InputError(std::string(key) + " is not a whole number from 1 to " + std::to_string(most_blocks));
  }
  return static_cast<std::int64_t>(n);
}

void check_temperature(double t) {
  constexpr double least = 1e-15; // input/schedule.cpp
  if (!(t >= least)) {
    throw InputError("temperatures are above zero");
  }
}

} // namespace

Lab::Lab(Bench& bench, std::string name) : bench_(bench), name_(std::move(name)) { begin({}); }

/// Starts over.
void Lab::begin(std::vector<std::string> changes) {
  Experiment next = bench_.prepare(changes); // or it throws, and nothing has happened
  save_done();
  now_ = std::move(next);
  changes_ = std::move(changes);
  const input::ScheduleInput& s = now_.run.schedule;
  point_ = {s.temperature.front(), s.field.front(), s.thermalize, s.measurements(), s.measure_every};
  sweeps_ = 0;
  done_ = {};
  series_.clear();
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
  saved_blocks_ = 0;
  seconds_ = 0;
  ++experiments_;
}

void Lab::work(const std::function<bool()>& over) {
  while (!over()) {
    mailbox_.answer(std::chrono::milliseconds(left_ != 0 ? 0 : 50));
    if (left_ != 0) {
      work_block();
    }
  }
  mailbox_.close();
  save_done();
}

void Lab::work_block() {
  const auto begin = std::chrono::steady_clock::now();
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
  run::anneal(*now_.simulation, schedule, position, *this);
  sweeps_ = position.sweeps;
  done_.temperature.push_back(point_.temperature);
  done_.field.push_back(point_.field);
  left_ -= left_ > 0 ? 1 : 0;
  if (done_.temperature.size() >= static_cast<std::size_t>(most_blocks)) {
    left_ = 0;
  }
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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
  std::vector<double> row;
  for (const std::size_t o : means_) {
    row.push_back(now_.model.observables[o].derive(means, point_.temperature));
  }
  series_.push_back(std::move(row));
  for (std::size_t k = 0; k < means.size(); ++k) {
    sums_[k] += means[k];
  }
  ++summed_;
}

void Lab::save_done() {
  if (done_.temperature.size() > saved_blocks_) {
    saved_ = bench_.write(changes_, done_, now_.simulation->hash(), saved_);
    saved_blocks_ = done_.temperature.size();
  }
}

void Lab::set(const Json& command) {
  run::Point next = point_;
  if (command.contains("T")) {
    check_temperature(next.temperature = number(command, "T"));
    ramp_left_ = 0;
  }
  if (command.contains("H")) {
    next.field = number(command, "H");
    if (!now_.run.has_field) {
      throw InputError("this model has no field");
    }
  }
  if (next.temperature != point_.temperature || next.field != point_.field) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    summed_ = 0;
  }
  point_ = next;
}

Json Lab::obey(const Json& command) {
  if (!command.is_object() || !command.contains("do") || !command["do"].is_string()) {
    throw InputError("expected an object with \"do\"");
  }
  const auto what = command["do"].get<std::string>();
  if (what == "start") {
    left_ = without_end;
  } else if (what == "pause") {
    left_ = 0;
  } else if (what == "step") {
    left_ = command.contains("blocks") ? count(command, "blocks") : 1;
  } else if (what == "set") {
    set(command);
  } else if (what == "ramp") {
    check_temperature(number(command, "T"));
    ramp_left_ = count(command, "blocks");
    ramp_to_ = number(command, "T");
  } else if (what == "reset") {
    std::vector<std::string> changes;
    const Json asked = command.value("changes", Json::object());
    for (const auto& [key, value] : asked.items()) {
      if (!value.is_string()) {
        throw InputError(key + ": expected a value as text");
      }
      changes.push_back(key + "=" + value.get<std::string>());
    }
    begin(std::move(changes));
  } else if (what == "save") {
    if (done_.temperature.empty()) {
      throw InputError("nothing was done yet");
    }
    save_done();
    return {{"saved", saved_}, {"hash", files::hex(now_.simulation->hash())}, {"sweeps", sweeps_}};
  } else if (what == "input") {
    return {{"input", now_.model.resolved}, {"changes", changes_}};
  } else {
    throw InputError("\"" + what + "\" is nothing that can be done here");
  }
  return state_now();
}

std::string Lab::act(const std::string& command) {
  const Json parsed = Json::parse(command, nullptr, false);
  if (parsed.is_discarded()) {
    throw InputError("this is no JSON");
  }
  return mailbox_.ask([&] { return obey(parsed).dump(); });
}

std::string Lab::state() {
  return mailbox_.ask([&] { return state_now().dump(); });
}
std::string Lab::sites() {
  return mailbox_.ask([&] { return sites_now(); });
}
std::string Lab::curves(std::int64_t since) {
  return mailbox_.ask([&] { return curves_from(since); });
}

} // namespace neel::view
