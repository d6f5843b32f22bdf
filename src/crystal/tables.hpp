// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The tables that kernels read, of a crystal or of any graph.

#include "crystal/colouring.hpp"

#include <neel/crystal/tables.hpp>

#include <string>

namespace neel::crystal {

/// A bond that joins a site to itself, because its axis is shorter than it: its index, or nothing.
std::optional<std::size_t> bond_to_itself(const Cells& cells, const std::vector<Bond>& bonds);

/// Lined tables.
Tables lined_tables(const Cells& cells, const std::vector<Bond>& bonds, const Pattern& pattern);
/// Of a graph, whose sites have these colours. No bond joins a site to itself.
Tables graph_tables(std::int64_t sites, const std::vector<SitePair>& bonds, const std::vector<int>& colour);

/// The entry of an entry's neighbour in a slot, the vacuum where it has none; the kind of their bond.
int neighbour(const Tables& t, int slot, int entry);
int bond_class(const Tables& t, int slot, int entry);

/// Lined where a pattern is found, else those of the graph.
Tables make_tables(const Cells& cells, const std::vector<Bond>& bonds);

} // namespace neel::crystal
