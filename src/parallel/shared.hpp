// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A simulation that all ranks share. Rank 0 runs the program as if it were by itself; the others follow its calls.

#include "model/model.hpp"
#include "parallel/session.hpp"

#include <functional>

namespace neel::parallel {

/// The simulation of a model, made by all ranks. On rank 0; throws InputError if it cannot be shared.
std::unique_ptr<run::Simulation> make_shared(const models::Model& model, const input::RunInput& run);

/// Follows rank 0 until it lets go. On the other ranks.
void follow();
/// Calls work(), in which the ranks wait for one another: where it fails on one, it is over for all.
template <class Work>
auto together(const Work& work) {
  try {
    return work();
  } catch (...) {
    lose_step();
    throw;
  }
}

/// Lets them go. On rank 0.
void dismiss();

/// On rank 0, calls caught(signal) when another rank was told to stop.
void when_told_to_stop(const std::function<void(int)>& caught);

/// Every rank says what it is and where; throws InputError on all of them if they are not of one version.
void introduce(const std::string& version, const std::string& backend);
/// A line for each place and the ranks there, or nothing where there is one.
std::string places();

} // namespace neel::parallel
