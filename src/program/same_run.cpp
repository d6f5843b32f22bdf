// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/same_run.hpp"

#include "errors.hpp"

#include <algorithm>
#include <charconv>

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

} // namespace

std::string listed(const std::vector<input::Difference>& differences) {
  std::string list;
  for (const input::Difference& d : differences) {
    list += (list.empty() ? "" : "; ") + d.key + ": " + d.before + " there, " + d.now + " now";
  }
  return list;
}

std::vector<input::Difference> grown(const std::string& path, const std::string& stored, const std::string& resolved) {
  std::vector<input::Difference> longer, other;
  bool bins = false;
  for (const input::Difference& d : input::differences(stored, resolved)) {
    if (d.key.starts_with("output.")) {
      continue; // the results do not depend on it
    }
    bins = bins || d.key == "measure.bins";
    (is_longer(d) ? longer : other).push_back(d);
  }
  if (bins && !longer.empty()) { // where it is left out it follows the length of the run
    const auto found = std::find_if(other.begin(), other.end(), [](const auto& d) { return d.key == "measure.bins"; });
    longer.push_back(*found);
    other.erase(found);
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
  const auto unjoined = [](const std::vector<measure::Bins>& bins) { return bins.front().length() == 1; };
  return std::all_of(grown.begin(), grown.end(), [&](const input::Difference& d) {
    if (d.key == "schedule.sweeps") {
      return from.position.point == 0; // a point begins where the one before it ended
    }
    if (d.key == "measure.bins") {
      return whole(d.now) > whole(d.before) && unjoined(from.position.bins) &&
             std::all_of(from.finished.begin(), from.finished.end(), unjoined);
    }
    if (d.key == "schedule.T" || d.key == "schedule.field") {
      return from.input.find("kind = \"temper\"") == std::string::npos; // where all of them exchange
    }
    return d.key == "schedule.times";
  });
}

} // namespace neel::program
