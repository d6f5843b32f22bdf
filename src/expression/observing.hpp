// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Moments of the user's own around any simulation.

#include <neel/run/expression.hpp>
#include <neel/run/simulation.hpp>

#include <memory>

namespace neel::expression {

/// Bytes that a simulation takes more of, where it runs.
std::size_t bytes(const run::UserMoments& moments);
/// Adds these moments to those of `inner`.
std::unique_ptr<run::Simulation> observing(std::unique_ptr<run::Simulation> inner, const run::UserMoments& moments,
                                           run::Space space);

} // namespace neel::expression
