// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The engine of one way to keep cells, and one execution space.

#include "models/majority/passes.hpp"

#include <neel/measure/board_sums.hpp>
#include <neel/models/board_start.hpp>
#include <neel/simulation/halo.hpp>
#include <neel/simulation/own_sites.hpp>
#include <neel/simulation/slabs.hpp>
#include <neel/update/launch_graph.hpp>

#include <algorithm>
#include <optional>

namespace neel::models {

template <lattice::BoardWord Word, ExecutionSpace Exec>
class MajorityKernels final : public MajorityEngine {
public:
  using Cells = lattice::BoardCells<Word>;

  MajorityKernels(const MajorityOptions& o, run::Communicator& ranks)
      : o_(o), ranks_(&ranks), passes_(o, exec_), now_(part(o, ranks)), next_(part(o, ranks)) {
    if (ranks.size() > 1) {
      halo_.emplace(o.boards, std::int64_t{now_.height} * now_.pitch(), runs().most(), true, ranks);
    }
    RandomBoards<Word, Exec>(now_, o.density, o.seed).launch(exec_);
    fill_halo();
    if constexpr (runs_on_host<Exec>) {
      phases_ = std::make_unique<update::PhaseScheduler>(passes_.threads());
    }
    if (o.stop_at_cycle) {
      repeats_from_ = Steps("neel::models::repeats_from", static_cast<std::size_t>(o.boards));
    }
  }

  void set(int board, std::span<const std::uint8_t> cells) override {
    const auto there = Kokkos::subview(now_.data, board, Kokkos::ALL, Kokkos::ALL);
    const auto host = Kokkos::create_mirror_view(Kokkos::HostSpace(), there);
    std::fill_n(host.data(), host.size(), Word{0});
    for (int y = now_.rim; y < now_.height - now_.rim; ++y) {
      const std::uint8_t* const row = cells.data() + std::ptrdiff_t{y + now_.shift} * o_.width;
      for (int x = 0; x < o_.width; ++x) {
        host(y, x / Cells::cells) |= static_cast<Word>(static_cast<Word>(row[x]) << (x % Cells::cells));
      }
    }
    wait();
    copy_numbers(there, host);
    fill_halo();
  }

  void step(std::int64_t count) override {
    for (; o_.stop_at_cycle && count > 0 && !all_repeat_; --count) {
      compared_step();
    }
    if (o_.stop_at_cycle) {
      count %= 2; // two steps of a board that repeats itself change nothing
    }
    if constexpr (!runs_on_host<Exec>) {
      const std::int64_t per_graph = halo_ ? 0 : std::int64_t{o_.graph} * o_.steps;
      for (; per_graph > 0 && count >= per_graph; count -= per_graph) {
        graph().submit(exec_);
      }
    } else if (!halo_) {
      passes_in_rounds(count);
      return;
    }
    passes_.each(count, [&](int steps) {
      in_parts([&](const Exec& exec, const Cells& from, const Cells& to) {
        passes_.with_kernel(from, to, steps, [&](const auto& kernel) { kernel.launch(exec); });
      });
    });
  }

  void wait() override { exec_.fence("neel::models::automaton"); }

  std::vector<BoardCount> count() override {
    const auto sums = measure::board_sums(exec_, now_, next_);
    ranks_->add(std::span<std::int64_t>(reinterpret_cast<std::int64_t*>(sums.data()), sums.size()));
    std::vector<BoardCount> counts;
    for (std::size_t b = 0; b < sums.extent(0); ++b) {
      using Sums = measure::BoardSums<Word, Exec>;
      counts.push_back({sums(b, Sums::ones), sums(b, Sums::walls), sums(b, Sums::changed), sums(b, Sums::hash)});
    }
    return counts;
  }

  std::vector<std::uint8_t> cells(int board, const run::SiteRange& range) override {
    wait();
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    const std::uint64_t width = n(o_.width);
    const auto part = simulation::OwnPart::of(
        range, width * n(o_.height), {n(now_.rim + now_.shift) * width, n(now_.height - 2 * now_.rim) * width, width});
    const std::uint64_t begin = n(now_.rim) + part.begin() / width;
    const auto host =
        on_host(Kokkos::subview(now_.data, board, std::pair(begin, begin + part.count() / width), Kokkos::ALL));
    std::vector<std::uint8_t> mine;
    mine.reserve(part.count());
    for (std::size_t y = 0; y < host.extent(0); ++y) {
      for (int x = 0; x < o_.width; ++x) {
        mine.push_back(static_cast<std::uint8_t>(host(y, x / Cells::cells) >> (x % Cells::cells) & 1));
      }
    }
    return simulation::joined_sites(std::move(mine), 1, part, *ranks_);
  }

  std::vector<Cycle> cycles() override {
    std::vector<Cycle> all(static_cast<std::size_t>(o_.boards));
    if (compared_ > 0) {
      const std::vector<BoardCount> counts = count(); // changes since one step ago
      const std::vector<std::uint64_t> from = repeats_from();
      for (std::size_t b = 0; b < all.size(); ++b) {
        if (from[b] + 2 <= compared_) {
          all[b] = {static_cast<std::int64_t>(from[b]), counts[b].changed == 0 ? 1 : 2};
        }
      }
    }
    return all;
  }

  std::vector<run::Array> save() override {
    wait();
    if (!o_.stop_at_cycle) {
      return {run::along(simulation::in_pieces("cells", simulation::values_of({now_.data}), cut(1), *ranks_), {0})};
    }
    return {run::along(simulation::in_pieces("cells", simulation::values_of({now_.data, next_.data}), cut(2), *ranks_),
                       {1}),
            run::along(run::to_array("repeats_from", repeats_from(), {static_cast<std::uint64_t>(o_.boards)}), {0}),
            run::to_array("compared", {compared_})};
  }
  void load(std::vector<run::Array>& arrays) override {
    if (!o_.stop_at_cycle) {
      simulation::from_pieces(arrays, "cells", simulation::values_of({now_.data}), cut(1), *ranks_);
      fill_halo();
      return;
    }
    simulation::from_pieces(arrays, "cells", simulation::values_of({now_.data, next_.data}), cut(2), *ranks_);
    fill_halo();
    simulation::from_pieces(arrays, "repeats_from", simulation::values_of({repeats_from_}));
    compared_ = run::numbers_from_array(arrays, "compared", {1}).front();
    look_for_cycles();
  }

private:
  using Steps = typename update::SiteStep<Majority, Word, Exec>::Steps;
  using Graph = update::LaunchGraph<Exec>;
  using Boards = lattice::Boards<Word, Exec>;

  /// The boards, or a rank's rows of them, with rims as wide as a pass is long.
  static Boards part(const MajorityOptions& o, const run::Communicator& ranks) {
    if (ranks.size() == 1) {
      return Boards(o.width, o.height, o.boards);
    }
    const auto [begin, end] = run::share_of(o.height, ranks.rank(), ranks.size());
    return Boards::slabs(o.width, begin, end - begin, o.steps, o.boards);
  }
  simulation::HaloRuns runs() const {
    const int rim = now_.rim, end = now_.height - rim, pitch = now_.pitch();
    const auto run = [&](int row) { return simulation::HaloRuns::Run{std::int64_t{row} * pitch, rim * pitch}; };
    return {run(rim), run(end - rim), run(0), run(end)};
  }
  void fill_halo() {
    if (halo_) {
      halo_->fill(exec_, now_.data.data(), runs());
    }
  }
  /// Of arrays whose axis `axis` is that of rows.
  simulation::Cut cut(std::size_t axis) const {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    simulation::Cut cut{axis, {n(now_.height)}, {n(o_.height)}, {}};
    if (halo_) {
      cut.runs = {{n(now_.rim), n(now_.height - 2 * now_.rim), n(now_.shift + now_.rim)}};
    }
    return cut;
  }

  /// Host: so many steps in one launch.
  void passes_in_rounds(std::int64_t count) {
    phases_->launch(exec_, "neel::models::passes", [&](update::PhaseScheduler::Thread& thread) {
      Cells from = now_.cells(), to = next_.cells();
      passes_.each(count, [&](int steps) {
        passes_.with_kernel(from, to, steps, [&](const auto& kernel) { kernel.phase(thread); });
        std::swap(from, to);
      });
    });
    passes_.each(count, [&](int /*steps*/) { std::swap(now_, next_); });
  }

  /// Calls make(instance, from, to), which makes `to` of what is in `from`; for a slab, those rows first that its neighbours see,
  /// which go to them beside the others. Then what was next is now.
  template <class Make>
  void in_parts(const Make& make) {
    const Cells from = now_.cells(), to = next_.cells();
    if (halo_) {
      halo_->swap(exec_, next_.data.data(), runs(), from.rows(), now_.rim, now_.rim,
                  [&](const Exec& exec, int first, int past) {
                    make(exec, from.of_rows(from.begin + first, from.begin + past),
                         to.of_rows(to.begin + first, to.begin + past));
                  });
    } else {
      make(exec_, from, to);
    }
    std::swap(now_, next_);
  }

  /// A step that also compares the boards with those two steps before.
  void compared_step() {
    constexpr std::uint64_t between_looks = 16; // steps
    in_parts([&](const Exec& exec, const Cells& from, const Cells& to) {
      update::SiteStep<Majority, Word, Exec> kernel(from, to, o_.boards, o_.block);
      kernel.compare(repeats_from_, compared_);
      kernel.launch(exec);
    });
    if (++compared_ % between_looks == 0) {
      look_for_cycles();
    }
  }
  void look_for_cycles() {
    const std::vector<std::uint64_t> from = repeats_from();
    all_repeat_ = std::all_of(from.begin(), from.end(), [&](std::uint64_t step) { return step + 2 <= compared_; });
  }
  /// Of each board, the earliest step from which all its rows can repeat themselves.
  std::vector<std::uint64_t> repeats_from() {
    wait();
    std::vector<std::uint64_t> all = host_list(repeats_from_);
    const std::vector<std::uint64_t> mine = all;
    ranks_->gather(std::as_bytes(std::span(mine)), [&](int /*rank*/, std::span<const std::byte> its) {
      const auto* const step = reinterpret_cast<const std::uint64_t*>(its.data());
      for (std::size_t b = 0; b < all.size(); ++b) {
        all[b] = std::max(all[b], step[b]);
      }
    });
    return all;
  }

  /// The passes of a graph, from the boards that are now on. Their number being even, it ends with the same now.
  Graph& graph() {
    std::unique_ptr<Graph>& kept = graphs_[now_.data.data() < next_.data.data() ? 0 : 1];
    if (!kept) {
      kept = std::make_unique<Graph>(exec_, [&](auto& chain) {
        for (int k = 0; k < o_.graph; ++k) {
          in_parts([&](const Exec&, const Cells& from, const Cells& to) {
            passes_.with_kernel(from, to, o_.steps, [&](const auto& kernel) { chain.add(kernel); });
          });
        }
      });
    }
    return *kept;
  }

  MajorityOptions o_;
  run::Communicator* ranks_;
  Exec exec_;
  MajorityPasses<Word, Exec> passes_;
  Boards now_, next_;
  std::optional<simulation::Halo<Word, Exec>> halo_;
  std::unique_ptr<Graph> graphs_[2];               ///< of the two ways in which now and next can lie
  std::unique_ptr<update::PhaseScheduler> phases_; ///< host
  Steps repeats_from_;                             ///< (board) the earliest step from which it can repeat itself
  std::uint64_t compared_ = 0;                     ///< steps made and compared
  bool all_repeat_ = false;
};

} // namespace neel::models
