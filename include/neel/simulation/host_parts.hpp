// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Work of the host on many systems or ladders that are independent of one another, on all its threads.

#include <functional>

namespace neel::simulation {

/// Calls work(from, to) for parts of 0 to n that make up the whole, at the same time; none has fewer than `least` items, which are worth
/// a thread. work must not throw. Compiled in src/storage.
void in_host_parts(int n, int least, const std::function<void(int, int)>& work);

} // namespace neel::simulation
