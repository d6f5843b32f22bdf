// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/same_run.hpp"

#include "errors/errors.hpp"
#include "input/value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace neel::program {

namespace {

std::int64_t whole(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool more(const input::Difference& d) { return whole(d.before) > 0 && whole(d.now) > whole(d.before); }

/// "[1, 2]" and "[1, 2, 4]".
bool appended(const input::Difference& d) {
  return d.before.ends_with(']') && d.now.starts_with(d.before.substr(0, d.before.size() - 1) + ",");
}

bool is_longer(const input::Difference& d) {
  if (d.key == "schedule.sweeps" || d.key == "algorithm.systems") {
    return more(d);
  }
  return (d.key == "schedule.times" || d.key == "schedule.T" || d.key == "schedule.field" ||
          d.key.starts_with("scan.")) &&
         appended(d);
}

/// Where measure.bins is left out it follows the length of the run: more bins for more sweeps, fewer for more of all else.
bool bins_follow(const input::Difference& bins, const std::vector<input::Difference>& longer) {
  return !longer.empty() && (more(bins) || std::any_of(longer.begin(), longer.end(), [](const input::Difference& d) {
                               return d.key != "schedule.sweeps";
                             }));
}

/// Of a list of numbers, as it stands in an input.
double largest(const std::string& list) {
  double most = 0;
  const input::Value root = input::parse_toml("v = " + list, "list");
  if (const auto* values = input::find(root, "v")->as<input::Value::List>()) {
    for (const input::Value& v : *values) {
      const double* const number = v.as<double>();
      most = std::max(most, number == nullptr ? 0.0 : std::abs(*number));
    }
  }
  return most;
}

} // namespace

std::string listed(const std::vector<input::Difference>& differences) {
  std::string list;
  for (const input::Difference& d : differences) {
    list += (list.empty() ? "" : "; ") + d.key + ": " + d.before + " there, " + d.now + " now";
  }
  return list;
}

std::vector<input::Difference> grown(const std::string& path, const std::string& stored, const std::string& resolved,
                                     const std::vector<std::string>& ignored) {
  std::vector<input::Difference> longer, other;
  for (const input::Difference& d : input::differences(stored, resolved)) {
    // The results do not depend on [output].
    const bool is_ignored = std::any_of(ignored.begin(), ignored.end(), [&](const std::string& key) {
      return d.key == key || d.key.starts_with(key + ".");
    });
    if (!d.key.starts_with("output.") && !is_ignored) {
      (is_longer(d) ? longer : other).push_back(d);
    }
  }
  const auto bins = std::find_if(other.begin(), other.end(), [](const auto& d) { return d.key == "measure.bins"; });
  if (bins != other.end() && bins_follow(*bins, longer)) {
    longer.push_back(*bins);
    other.erase(bins);
  }
  if (!other.empty()) {
    std::string list;
    for (const input::Difference& d : other) {
      list += "\n  " + listed({d});
    }
    throw InputError(path + " was made from a different input:" + list +
                     "\nUse --force to overwrite it, or --name or --out to write elsewhere. What is there can be made "
                     "longer by more sweeps, systems, temperatures, fields or times, and [output] may differ");
  }
  return longer;
}

bool can_go_on(const std::vector<input::Difference>& grown, const output::Checkpoint& from) {
  if (grown.empty()) {
    return true;
  }
  const auto unjoined = [](const std::vector<statistics::Bins>& bins) { return bins.front().length() == 1; };
  const input::Value stored = input::parse_toml(from.input, "the checkpoint's input");
  const input::Value* const kind = input::find(stored, "schedule.kind");
  const auto* const name = kind == nullptr ? nullptr : kind->as<std::string>();
  const bool together = name != nullptr && (*name == "temper" || *name == "multicanonical");
  return std::all_of(grown.begin(), grown.end(), [&](const input::Difference& d) {
    if (d.key == "schedule.sweeps") {
      return from.position.point == 0; // a point begins where the one before it ended
    }
    if (d.key == "measure.bins") { // with a target, how many there are decides when a point may end
      return more(d) && unjoined(from.position.bins) && input::find(stored, "measure.target_error") == nullptr &&
             std::all_of(from.finished.begin(), from.finished.end(), unjoined);
    }
    if (d.key == "schedule.T" || d.key == "schedule.field") {
      // On a ladder all of them exchange, or they are sampled together. The largest one sets the unit in which measurements are added up.
      return !together && largest(d.now) == largest(d.before);
    }
    return d.key == "schedule.times";
  });
}

} // namespace neel::program
