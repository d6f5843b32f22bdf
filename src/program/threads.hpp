// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How many host threads.

#include <string>

namespace neel::program {

/// Kokkos has room for no more of them with OpenMP, and crashes.
inline constexpr int most_threads = 512;

/// What is wrong with a number of threads; empty if it is one.
std::string wrong_threads(const std::string& text);
/// How many to ask Kokkos for: `asked`, where 0 stands for what the environment says, or all processors. Throws
/// InputError if the environment says what is no number of threads.
int choose_threads(int asked);
/// Starts the program again where the environment does not say how long threads spin, with a short time: spinning makes a run many
/// times slower where other programs use the cores, and GNU's OpenMP reads the variable when it is loaded, before main.
void limit_spinning(char** argv);

} // namespace neel::program
