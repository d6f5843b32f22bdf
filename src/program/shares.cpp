// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/shares.hpp"

#include "errors/errors.hpp"
#include "input/value.hpp"
#include "model/schedule.hpp"
#include "models/models.hpp"
#include "program/memory.hpp"

#include <algorithm>
#include <stdexcept>

namespace neel::program {

bool at_end(const input::RunInput& run, const run::Position& at) {
  const run::Schedule schedule = models::to_schedule(run);
  return at.point + 1 == schedule.points.size() && at.sweeps_in_point == schedule.points.back().sweeps();
}

namespace {

/// What an error says, but for the key, which no user has written.
std::string without_key(const std::string& error) {
  const std::string key = std::string(input::first_system) + ": ";
  const std::size_t at = error.find(key);
  return at == std::string::npos ? error : error.substr(at + key.size());
}

} // namespace

SingleRun share_of(const SingleRun& whole, std::int64_t first, std::int64_t count, const std::string& base) {
  if (!whole.run.target_error.empty()) {
    throw InputError("with target errors, when a point ends depends on all systems");
  }
  if (whole.run.structure.on()) {
    throw InputError("structure factors are averages over all systems");
  }
  const std::string origin = "some of the systems";
  input::Reader in = input::Reader::from_text(whole.model.resolved, origin);
  const auto put = [&](const char* key, std::int64_t n) { in.put(key, input::Value{n, 0, std::to_string(n)}, origin); };
  put("algorithm.systems", count);
  put(input::first_system, whole.run.first_system + first);
  SingleRun share;
  try {
    share.model = models::read_input(in, share.run);
  } catch (const InputError& e) {
    throw InputError(without_key(e.what()));
  }
  share.run.output = whole.run.output;
  share.run.output.keep_checkpoint = true;
  share.run.output.configurations = false;
  share.run.output.snapshots = {};
  share.base = base;
  return share;
}

namespace {

/// An array of the name of `kept`, and of the shape that another one of its shape has in `all`.
run::Array like(const run::Array& kept, const std::vector<run::Array>& some, const std::vector<run::Array>& all) {
  for (const run::Array& a : all) {
    const auto same = [&](const run::Array& s) {
      return s.name == a.name && s.number == kept.number && s.sizes == kept.sizes;
    };
    if (std::any_of(some.begin(), some.end(), same)) {
      run::Array copy = a;
      copy.name = kept.name;
      return copy;
    }
  }
  throw std::invalid_argument("the array " + kept.name + " is like no other");
}

/// Room for the array of `systems` systems, where `all` is its shape for `in_all`. It has no axis of systems if that of fewer
/// systems, among `some`, has the same shape.
run::Array room_for(const run::Array& all, std::int64_t in_all, std::int64_t systems,
                    const std::vector<run::Array>& some) {
  run::Array room{all.name, all.number, all.sizes, {}};
  const auto found = std::find_if(some.begin(), some.end(), [&](const run::Array& a) { return a.name == all.name; });
  if (found != some.end() && found->sizes.size() == all.sizes.size()) {
    const auto axis = std::mismatch(room.sizes.begin(), room.sizes.end(), found->sizes.begin()).first;
    if (axis != room.sizes.end()) {
      *axis = *axis / static_cast<std::uint64_t>(in_all) * static_cast<std::uint64_t>(systems);
    }
  }
  std::size_t bytes = run::size_of(room.number);
  for (const std::uint64_t n : room.sizes) {
    bytes *= n;
  }
  room.bytes.resize(bytes);
  return room;
}

void append(std::vector<statistics::Bins>& to, std::vector<statistics::Bins>&& more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

JoinedEnd::JoinedEnd(const SingleRun& whole) : whole_(whole) { check_joining(whole.model, whole.run); }

/// Those of arrays that a run begins with, and of others that it has in the end, each of the shape of one of these.
void JoinedEnd::find_shapes() {
  shapes_ = program::make_simulation(whole_.model, whole_.run)->save();
  for (run::Array& shape : shapes_) {
    shape.bytes = {};
    shape.pieces = {};
  }
  for (const run::Array& kept : end_.configuration) {
    if (std::none_of(shapes_.begin(), shapes_.end(), [&](const run::Array& a) { return a.name == kept.name; })) {
      shapes_.push_back(like(kept, end_.configuration, shapes_));
    }
  }
}

void JoinedEnd::join_configurations(std::vector<run::Array>& more, std::int64_t systems) {
  if (shapes_.empty()) {
    find_shapes();
  }
  std::vector<run::Array> joined;
  for (const run::Array& shape : shapes_) {
    joined.push_back(room_for(shape, whole_.run.systems, systems_ + systems, end_.configuration));
    run::join(joined.back(), end_.configuration, static_cast<std::uint64_t>(systems_), more,
              static_cast<std::uint64_t>(systems));
  }
  end_.configuration = std::move(joined);
}

void JoinedEnd::add(output::Checkpoint end, std::int64_t systems, const std::string& base) {
  if (systems_ == 0) {
    end_ = std::move(end);
    systems_ = systems;
    return;
  }
  try {
    if (end_.position.point != end.position.point || end_.position.sweeps != end.position.sweeps ||
        end_.finished.size() != end.finished.size()) {
      throw std::invalid_argument("they did not end after the same sweep");
    }
    join_configurations(end.configuration, systems);
  } catch (const std::invalid_argument& e) {
    throw FileError("cannot join " + base + ".chk.h5 and the systems before those that it has: " + e.what());
  }
  for (std::size_t p = 0; p < end_.finished.size(); ++p) {
    append(end_.finished[p], std::move(end.finished[p]));
  }
  append(end_.position.bins, std::move(end.position.bins));
  end_.seconds += end.seconds;
  end_.interruptions += end.interruptions;
  systems_ += systems;
}

output::Checkpoint JoinedEnd::take() {
  end_.input = whole_.model.resolved;
  return std::move(end_);
}

} // namespace neel::program
