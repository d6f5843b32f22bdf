// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Parts of NAME.h5: its head, the scales of its groups, /equilibration, /tempering, and covariances.

#include "files/hdf5.hpp"
#include "output/results.hpp"

namespace neel::output {

/// Format and /config, from the resolved input.
void write_head(files::Hdf5Writer& file, const std::string& input);
/// 0, 1, ..., n - 1.
std::vector<std::int64_t> count_up(std::size_t n);
/// Makes a group with the scales that its variables can have; returns the axis of the points.
files::Axis write_point_scales(files::Hdf5Writer& file, const std::string& group, const Results& results);
/// The same with the scale of what is scanned; returns the axes (groups of systems, where something is scanned; points).
std::vector<files::Axis> write_scales(files::Hdf5Writer& file, const std::string& group, const Results& results);

/// /equilibration: the Course of each main observable.
void write_equilibration(files::Hdf5Writer& file, const Results& results);
/// /tempering: how the ladder of temperatures did.
void write_tempering(files::Hdf5Writer& file, const Results& results);
/// /lowest: the lowest energies, and their configurations.
void write_lowest(files::Hdf5Writer& file, const Results& results);
/// /results/X_Y_cov of each pair of main observables.
void write_covariances(files::Hdf5Writer& file, const Results& results, const std::vector<files::Axis>& axes);

} // namespace neel::output
