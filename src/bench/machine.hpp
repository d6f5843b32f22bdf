// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is told of the machine beside figures.

#include <string>

namespace neel::bench {

/// Bytes per second of a large copy where kernels run, read plus written.
double copy_bandwidth(int repetitions);
/// The name of this machine's processor.
std::string processor();
/// UTC, "2026-11-24".
std::string today();

} // namespace neel::bench
