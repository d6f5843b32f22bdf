// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/more_systems.hpp"

#include "errors/errors.hpp"
#include "input/value.hpp"
#include "model/schedule.hpp"
#include "models/models.hpp"
#include "program/memory.hpp"
#include "program/outputs.hpp"

#include <algorithm>
#include <stdexcept>

namespace neel::program {

namespace {

const char* const systems_key = "algorithm.systems";

/// Is every sweep done?
bool at_end(const input::RunInput& run, const run::Position& at) {
  const run::Schedule schedule = models::to_schedule(run);
  return at.point + 1 == schedule.points.size() && at.sweeps_in_point == schedule.points.back().sweeps();
}

/// An array of the name of `kept`, and of the shape that another one of its shape has in `all`.
run::Array like(const run::Array& kept, const std::vector<run::Array>& first, const std::vector<run::Array>& all) {
  for (const run::Array& a : all) {
    const auto same = [&](const run::Array& f) {
      return f.name == a.name && f.number == kept.number && f.sizes == kept.sizes;
    };
    if (std::any_of(first.begin(), first.end(), same)) {
      run::Array copy = a;
      copy.name = kept.name;
      return copy;
    }
  }
  throw std::invalid_argument("the array " + kept.name + " is like no other");
}

void append(std::vector<statistics::Bins>& to, std::vector<statistics::Bins>&& more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

std::optional<SingleRun> missing_systems(const SingleRun& single, const std::vector<input::Difference>& grown,
                                         const run::Position& there) {
  if (grown.size() != 1 || grown.front().key != systems_key || !single.run.target_error.empty() ||
      single.run.structure.on() || !at_end(single.run, there)) {
    return {};
  }
  const std::int64_t before = std::stoll(grown.front().before), first = before + single.run.first_system;
  const std::int64_t missing = single.run.systems - before;
  input::Reader in = input::Reader::from_text(single.model.resolved, "the systems that are missing");
  const auto put = [&](const char* key, std::int64_t n) {
    in.put(key, input::Value{n, 0, std::to_string(n)}, "the systems that are missing");
  };
  put(systems_key, missing);
  put(input::first_system, first);
  SingleRun rest;
  try {
    rest.model = models::read_input(in, rest.run);
  } catch (const InputError&) {
    return {}; // what they do depends on how many there are in all
  }
  rest.run.output = single.run.output;
  rest.run.output.keep_checkpoint = true;
  rest.run.output.configurations = false;
  rest.base = more_base(single.base);
  rest.of_scan = true;
  return rest;
}

output::Checkpoint join(const SingleRun& single, output::Checkpoint first, const SingleRun& more,
                        output::Checkpoint rest) {
  try {
    if (first.position.point != rest.position.point || first.position.sweeps != rest.position.sweeps ||
        first.finished.size() != rest.finished.size()) {
      throw std::invalid_argument("they did not end after the same sweep");
    }
    const auto missing = static_cast<std::uint64_t>(more.run.systems);
    const auto before = static_cast<std::uint64_t>(single.run.systems) - missing;
    std::vector<run::Array> all = program::make_simulation(single.model, single.run)->save();
    for (const run::Array& kept :
         first.configuration) { // that a run does not begin with, of the shape of one that it does
      const auto named = [&](const run::Array& a) { return a.name == kept.name; };
      if (std::none_of(all.begin(), all.end(), named)) {
        all.push_back(like(kept, first.configuration, all));
      }
    }
    for (run::Array& array : all) {
      run::join(array, first.configuration, before, rest.configuration, missing);
    }
    first.configuration = std::move(all);
  } catch (const std::invalid_argument& e) {
    throw FileError("cannot join " + single.base + ".chk.h5 and " + more.base + ".chk.h5: " + e.what());
  }
  for (std::size_t p = 0; p < first.finished.size(); ++p) {
    append(first.finished[p], std::move(rest.finished[p]));
  }
  append(first.position.bins, std::move(rest.position.bins));
  first.input = single.model.resolved;
  first.seconds += rest.seconds;
  first.interruptions += rest.interruptions;
  return first;
}

} // namespace neel::program
