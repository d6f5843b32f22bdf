// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cells of NAME.analysis.tsv, and estimates in NAME.analysis.h5.

#include "analysis/analysis.hpp"
#include "files/hdf5.hpp"

namespace neel::analysis {

/// "\t2.25", the text of a cell behind another one.
std::string cell(double value);
/// Of a value and its error, two cells.
std::string cell(const Estimate& e);

/// Writes values, and their errors as NAME_err.
void write_estimates(files::Hdf5Writer& file, const std::string& path, std::span<const Estimate> estimates,
                     const std::vector<files::Axis>& axes, const Column& column);
/// The scale `pair` of /crossings, and L_smaller and L_larger, of lattices of increasing length.
void write_pairs(files::Hdf5Writer& file, std::span<const double> length);

} // namespace neel::analysis
