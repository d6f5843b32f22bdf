// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cluster moves of spins on a crystal.

#include "model/clusters.hpp"
#include "models/crystal/crystal_setup.hpp"
#include "models/material.hpp"

namespace neel::models {

/// Whether the signs of all couplings allow a configuration of collinear spins that satisfies every bond: the condition under which
/// clusters percolate where the spins order. `sign`: E = sign sum J S.S'.
bool is_unfrustrated(const CrystalPlan& plan, const input::RunInput& run);

/// See read_clusters(). Notes an error where bonds or single spins have terms that clusters are not for.
Clusters read_crystal_clusters(input::Reader& in, const input::RunInput& run, const CrystalPlan& plan,
                               const Material& m, int held, Observables& all);

} // namespace neel::models
