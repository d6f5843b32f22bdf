// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Many passes submitted at once, as a graph of kernels that wait for one another. Kokkos' graphs are experimental; nothing of
// them is used outside this file.

#include <neel/core/platform.hpp>

#include <Kokkos_Graph.hpp>

#include <string>

namespace neel::update {

/// A chain of kernels with label, policy(exec) and operator(), such as those of synchronous_sweep.hpp.
template <ExecutionSpace Exec>
class LaunchGraph {
public:
  /// add(chain) calls chain.add(kernel) for one kernel after another.
  template <class Add>
  explicit LaunchGraph(const Exec& exec, Add&& add)
      : graph_(Kokkos::Experimental::create_graph<Exec>([&](const auto& root) {
          Chain chain{exec, root};
          add(chain);
        })) {
    graph_.instantiate();
  }

  /// Runs the chain once, after what was launched before. May return before it is done.
  void submit(const Exec& exec) const { graph_.submit(exec); }

private:
  struct Chain {
    const Exec& exec;
    Kokkos::Experimental::GraphNodeRef<Exec> last;

    template <class Kernel>
    void add(const Kernel& kernel) {
      last = last.then_parallel_for(std::string(Kernel::label), kernel.policy(exec), kernel);
    }
  };

  Kokkos::Experimental::Graph<Exec> graph_;
};

} // namespace neel::update
