// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A simulation that all ranks share. Rank 0 runs the program as if it were by itself; the others follow its calls.

#include "model/model.hpp"
#include "parallel/session.hpp"

#include <functional>

namespace neel::parallel {

/// On rank 0, throws InputError if ranks cannot share the run.
void check_shared(const models::Model& model, const input::RunInput& run);
bool can_share(const models::Model& model, const input::RunInput& run);
/// The simulation of a model, made by all ranks. On rank 0.
std::unique_ptr<run::Simulation> make_shared(const models::Model& model, const input::RunInput& run);

/// Follows rank 0 until it lets go. On the other ranks; told() is the signal by which this one was told to stop since the last call,
/// or 0; help() does what rank 0 asks for by call_for_help().
void follow(const std::function<int()>& told, const std::function<void()>& help);
/// On rank 0: all others call their help(), as it does itself next.
void call_for_help();
/// On rank 0, lets them go.
void dismiss();

/// On rank 0, calls caught(signal) when another rank was told to stop.
void when_told_to_stop(const std::function<void(int)>& caught);

/// Every rank says what it is, where and on what device (session.hpp); throws InputError on all of them if they are not one program with one
/// command line.
void exchange_identities(const std::string& program, const std::string& backend, const std::string& device);
/// A line for each place and the ranks there, or nothing where there is one rank.
std::string places();
/// A line that says what of this run each of several ranks has, or nothing where there is one.
std::string how_shared(const models::Model& model, const input::RunInput& run);
/// The part of a run that a rank has, at most.
double largest_share(const models::Model& model, const input::RunInput& run);
/// Each rank has some of the systems.
bool spreads(const models::Model& model, const input::RunInput& run);
/// The part of a lattice that a rank has, at most: less than all of it where it is cut.
double largest_part(const models::Model& model, const input::RunInput& run);
/// What all ranks have together: of a lattice that is cut more than one, by its halos.
double shares_together(const models::Model& model, const input::RunInput& run);

} // namespace neel::parallel
