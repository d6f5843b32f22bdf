// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/memory.hpp"

#include "backend/backend.hpp"
#include "errors/errors.hpp"
#include "model/schedule.hpp"
#include "output/estimates.hpp"
#include "output/snapshot_file.hpp"
#include "parallel/shared.hpp"
#include "program/report.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace neel::program {

std::int64_t bins_kept(std::int64_t measurements, std::int64_t least) {
  std::int64_t length = 1;
  while ((measurements - 1) / length >= 2 * least) {
    length *= 2;
  }
  return (measurements - 1) / length + 1;
}

namespace {

/// Bytes of a ladder of temperatures as plain numbers.
double ladder_memory(const models::Model& model, const input::RunInput& run) {
  constexpr double records = 512, shown = 16; // run::Ladder
  const double rounds = static_cast<double>(run.schedule.thermalize + run.schedule.sweeps) /
                        static_cast<double>(run.schedule.exchange_every);
  const double ladders = model.systems, rungs = run.rungs();
  return run.schedule.temper
             ? sizeof(std::uint64_t) * rungs * (3 * ladders + std::min(records, rounds) * std::min(shown, ladders))
             : 0;
}

/// What a point's or all points' results consist of, in bytes.
struct Numbers {
  double bins;      ///< sums of raw moments, as files hold them, too
  double kept;      ///< these as they are in memory
  double estimates; ///< what is derived from them
};

Numbers numbers(const models::Model& model, std::int64_t bins) {
  constexpr double block = 32; // that an allocation takes beside what it holds, twice
  const double systems = model.systems, moments = static_cast<double>(model.moments.size());
  const double each = sizeof(double) * static_cast<double>(bins);
  const double groups = std::max<double>(1, static_cast<double>(model.scan.values.size()));
  return {systems * each * moments, systems * (each * (moments + 1) + sizeof(statistics::Bins) + block),
          groups * static_cast<double>(model.observables.size()) * sizeof(output::Result)};
}

} // namespace

MemoryNeeded memory_needed(const models::Model& model, const input::RunInput& run) {
  // HDF5: its code and tables; a chunk, as it is and as it is stored: 16 MB, or so many sites.
  constexpr double library = 8.5e6;
  const models::Memory m = model.memory;
  const double sites = static_cast<double>(run.lattice.sites()),
               at_once = std::min(sites, double{run::most_sites_at_once});
  const double of_sites = static_cast<double>(m.ending) / (m.ending_in_pieces ? at_once : sites) * at_once;
  const double most_in_chunk = std::max(16.0 * (1 << 20), of_sites);
  const auto of = [](std::size_t n) { return static_cast<double>(n); };
  const double points = static_cast<double>(run.schedule.points()), together = run.schedule.side_by_side() ? points : 1;
  const std::int64_t measurements = run.schedule.measurements();
  const Numbers done = numbers(model, bins_kept(measurements, run.bins));
  const Numbers now = numbers(model, std::min(measurements, std::int64_t{2} * run.bins));
  const double ladder = ladder_memory(model, run);
  const double bins = points * done.bins, results = points * (done.kept + done.estimates),
               working = together * now.kept;
  // A checkpoint: a copy of all bins, and of them in a row. Configurations come and go in pieces, but for sums of structure factors, and
  // systems that are spread over ranks.
  const double before = results * (1 - together / points) + working; // the point at work is no result yet
  const double whole = of(parallel::spreads(model, run) ? m.saved : m.structure.saved) + ladder;
  const double checkpoint = 2 * before + ladder + bins + 2 * whole + std::min(most_in_chunk, of(m.saved));
  // Of estimates, for each system: the mean of each moment and what they are made of, the value of each observable.
  const double deriving =
      sizeof(double) * model.systems * static_cast<double>(4 * model.moments.size() + model.observables.size());
  // A snapshot: local energies on the device and as an array, and all arrays once more, as they are stored; and what waits to be written.
  const double energies = run.output.snapshots.energy ? sizeof(float) * at_once : 0;
  const double places = run.output.snapshots.all
                            ? model.systems
                            : std::max<double>(1, static_cast<double>(run.output.snapshots.systems.size()));
  const double whole_snapshot = places * (of_sites + energies) * sites / at_once;
  const input::SnapshotsInput& film = run.output.snapshots;
  const double each = points * static_cast<double>(film.at.size() + (film.ends ? 1 : 0)),
               all = static_cast<double>(run.schedule.thermalize + run.schedule.sweeps) * points,
               snapshots = each + (film.every > 0 ? all / static_cast<double>(film.every) + 1 : 0) + 1;
  const double waiting =
      film.any() ? std::min(double{output::SnapshotFile::most_waiting}, snapshots * whole_snapshot) : 0;
  const double shown = of(m.ending) + (film.any() ? of(m.ending) + energies : 0) + energies;
  const double end = results + working + 2 * ladder + std::max({deriving, bins + 6 * points * done.estimates, shown});
  const double largest = std::max({bins, of(m.saved), of(m.ending)});
  const double beside = library + 2 * std::min(most_in_chunk, largest);
  const double simulation = of(m.device) + energies;
  return {simulation, results,
          (backend::on_device() ? 0 : simulation) + of(m.collecting) + std::max(checkpoint, end) + waiting + beside};
}

double part_of_simulation(const models::Model& model, const input::RunInput& run) {
  const auto own = static_cast<double>(model.memory.structure.device);
  return own + (memory_needed(model, run).simulation - own) * parallel::largest_share(model, run);
}

double resident_memory() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  return file >> all >> resident ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

namespace {

void require(double needed, std::size_t available, const std::string& where) {
  if (available != 0 && needed > static_cast<double>(available)) {
    throw DeviceError("this run needs " + bytes(needed) + " of memory, but only " +
                      bytes(static_cast<double>(available)) + " are free on " + where +
                      ": use a smaller lattice, fewer systems, or fewer bins");
  }
}

/// `each`: each rank is at work on such a run, else all on this one.
void require_memory(const models::Model& model, const input::RunInput& run, bool each) {
  constexpr double most = 4294967296; // indices have 32 bits
  if (const double part = each ? 1 : parallel::largest_part(model, run); part * model.entries > most) {
    throw DeviceError(
        fmt::format("a part of this lattice has {:.0f} sites, more than the 2^33 that a process counts: run it on "
                    "more processes",
                    2 * part * model.entries));
  }
  MemoryNeeded needed = memory_needed(model, run);
  const double here = parallel::ranks_here(), share = each ? 1 : parallel::largest_share(model, run);
  const auto own = static_cast<double>(model.memory.structure.device);
  const double shared = needed.simulation - own;
  if (backend::on_device()) {
    const int devices = std::max(1, backend::devices()), on_each = (parallel::ranks_here() + devices - 1) / devices;
    require(shared * share * on_each + own * (each ? on_each : 1), backend::free_memory(), backend::name());
  } else if (!each) {
    needed.host += shared * (std::min(here * share, parallel::shares_together(model, run)) - 1);
  }
  // The others have their part of a checkpoint, if it is of systems, and of what ends a run.
  const bool cut = !each && parallel::largest_part(model, run) < 1;
  const double more =
      share * static_cast<double>(
                  std::max(cut ? 0 : 2 * (model.memory.saved - model.memory.structure.saved), model.memory.ending));
  // The first has its own part and another's beside a configuration that it puts together.
  const double joining = cut ? 2 * share * static_cast<double>(model.memory.ending) : 0;
  needed.host = each ? here * needed.host : needed.host + joining + (here - 1) * more;
  require(needed.host, backend::free_host_memory(), "the host");
}

} // namespace

void check_memory(const models::Model& model, const input::RunInput& run) { require_memory(model, run, false); }

void check_joining(const models::Model& model, const input::RunInput& run) {
  const auto saved = static_cast<double>(model.memory.saved);
  // Parts and what they are put together to are there while the run that goes on from it asks for memory of its own.
  require(3 * saved + memory_needed(model, run).host, backend::free_host_memory(), "the host");
}

bool fits_each_rank(const models::Model& model, const input::RunInput& run) {
  try {
    require_memory(model, run, true);
    return true;
  } catch (const DeviceError&) {
    return false;
  }
}

std::unique_ptr<run::Simulation> make_simulation(const models::Model& model, const input::RunInput& run) {
  try {
    return parallel::ranks().size() == 1
               ? models::make_simulation(model, run)
               : models::complete(parallel::make_shared(model, run), model, run, run::Space::default_space);
  } catch (const UserError&) {
    throw;
  } catch (const std::exception& e) {
    throw DeviceError("could not get the " + bytes(static_cast<double>(model.memory.device)) +
                      " of memory that this run needs (free on " + backend::name() + ": " +
                      bytes(static_cast<double>(backend::free_memory())) + "): " + e.what());
  }
}

} // namespace neel::program
