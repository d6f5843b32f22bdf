// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cluster moves of pairs of systems at one temperature (PairLayout), which can be paired anew.

#include <neel/clusters/cluster_moves.hpp>

#include <memory>
#include <vector>

namespace neel::clusters {

/// Whatever the spins.
class PairedMoves : public ClusterMoves {
public:
  /// Two systems each; all work with the old ones must be done.
  virtual void set_pairs(const std::vector<int>& systems) = 0;
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class PairMoves final : public PairedMoves {
public:
  /// `sites`: numbers of a system. The seed counts pairs.
  PairMoves(const Exec& exec, const GraphLayout<P>& layout, std::int64_t sites, int pairs, const ClusterOptions& o)
      : pairs_("neel::clusters::pairs", 2 * static_cast<std::size_t>(pairs)), field_("neel::clusters::field", 1),
        moves_(exec, PairLayout<P>{layout, pairs_.data(), field_.data()}, sites, pairs, o, run::alone()) {}

  void set_pairs(const std::vector<int>& systems) override { copy_numbers(pairs_, host_view(systems)); }

  /// Spins that are turned are not counted.
  void sweep(std::uint64_t number, std::int64_t* /*accepted*/, int /*slot*/) override {
    moves_.sweep(number, nullptr, -1);
  }
  void set_field(bool acts) override { copy_numbers(field_, host_view(std::vector<int>{acts ? 1 : 0})); }
  std::vector<double> improved() const override { return {}; }
  void clear() override {}

private:
  DeviceList<int, Exec> pairs_, field_;
  ClusterMovesOf<PairLayout<P>, Exec> moves_;
};

} // namespace neel::clusters
