// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model on a crystal whose spins have energies of sixth order by themselves: kernels of their own.

#include "models/heisenberg/crystal_kernels.hpp"
