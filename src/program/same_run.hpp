// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Is what is there from this input, from a shorter one, or from another?

#include "output/checkpoint.hpp"

#include "input/run_input.hpp"

#include <string>
#include <vector>

namespace neel::program {

/// The keys that are longer now than in the stored input of `path`: none where it is the same input. Throws InputError with
/// a list of what differs if it is another input, and not the beginning of this one. Keys in `ignored` may differ.
std::vector<input::Difference> grown(const std::string& path, const std::string& stored, const std::string& resolved,
                                     const std::vector<std::string>& ignored = {});

/// Would a run of the longer input have come to the same checkpoint? If not, it has to begin again.
bool can_go_on(const std::vector<input::Difference>& grown, const output::Checkpoint& from);

/// "schedule.sweeps: 100 there, 200 now; ..."
std::string listed(const std::vector<input::Difference>& differences);

} // namespace neel::program
