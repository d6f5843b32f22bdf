// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where the answers of run::Tuner stay for later processes.

namespace neel::program {

/// Reads what was measured on this machine before, and arranges that new answers are kept there: in tuning.tsv in the folder `neel` of
/// $XDG_CACHE_HOME, else of ~/.cache. Where that cannot be read or written, answers live as long as the process. The variable
/// NEEL_TUNING can be off, or a strategy that is taken wherever there is it; throws InputError if it is something else.
void begin_tuning();

} // namespace neel::program
