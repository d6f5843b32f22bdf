// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// output.snapshots.

#include "input/run_input.hpp"

namespace neel::input {

void read_snapshots(Reader& in, SnapshotsInput& snapshots);

} // namespace neel::input
