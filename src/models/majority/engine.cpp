// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority/kernels.hpp"

#include <neel/simulation/spaces.hpp>

namespace neel::models {

namespace {

constexpr std::size_t most_scratch = std::size_t{48} << 10; ///< that every GPU has

} // namespace

std::optional<std::string> MajorityOptions::objection() const {
  using Exec = Kokkos::DefaultExecutionSpace;
  if (strategy == "rows" && (!packed || (steps != 1 && steps != 2 && steps != 4 && steps != 8))) {
    return "the strategy rows takes packed boards and 1, 2, 4 or 8 steps per pass";
  }
  if ((strategy == "sites" || strategy == "sequential") && steps != 1) {
    return "the strategy " + strategy + " makes one step per pass";
  }
  if (strategy == "sequential" && !runs_on_host<Exec>) {
    return "the strategy sequential is for hosts";
  }
  if (graph % 2 != 0 || (graph > 0 && (strategy == "sequential" || stop_at_cycle))) {
    return "a graph has an even number of passes, is made of kernels (not the strategy sequential), and looks for no "
           "cycle";
  }
  if (stop_at_cycle && strategy != "sites") {
    return "stop_at_cycle compares boards at every step, which the strategy sites alone does; found " + strategy +
           ", so leave the strategy out or take stop_at_cycle = false";
  }
  const int words_in_row = packed ? (width + 31) / 32 : width;
  if (strategy == "sites" && cells() / width * words_in_row >= 2147483648.0) {
    return "the strategy sites numbers threads with 31 bits; these boards have more words than that";
  }
  if (block > 1 && strategy != "sites") {
    return "the strategy " + strategy + " knows no block";
  }
  if (tile_words > 0 && strategy != "tiles") {
    return "the strategy " + strategy + " knows no tile";
  }
  if (strategy == "tiles") {
    const auto [words, rows] = tile_of(*this);
    const std::size_t bytes =
        packed ? update::TileSteps<Majority, std::uint32_t, Exec>({}, {}, 1, steps, words, rows).scratch()
               : update::TileSteps<Majority, std::uint8_t, Exec>({}, {}, 1, steps, words, rows).scratch();
    if (steps > 32 || bytes > most_scratch) {
      return "a tile with its halo takes " + std::to_string(bytes) + " bytes of scratch memory, more than " +
             std::to_string(most_scratch) + ", or makes more than 32 steps";
    }
  }
  return std::nullopt;
}

std::unique_ptr<MajorityEngine> make_majority(const MajorityOptions& o, run::ExecutionContext where) {
  return simulation::in_space(where.space, [&]<class Exec>(const Exec&) -> std::unique_ptr<MajorityEngine> {
    if (o.packed) {
      return std::make_unique<MajorityKernels<std::uint32_t, Exec>>(o, *where.ranks);
    }
    return std::make_unique<MajorityKernels<std::uint8_t, Exec>>(o, *where.ranks);
  });
}

} // namespace neel::models
