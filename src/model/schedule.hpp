// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What an input asks the run loop to do.

#include "model/model.hpp"

#include <neel/run/anneal.hpp>

namespace neel::models {

/// Energies of single terms are summed up in units of 2^-100 at least: the largest coupling must be well above that.
inline constexpr double least_energy = 1e-18;

/// Notes an error where the systems of all groups, or their configurations at all temperatures, are too many to count.
void check_systems(input::Reader& in, const input::RunInput& run, std::size_t groups);

/// Where measure.bins is left out: at least the model's default, and so many that every measurement is kept by itself,
/// as `neel analyze` needs it, if that takes no more than 128 MB.
void choose_bins(input::Reader& in, input::RunInput& run, std::size_t moments, std::size_t groups);

/// Adds what measure.histogram asks for; notes an error where it names no moment.
void add_histograms(input::Reader& in, const input::RunInput& run, Observables& all);

/// What readers of measure.bins are told of that.
inline constexpr const char* bins_meaning =
    ". Where temperatures are annealed or tempered, so many by default that each measurement is kept by itself, as "
    "`neel "
    "analyze` needs it, if all of them take no more than 128 MB; not with `measure.target_error`";

run::Schedule to_schedule(const input::RunInput& run);
/// A model's simulation, on the ladder of temperatures where the input says so.
std::unique_ptr<run::Simulation> make_simulation(const Model& model, const input::RunInput& run,
                                                 run::ExecutionContext where = {});
/// The same around one that was made.
std::unique_ptr<run::Simulation> complete(std::unique_ptr<run::Simulation> simulation, const Model& model,
                                          const input::RunInput& run, run::Space space);

} // namespace neel::models
