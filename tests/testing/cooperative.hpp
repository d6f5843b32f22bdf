// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Blocks of threads that wait for one another, on a host: a thread of its own for each of theirs.

#include <neel/core/backend/cooperative.hpp>

#include <cstring>
#include <thread>
#include <vector>

namespace neel::testing {

/// Work in blocks of this shape.
template <class Work>
struct InBlocks {
  Work work;
  Blocks shape;
  Blocks blocks() const { return shape; }
  void operator()(const GridThread& all) const { work(all); }
};

/// Runs work(GridThread) in the blocks that it wants.
template <class Work>
void run_blocks(const Work& work) {
  const Blocks blocks = work.blocks();
  struct alignas(16) Unit {
    char bytes[16];
  };
  BarrierCount arrived = 0;
  std::vector<BarrierCount> met(static_cast<std::size_t>(blocks.count));
  std::vector<std::vector<Unit>> shared(met.size(), std::vector<Unit>(blocks.shared / sizeof(Unit) + 1));
  for (std::vector<Unit>& of_block : shared) { // as others left it
    std::memset(of_block.data(), 0xFF, sizeof(Unit) * of_block.size());
  }
  std::vector<std::thread> all;
  for (int b = 0; b < blocks.count; ++b) {
    const auto at = static_cast<std::size_t>(b);
    for (int t = 0; t < blocks.threads; ++t) {
      all.emplace_back([&, at, b, t] {
        work(GridThread(b, blocks.count, t, blocks.threads, &arrived, shared[at].front().bytes, &met[at]));
      });
    }
  }
  for (std::thread& one : all) {
    one.join();
  }
}

} // namespace neel::testing
