// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How proposals adapt themselves while nothing is measured yet.

#include <cstdint>

namespace neel::models {

inline constexpr std::uint64_t sweeps_per_tuning = 4;

/// The width of proposals that follows from the last one and its acceptance, to come nearer to the acceptance aimed at.
/// Acceptance falls from 1 to 0 as the width grows; from anywhere a few steps lead to the goal.
inline double tuned(double width, double acceptance, double goal) { return width * (0.2 + acceptance) / (0.2 + goal); }

} // namespace neel::models
