// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Format "neel-checkpoint", version 3 (in version 1, the Heisenberg model had two moments less; in version 2, models on
// half-lattices took other random words):
//
//   /config/input       the resolved input; attribute `hash` of /config: its hash
//   /position           attributes: point, sweeps_in_point, sweeps
//   /bins               attributes: moments, systems, least; datasets, one entry per point that has bins, the last one
//                       being worked on: `length`, `measurements`; and `sums` (point, system, bin, moment), flat
//   /configuration/*    what Simulation::save() gave
//   /snapshots          where NAME.vtkhdf has the snapshots so far; only if there are any
//   /timing             attributes: seconds, interruptions
//
// The file is sealed (files/checksum_trailer.hpp), all datasets but the text have checksums, the text has its hash, and HDF5 has
// checksums in everything else that it writes in this version of its format. So no bit of it can change unnoticed.

#include "output/checkpoint.hpp"

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/durable.hpp"
#include "files/hdf5.hpp"
#include "output/results.hpp"

#include <cmath>
#include <filesystem>
#include <memory>

namespace neel::output {

namespace {

std::int64_t whole(std::size_t n) { return static_cast<std::int64_t>(n); }

void write_bins(files::Hdf5Writer& file, const Checkpoint& c) {
  std::vector<std::int64_t> length, measurements;
  std::vector<double> sums;
  const auto add = [&](const std::vector<statistics::Bins>& systems) {
    length.push_back(systems.front().length());
    measurements.push_back(systems.front().measurements());
    for (const statistics::Bins& b : systems) {
      sums.insert(sums.end(), b.sums().begin(), b.sums().end());
    }
  };
  for (const auto& systems : c.finished) {
    add(systems);
  }
  add(c.position.bins);
  file.group("/bins");
  file.attribute("/bins", "moments", whole(c.position.bins.front().moments()));
  file.attribute("/bins", "systems", whole(c.position.bins.size()));
  file.attribute("/bins", "least", whole(c.position.bins.front().least()));
  file.plain("/bins/length", length);
  file.plain("/bins/measurements", measurements);
  file.plain("/bins/sums", sums);
}

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw FileError("cannot read " + path + ": damaged: " + what);
}

constexpr std::int64_t most_counted = 1'000'000'000;

/// Some simulations count sweeps by themselves.
void check_counters(const Checkpoint& c, const std::string& path) {
  for (const run::Array& a : c.configuration) {
    if (a.name == "steps" || a.name == "lowest_sweeps") {
      std::vector<run::Array> one{a};
      try {
        if (run::numbers_from_array(one, a.name, {1}).front() != c.position.sweeps) {
          damaged(path, a.name);
        }
      } catch (const std::invalid_argument&) {
        damaged(path, a.name);
      }
    }
  }
}

/// Fills `finished` and the bins of the position, once the configuration is there, of which each system has a byte at least.
void read_bins(const files::Hdf5Reader& file, const std::string& path, Checkpoint& c) {
  std::uint64_t bytes = 0;
  for (const run::Array& a : c.configuration) {
    bytes += run::size_of(a.number) * run::product(a.sizes, 0, a.sizes.size());
  }
  const std::int64_t moments = file.integer_attribute("/bins", "moments");
  const std::int64_t systems = file.integer_attribute("/bins", "systems");
  const std::int64_t least = file.integer_attribute("/bins", "least");
  const std::vector<std::int64_t> length = file.integers("/bins/length");
  const std::vector<std::int64_t> measurements = file.integers("/bins/measurements");
  const std::vector<double> sums = file.doubles("/bins/sums");
  if (moments < 1 || moments > most_counted || systems < 1 || static_cast<std::uint64_t>(systems) > bytes ||
      least < 1 || least > most_counted || length.empty() || length.size() != measurements.size()) {
    damaged(path, "bins");
  }
  std::size_t at = 0;
  for (std::size_t p = 0; p < length.size(); ++p) {
    if (length[p] < 1 || measurements[p] < 0 ||
        (measurements[p] > 0 && (measurements[p] - 1) / length[p] >= 2 * least)) {
      damaged(path, "bins");
    }
    const auto bins = static_cast<std::size_t>(measurements[p] == 0 ? 0 : (measurements[p] - 1) / length[p] + 1);
    const std::size_t count = bins * static_cast<std::size_t>(moments);
    if (count > (sums.size() - at) / static_cast<std::size_t>(systems)) {
      damaged(path, "bins");
    }
    std::vector<statistics::Bins> all;
    for (std::int64_t s = 0; s < systems; ++s, at += count) {
      all.emplace_back(static_cast<std::size_t>(moments), static_cast<int>(least), length[p], measurements[p],
                       std::span(sums).subspan(at, count));
    }
    c.finished.push_back(std::move(all));
  }
  c.position.bins = std::move(c.finished.back());
  c.finished.pop_back();
  if (at != sums.size() || c.finished.size() != c.position.point) {
    damaged(path, "bins");
  }
}

} // namespace

std::string previous(const std::string& path) { return path + ".prev"; }

void write_checkpoint(Checkpoint c, const std::string& path) {
  files::Hdf5Writer file(path);
  file.attribute("/", "format", std::string(checkpoint_format));
  file.attribute("/", "format_version", checkpoint_version);
  file.group("/config");
  file.text("/config/input", c.input);
  file.attribute("/config", "hash", files::checksum(c.input));
  file.group("/position");
  file.attribute("/position", "point", whole(c.position.point));
  file.attribute("/position", "sweeps_in_point", c.position.sweeps_in_point);
  file.attribute("/position", "sweeps", static_cast<std::int64_t>(c.position.sweeps));
  write_bins(file, c);
  file.group("/configuration");
  for (run::Array& a : c.configuration) {
    file.plain("/configuration/" + a.name, a);
    a = {};
  }
  if (!c.snapshots.empty()) {
    file.plain("/snapshots", run::to_array("snapshots", c.snapshots));
  }
  file.group("/timing");
  file.attribute("/timing", "seconds", c.seconds);
  file.attribute("/timing", "interruptions", c.interruptions);
  file.finish();
  if (std::filesystem::exists(path)) {
    files::rename_durably(path, previous(path));
  }
  file.commit();
}

Checkpoint read_checkpoint(const std::string& path) {
  const auto in = std::make_shared<const files::Hdf5Reader>(path);
  const files::Hdf5Reader& file = *in;
  if (!file.has("/", "format") || file.text_attribute("/", "format") != checkpoint_format) {
    throw FileError("cannot read " + path + ": not a checkpoint of Neel");
  }
  if (const std::int64_t found = file.integer_attribute("/", "format_version");
      found < oldest_version || found > checkpoint_version) {
    throw FileError("cannot read " + path + ": it has format version " + std::to_string(found) +
                    ", but this Neel reads versions " + std::to_string(oldest_version) + " and " +
                    std::to_string(checkpoint_version) +
                    ": continue it with the Neel that wrote it, or start over with --restart");
  }
  if (!file.sealed()) {
    damaged(path, "it does not end with its checksum: it was changed, or cut, after Neel wrote it");
  }
  Checkpoint c;
  c.input = file.text("/config/input");
  if (files::checksum(c.input) != file.text_attribute("/config", "hash")) {
    damaged(path, "input");
  }
  const std::int64_t point = file.integer_attribute("/position", "point");
  const std::int64_t sweeps = file.integer_attribute("/position", "sweeps");
  c.position.sweeps_in_point = file.integer_attribute("/position", "sweeps_in_point");
  if (point < 0 || c.position.sweeps_in_point < 0 || sweeps < c.position.sweeps_in_point) {
    damaged(path, "position");
  }
  c.position.point = static_cast<std::size_t>(point);
  c.position.sweeps = static_cast<std::uint64_t>(sweeps);
  for (const std::string& name : file.members("/configuration")) {
    c.configuration.push_back(files::in_pieces(in, "/configuration/" + name));
  }
  read_bins(file, path, c);
  if (file.has("/snapshots")) {
    std::vector<run::Array> list{file.array("/snapshots")};
    try {
      c.snapshots = run::numbers_from_array(list, "snapshots", list.front().sizes);
    } catch (const std::invalid_argument&) {
      damaged(path, "snapshots");
    }
  }
  c.seconds = file.number_attribute("/timing", "seconds");
  c.interruptions = file.integer_attribute("/timing", "interruptions");
  if (!(c.seconds >= 0) || std::isinf(c.seconds) || c.interruptions < 0 || c.interruptions >= most_counted) {
    damaged(path, "timing");
  }
  check_counters(c, path);
  return c;
}

std::optional<FoundCheckpoint> find_checkpoint(const std::string& path) {
  std::string trouble;
  for (const std::string& candidate : {path, previous(path)}) {
    if (std::filesystem::exists(candidate)) {
      try {
        return FoundCheckpoint{read_checkpoint(candidate), trouble};
      } catch (const FileError& e) {
        trouble += (trouble.empty() ? "" : "; ") + std::string(e.what());
      }
    } else if (std::filesystem::exists(previous(path))) {
      trouble = path + " is missing";
    }
  }
  if (!trouble.empty()) {
    throw FileError(trouble + "; nothing was overwritten: start over with --restart, or give the run another --name");
  }
  return {};
}

} // namespace neel::output
