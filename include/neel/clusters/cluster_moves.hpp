// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cluster moves of all systems of a simulation, as many at a time as memory is meant for.

#include <neel/clusters/layouts.hpp>
#include <neel/clusters/rank_sets.hpp>
#include <neel/core/copy.hpp>
#include <neel/core/seed.hpp>
#include <neel/run/communicator.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace neel::clusters {

struct ClusterOptions {
  std::vector<ClusterMove> moves; ///< of a sweep, in order
  Mirrors mirrors{1};
  std::array<float, 4> field_axis{1, 0, 0, 0};
  Seed seed{};
  double spins = 1;      ///< of a system
  int components = 1;    ///< of a spin
  double largest = 1;    ///< length of a spin
  int slots = 1;         ///< measurements that are held
  bool improved = false; ///< improved estimators are measured
};

/// Sites that arrays are made for, if there are several systems.
inline constexpr std::int64_t most_sites_at_once = std::int64_t{1} << 26;
inline int systems_at_once(std::int64_t sites, int systems) {
  return static_cast<int>(std::clamp<std::int64_t>(most_sites_at_once / sites, 1, systems));
}

/// Bytes that cluster moves take.
inline std::size_t memory_of(const ClusterOptions& o, std::int64_t sites, int systems, bool field) {
  const std::size_t of_site =
      sizeof(float) + sizeof(std::uint32_t) + sizeof(std::uint8_t) + (field || o.improved ? sizeof(std::int64_t) : 0);
  return static_cast<std::size_t>(sites * systems_at_once(sites, systems)) * of_site +
         (o.improved ? 2 * sizeof(std::int64_t) * static_cast<std::size_t>(o.slots) * static_cast<std::size_t>(systems)
                     : 0);
}

/// Whatever the lattice.
class ClusterMoves {
public:
  virtual ~ClusterMoves() = default;

  /// The cluster moves of a sweep. Adds reflected spins of each system to `accepted`, unless it is null. Those of the last move
  /// are measured in `slot`, unless that is negative. May return before it is done.
  virtual void sweep(std::uint64_t number, std::int64_t* accepted, int slot) = 0;
  /// Whether a field acts from now on.
  virtual void set_field(bool acts) = 0;
  /// Improved estimators of m^2 and m^4, m the magnitude of the order parameter per spin (U. Wolff, Nucl. Phys. B 322, 759 (1989),
  /// for the square): (slot, system, power). With s the sum of |S.r| of a cluster of N spins of n components, the former is
  /// n sum (s/N)^2, the latter n (n + 2)/3 [3 (sum (s/N)^2)^2 - 2 sum (s/N)^4]. All work must be done.
  virtual std::vector<double> improved() const = 0;
  virtual void clear() = 0;

  ClusterMoves() = default;
  ClusterMoves(const ClusterMoves&) = delete;
  ClusterMoves& operator=(const ClusterMoves&) = delete;
};

template <class Layout>
struct ListItems {
  Layout layout;
  ItemSite* to;
  KOKKOS_FUNCTION void operator()(int i) const {
    const typename Layout::Place p = layout.place(i);
    to[i] = {p.number, p.own ? 1U : 0U};
  }
};

template <class Layout, ExecutionSpace Exec>
class ClusterMovesOf final : public ClusterMoves {
public:
  /// `sites`: numbers of a system, below 2^31.
  ClusterMovesOf(const Exec& exec, const Layout& layout, std::int64_t sites, int systems, ClusterOptions options,
                 run::Communicator& ranks)
      : exec_(exec), options_(std::move(options)), ranks_(&ranks), systems_(systems),
        at_once_(systems_at_once(sites, systems)), mirror_("neel::clusters::mirror", count(at_once_)),
        chosen_("neel::clusters::chosen", count(at_once_)),
        along_(Kokkos::view_alloc("neel::clusters::along", Kokkos::WithoutInitializing), count(at_once_), count(sites)),
        parent_(Kokkos::view_alloc("neel::clusters::parent", Kokkos::WithoutInitializing), count(at_once_),
                count(sites)),
        active_(Kokkos::view_alloc("neel::clusters::active", Kokkos::WithoutInitializing),
                Layout::in_rows ? count(at_once_) : 0, count(sites)),
        improved_("neel::clusters::improved", count(options_.improved ? options_.slots : 0), count(systems), 2),
        kernels_(layout) {
    kernels_.mirrors = options_.mirrors;
    std::copy(options_.field_axis.begin(), options_.field_axis.end(), kernels_.field_axis);
    kernels_.seed = options_.seed;
    kernels_.sites = static_cast<int>(sites);
    kernels_.spins = options_.spins;
    kernels_.per_largest = static_cast<float>(1 / options_.largest);
    kernels_.a = {mirror_.data(), chosen_.data(), along_.data(), parent_.data(), active_.data(), nullptr};
  }

  void set_field(bool acts) override { field_ = acts; }

  void sweep(std::uint64_t number, std::int64_t* accepted, int slot) override {
    for (std::size_t k = 0; k < options_.moves.size(); ++k) {
      kernels_.move = number * options_.moves.size() + k;
      kernels_.kind = options_.moves[k];
      const bool measured = slot >= 0 && options_.improved && k + 1 == options_.moves.size();
      kernels_.sums = field_ ? ClusterSum::field : (measured ? ClusterSum::magnitude : ClusterSum::none);
      kernels_.accepted = accepted;
      kernels_.improved = measured ? improved_.data() + slot * static_cast<std::int64_t>(improved_.stride(0)) : nullptr;
      if (kernels_.sums != ClusterSum::none && sum_.size() == 0) {
        sum_ = View<std::int64_t**>(Kokkos::view_alloc("neel::clusters::sum", Kokkos::WithoutInitializing),
                                    parent_.extent(0), parent_.extent(1));
        kernels_.a.sum = sum_.data();
      }
      for (int first = 0; first < systems_; first += at_once_) {
        kernels_.first = first;
        move(std::min(at_once_, systems_ - first));
      }
    }
  }

  std::vector<double> improved() const override {
    const auto host = on_host(improved_);
    std::vector<double> all;
    const double n = options_.components, unit = options_.largest * options_.largest;
    for (std::size_t k = 0; k < host.size(); k += 2) {
      const double square = unit * static_cast<double>(host.data()[k]) / Kernels::improved_unit,
                   fourth = unit * unit * static_cast<double>(host.data()[k + 1]) / Kernels::improved_unit;
      all.push_back(n * square);
      all.push_back(n * (n + 2) / 3 * (3 * square * square - 2 * fourth));
    }
    return all;
  }
  void clear() override { set_zero(exec_, improved_); }

private:
  using Kernels = ClusterKernels<Layout>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  static std::size_t count(std::int64_t n) { return static_cast<std::size_t>(n); }

  void move(int systems) {
    Kokkos::parallel_for("neel::clusters::mirrors", Kokkos::RangePolicy<Exec, DrawMirrors>(exec_, 0, systems),
                         kernels_);
    const bool alone = ranks_->size() == 1;
    if (!alone) {
      Kokkos::parallel_for("neel::clusters::separate",
                           Kokkos::RangePolicy<Exec, Separate, Kokkos::IndexType<std::int64_t>>(
                               exec_, 0, std::int64_t{systems} * kernels_.sites),
                           kernels_);
    }
    launch_parts<Project>("neel::clusters::project", systems);
    if (kernels_.kind == ClusterMove::wolff && alone) {
      Kokkos::parallel_for("neel::clusters::choose", Kokkos::RangePolicy<Exec, Choose>(exec_, 0, systems), kernels_);
    }
    if constexpr (Layout::in_rows) {
      Kernels k = kernels_;
      k.chunks = k.layout.parts;
      k.by_chunks = Divisor(k.chunks);
      Kokkos::parallel_for("neel::clusters::activate",
                           Kokkos::RangePolicy<Exec, Activate>(exec_, 0, systems * k.chunks), k);
      launch_parts<JoinActive>("neel::clusters::join_active", systems);
    } else {
      launch_parts<Join>("neel::clusters::join", systems);
    }
    if (alone) {
      launch_parts<Flatten>("neel::clusters::flatten", systems);
    } else {
      flatten_ranks(systems);
    }
    launch<Decide>("neel::clusters::decide", systems, kernels_.sites);
    launch<Reflect>("neel::clusters::reflect", systems, kernels_.layout.items);
  }

  /// The same of parts of a lattice: sets, the site that Wolff's cluster grows from, and sums are joined on the host.
  void flatten_ranks(int systems) {
    const ClusterSum sums = std::exchange(kernels_.sums, ClusterSum::none);
    launch_parts<Flatten>("neel::clusters::flatten", systems);
    const std::vector<ItemSite> items = item_sites();
    const auto parent = on_host(parent_);
    const auto along = on_host(along_);
    const auto chosen = on_host(chosen_);
    const auto sites = count(kernels_.sites);
    for (std::size_t s = 0; s < count(systems); ++s) {
      join_ranks(*ranks_, items, {&parent(s, 0), sites});
      if (kernels_.kind == ClusterMove::wolff) {
        std::vector<std::uint32_t> tried;
        for (int k = 0; k < Kernels::attempts; ++k) {
          tried.push_back(kernels_.attempt(static_cast<int>(s), k));
        }
        const std::size_t first = first_with_spin(*ranks_, items, {&along(s, 0), sites}, tried);
        chosen(s) = first < tried.size() ? tried[first] : no_site;
      }
    }
    copy_numbers(parent_, parent);
    copy_numbers(chosen_, chosen);
    kernels_.sums = sums;
    if (sums != ClusterSum::none) {
      launch_parts<Flatten>("neel::clusters::flatten", systems);
      const auto sum = on_host(sum_);
      ranks_->add(std::span<std::int64_t>(sum.data(), count(systems) * sites));
      copy_numbers(sum_, sum);
    }
  }
  std::vector<ItemSite> item_sites() const {
    const View<ItemSite*> there("neel::clusters::items", count(kernels_.layout.items));
    Kokkos::parallel_for("neel::clusters::items", Kokkos::RangePolicy<Exec>(exec_, 0, kernels_.layout.items),
                         ListItems<Layout>{kernels_.layout, there.data()});
    exec_.fence("neel::clusters::items");
    const auto host = on_host(there);
    std::vector<ItemSite> all;
    std::copy_if(host.data(), host.data() + host.size(), std::back_inserter(all),
                 [](const ItemSite& i) { return i.site != no_site; });
    return all;
  }

  /// Teams for all items of so many systems.
  template <class Phase>
  void launch(const char* name, int systems, int items) {
    Kernels k = kernels_;
    k.chunk = runs_on_host<Exec> ? 4096 : 1024;
    k.chunks = (items + k.chunk - 1) / k.chunk;
    Kokkos::parallel_for(name, Kokkos::TeamPolicy<Exec, Phase>(exec_, systems * k.chunks, runs_on_host<Exec> ? 1 : 256),
                         k);
  }

  /// Threads for parts of all items of so many systems.
  template <class Phase>
  void launch_parts(const char* name, int systems) {
    const bool adds = std::is_same_v<Phase, Flatten> && kernels_.sums != ClusterSum::none; // fewer atomics
    const int part = runs_on_host<Exec> ? 1024 : (adds ? 16 : 1);
    Kernels k = kernels_;
    k.chunk = part;
    k.chunks = (k.layout.items + part - 1) / part;
    k.by_chunks = Divisor(k.chunks);
    Kokkos::parallel_for(name, Kokkos::RangePolicy<Exec, Phase>(exec_, 0, systems * k.chunks), k);
  }

  Exec exec_;
  ClusterOptions options_;
  run::Communicator* ranks_; ///< that have a part of the lattice each
  int systems_, at_once_;
  bool field_ = false;
  View<Mirror*> mirror_;
  View<std::uint32_t*> chosen_;
  View<float**> along_;
  View<std::uint32_t**> parent_;
  View<std::uint8_t**> active_;
  View<std::int64_t**> sum_; ///< once it is needed
  View<std::int64_t***> improved_;
  Kernels kernels_;
};

} // namespace neel::clusters
