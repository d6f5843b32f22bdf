// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/snapshots.hpp"

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/durable.hpp"
#include "files/picture.hpp"
#include "program/timer.hpp"

#include <neel/run/capabilities.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <stdexcept>

namespace neel::program {

Snapshots::Snapshots(const models::Model& model, const input::RunInput& run, run::Simulation& simulation,
                     std::string base, bool aside)
    : run_(run), simulation_(simulation), base_(std::move(base)), aside_(aside),
      head_{run.model, files::checksum(model.resolved), run.output.snapshots.systems} {
  if (run.output.snapshots.all) {
    head_.places.resize(static_cast<std::size_t>(simulation.systems()));
    std::iota(head_.places.begin(), head_.places.end(), 0);
  } else if (head_.places.empty()) {
    head_.places = {run::shown_place(simulation)};
  }
}

int Snapshots::shown_system() const { return run::system_at(simulation_, run::shown_place(simulation_)); }

output::Shot Snapshots::shoot(int place, const run::SiteRange& range) {
  const int system = run::system_at(simulation_, place);
  output::Shot shot{simulation_.configuration_of(system, range),
                    run_.output.snapshots.energy ? simulation_.local_energy(system, range) : std::vector<float>{}};
  if (system == shown_system()) {
    keep_picture(shot.configuration, range);
  }
  return shot;
}

void Snapshots::keep_picture(const run::Configuration& shown, const run::SiteRange& range) {
  knows_picture_ = true;
  if (range.first == 0) {
    picture_.clear();
  }
  if (shown.picture) {
    picture_.reserve(static_cast<std::size_t>(run_.lattice.sites()));
    picture_.insert(picture_.end(), shown.labels.begin(), shown.labels.end());
  }
}

output::SnapshotFile& Snapshots::file() {
  if (!file_) {
    file_ = std::make_unique<output::SnapshotFile>(
        path(), run_, head_, [this](int place, const run::SiteRange& range) { return shoot(place, range); });
  }
  return *file_;
}

output::Moment Snapshots::moment(const run::Schedule& schedule, const run::Position& position) const {
  const std::size_t at = std::min(position.point, schedule.points.size() - 1);
  const run::Point& point = schedule.points[at];
  output::Moment m{position.sweeps, static_cast<std::int64_t>(at), point.field, {}};
  const run::Ladder* const ladder = run::ladder_of(simulation_);
  for (const int place : head_.places) {
    if (run_.schedule.multicanonical) { // it is of no temperature
      m.temperatures.push_back(std::nan(""));
      continue;
    }
    m.temperatures.push_back(
        ladder == nullptr ? point.temperature : ladder->temperature(place / (simulation_.systems() / ladder->rungs())));
  }
  return m;
}

void Snapshots::go_on(const std::vector<std::uint64_t>& numbers) {
  aside_ = aside_ && std::filesystem::exists(base_ + ".new.vtkhdf");
  if (numbers.empty()) {
    return;
  }
  if (!run_.output.snapshots.any()) {
    throw std::invalid_argument("it has snapshots, which output.snapshots does not ask for any more");
  }
  file().go_on(numbers);
}

void Snapshots::take(const run::Schedule& schedule, const run::Position& position) {
  if (!file().has(position.sweeps)) {
    file().add(moment(schedule, position));
  }
}

std::vector<std::uint64_t> Snapshots::keep() {
  if (!file_) {
    return {};
  }
  file_->publish();
  return file_->numbers();
}

void Snapshots::finish(const run::Schedule& schedule, const run::Position& position) {
  const bool final_state = run_.output.configurations;
  knows_picture_ = false;
  if (run_.output.snapshots.any()) {
    if (final_state) {
      take(schedule, position);
    }
    if (file_) {
      file_->finish();
    }
    if (file_ && aside_) {
      files::rename_durably(path(), plain_path());
    }
  } else if (final_state) {
    show(schedule, position, plain_path());
  }
  std::error_code none;
  std::filesystem::remove(base_ + ".new.vtkhdf", none); // of a run that did not come to its end
  if (final_state) {
    if (!knows_picture_) { // the file of snapshots had the end already
      keep_picture(simulation_.configuration(shown_system()), {});
    }
    if (!picture_.empty()) {
      files::write_picture(base_ + ".pbm", picture_, run_.lattice.size[0], run_.lattice.size[1]);
    }
  }
}

void Snapshots::show(const run::Schedule& schedule, const run::Position& position, const std::string& path) {
  output::write_configuration(
      run_, head_, moment(schedule, position),
      [this](int place, const run::SiteRange& range) { return shoot(place, range); }, path);
}

void Snapshots::show_live(const run::Schedule& schedule, const run::Position& position) {
  const std::string asked = base_ + ".watch";
  std::error_code error;
  if (seconds_since(showed_) < 100 * show_seconds_ || !std::filesystem::exists(asked, error)) {
    return;
  }
  const auto begin = std::chrono::steady_clock::now();
  try {
    show(schedule, position, base_ + ".live.vtkhdf");
  } catch (const FileError&) { // a full disk, say: what the run needs is told of elsewhere
    show_seconds_ = std::max(show_seconds_, 1.0);
  }
  std::filesystem::remove(asked, error);
  showed_ = std::chrono::steady_clock::now();
  show_seconds_ = std::max(seconds_since(begin), show_seconds_ / 2);
}

std::string Snapshots::told() const {
  return file_ ? "snapshots: " + std::to_string(file_->steps()) + " in " + plain_path() + "\n" : "";
}

} // namespace neel::program
