// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/snapshots.hpp"

#include <algorithm>
#include <cmath>

namespace neel::input {

namespace {

/// Whole numbers of a list, each larger than the one before.
template <class T>
std::vector<T> rising(Reader& in, const std::string& key, double most, const std::string& expected) {
  std::vector<T> list;
  for (const double n : in.numbers(key)) {
    if (!(n >= 0 && n <= most) || n != std::floor(n) || (!list.empty() && n <= static_cast<double>(list.back()))) {
      in.error(key, "expected " + expected + ", found " + exact(n));
      return list;
    }
    list.push_back(static_cast<T>(n));
  }
  return list;
}

void read_every(Reader& in, SnapshotsInput& s) {
  const std::string key = "output.snapshots.every";
  in.declare(
      {key,
       "a snapshot after every so many sweeps of each point of the schedule (of a quench: of the run), thermalization "
       "included, or \"point\": at the end of each ([snapshots.md](snapshots.md))",
       "none"},
      "a whole number from 1, or \"point\"");
  const Value* const given = in.node(key);
  if (given == nullptr) {
    return;
  }
  if (const auto* text = given->as<std::string>()) {
    if (*text != "point") {
      in.error(key, "expected a number of sweeps, or \"point\", found " + given->shown);
    }
    s.ends = true;
    in.resolve(key, quoted("point"));
    return;
  }
  s.every = in.integer(key, 1, Reader::most_sweeps);
  in.resolve(key, std::to_string(s.every));
}

} // namespace

void read_snapshots(Reader& in, SnapshotsInput& s) {
  read_every(in, s);
  const std::string at = "output.snapshots.at", systems = "output.snapshots.systems";
  in.declare({at,
              "rising numbers of sweeps of each point (of a quench: of the run) after which a snapshot is taken; 0: "
              "before the first",
              "none"},
             "whole numbers from 0");
  if (in.has(at)) {
    s.at = rising<std::int64_t>(in, at, static_cast<double>(Reader::most_sweeps), "rising whole numbers of sweeps");
    in.resolve(at, "[" + joined(s.at) + "]");
  }
  in.declare({systems, "which systems, counted from 0, or \"all\"; of the final state, too", "the first"},
             "a list of numbers, or \"all\"");
  if (const Value* const given = in.node(systems)) {
    const auto* const text = given->as<std::string>();
    s.all = text != nullptr && *text == "all";
    if (s.all) {
      in.resolve(systems, quoted("all"));
    } else if (text != nullptr) {
      in.error(systems, "expected numbers of systems, or \"all\", found " + given->shown);
    } else {
      s.systems = rising<int>(in, systems, 1e8, "rising numbers of systems, counted from 0");
      in.resolve(systems, "[" + joined(s.systems) + "]");
    }
  }
  s.energy = in.flag({"output.snapshots.energy", "with the local energy of each site, where the model has one"}, true);
}

void check_snapshots(Reader& in, const SnapshotsInput& s, std::int64_t systems) {
  if (!s.systems.empty() && s.systems.back() >= systems) {
    in.error("output.snapshots.systems", "there is no system " + std::to_string(s.systems.back()) + ": there are " +
                                             std::to_string(systems) + ", counted from 0");
  }
}

} // namespace neel::input
