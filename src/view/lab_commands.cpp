// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What the page asks the laboratory to do.

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "view/lab.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace neel::view {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t without_end = -1;

/// A finite number of a command. Throws InputError.
double number(const Json& command, const char* key) {
  if (!command.contains(key) || !command[key].is_number() || !std::isfinite(command[key].get<double>())) {
    throw InputError(std::string(key) + " is not a number");
  }
  return command[key].get<double>();
}

std::int64_t count(const Json& command, const char* key) {
  const double n = number(command, key);
  if (n < 1 || n > static_cast<double>(Lab::most_blocks) || n != std::floor(n)) {
    throw InputError(std::string(key) + " is not a whole number from 1 to " + std::to_string(Lab::most_blocks));
  }
  return static_cast<std::int64_t>(n);
}

} // namespace

void Lab::go_on(std::int64_t blocks) {
  if (!failed_.empty()) {
    throw CheckError(failed_);
  }
  paused_.clear();
  left_ = blocks;
}

void Lab::set(const Json& command) {
  run::Point next = point_;
  if (command.contains("T")) {
    next.temperature = number(command, "T");
  }
  if (command.contains("H")) {
    next.field = number(command, "H");
    if (!now_.run.has_field) {
      throw InputError("this model has no field");
    }
  }
  widen(next.temperature, next.field);
  if (command.contains("T")) {
    ramp_left_ = 0;
  }
  if (next.temperature != point_.temperature || next.field != point_.field) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    summed_ = 0;
  }
  point_ = next;
}

void Lab::ramp(const Json& command) {
  const double to = number(command, "T");
  const std::int64_t blocks = count(command, "blocks");
  widen(to, point_.field);
  ramp_to_ = to;
  ramp_left_ = blocks;
}

void Lab::reset(const Json& command) {
  std::vector<std::string> changes;
  const Json asked = command.value("changes", Json::object());
  for (const auto& [key, value] : asked.items()) {
    if (!value.is_string()) {
      throw InputError(key + ": expected a value as text");
    }
    changes.push_back(key + "=" + value.get<std::string>());
  }
  begin(std::move(changes));
}

/// In the user's folder, or, with "text", as text for a download.
Json Lab::save(bool as_text) {
  if (done_.temperature.empty()) {
    throw InputError("nothing was done yet");
  }
  Json saved{{"hash", files::hex(now_.simulation->hash())}, {"sweeps", sweeps_}};
  if (as_text) {
    check_for_saving();
    saved["text"] = text();
    saved_blocks_ = done_.temperature.size();
  } else {
    save_done();
    saved["saved"] = saved_;
  }
  return saved;
}

Json Lab::obey(const Json& command) {
  if (!command.is_object() || !command.contains("do") || !command["do"].is_string()) {
    throw InputError("expected an object with \"do\"");
  }
  const auto what = command["do"].get<std::string>();
  if (what == "start") {
    go_on(without_end);
  } else if (what == "pause") {
    left_ = 0;
  } else if (what == "step") {
    go_on(command.contains("blocks") ? count(command, "blocks") : 1);
  } else if (what == "set") {
    set(command);
  } else if (what == "ramp") {
    ramp(command);
  } else if (what == "reset") {
    reset(command);
  } else if (what == "save" || what == "download") {
    return save(what == "download");
  } else if (what == "input") {
    return {{"input", now_.model.resolved}, {"changes", changes_}};
  } else {
    throw InputError("\"" + what + "\" is nothing that can be done here");
  }
  return state_now();
}

} // namespace neel::view
