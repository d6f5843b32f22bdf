// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep of a field in natural order, for any colouring: all sites of one colour at once, several proposals each,
// then the next colour.

#include <neel/core/divisor.hpp>
#include <neel/models/field_state.hpp>
#include <neel/update/accepted.hpp>
#include <neel/update/colour_sweep.hpp>
#include <neel/update/multi_hit.hpp>
#include <neel/update/work_stealing.hpp>

#include <limits>

namespace neel::update {

/// Updates all sites of one colour in `planes` planes from `first_plane` on of a lattice that the colouring fits; adds accepted proposals, if `accepted` is not null,
/// per system.
template <class Model, ExecutionSpace Exec>
class FieldColour {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  FieldColour(const models::FieldState<typename Model::Field, Exec>& state, const lattice::Colouring& colouring,
              int colour, int first_plane, int planes, const Hits& hits, std::int64_t* accepted)
      : contents_(state.contents()), colouring_(colouring), colour_(colour), hits_(hits), accepted_(accepted),
        row_(state.geometry.lx / colouring.colours), first_row_(first_plane * state.geometry.ly),
        sites_(row_ * state.geometry.ly * planes), chunks_((sites_ + chunk - 1) / chunk), by_row_(row_),
        by_ly_(state.geometry.ly) {}

  void launch(const Exec& exec, int systems) const {
    constexpr const char* label = "neel::update::grid_colour";
    if constexpr (runs_on_host<Exec>) {
      launch_phases(exec, label, [&](PhaseScheduler::Thread& thread) { phase(thread, systems); });
    } else {
      Kokkos::parallel_for(label, Kokkos::TeamPolicy<Exec>(exec, systems * chunks_, chunk), *this);
    }
  }
  /// Host: of all systems, as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread, int systems) const {
    constexpr int lanes = Lanes<Model>::count;
    const int size = task_size(std::int64_t{sites_} * systems, thread.threads(), lanes, 4 * lanes);
    thread.phase(systems, (sites_ + size - 1) / size,
                 [&](int system, int item) { update_some(system, item * size, std::min(item * size + size, sites_)); });
  }

  /// Device: a chunk of the sites of one system.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = team.league_rank() / chunks_;
    const int k = (team.league_rank() - system * chunks_) * chunk + team.team_rank();
    std::uint32_t accepted = k < sites_ ? update_site(system, k, colour_) : 0;
    if (accepted_ != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      if (team.team_rank() == 0) {
        Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
      }
    }
  }

  /// Of a colour of a system.
  NEEL_FUNCTION int sites() const { return sites_; }
  /// Device: updates site `k` of a colour, which need not be this one.
  NEEL_FUNCTION std::uint32_t update_site(int system, int k, int colour) const {
    const lattice::Offset at = place(k, colour);
    const std::uint32_t number = contents_.geometry.short_number(at.x, at.y, at.z);
    const auto done = visit<Model>(hits_, contents_.conditions[system], contents_.site(system, at.x, at.y, at.z),
                                   static_cast<std::uint32_t>(system), number);
    store(system, contents_.place(number), done.value);
    return done.accepted;
  }

private:
  static constexpr int chunk = 256;

  /// Site `k` of a colour.
  NEEL_FUNCTION lattice::Offset place(int k, int colour) const {
    const int in_planes = by_row_.quotient(k), row = first_row_ + in_planes;
    const int z = by_ly_.quotient(row), y = row - z * contents_.geometry.ly;
    return {first_x(colour, y, z) + (k - in_planes * row_) * colouring_.colours, y, z};
  }

  NEEL_FUNCTION int first_x(int colour, int y, int z) const {
    return colouring_.first_x(colour, y, z + contents_.geometry.begin_z);
  }

  /// The site after one of this colour.
  NEEL_HOST_FUNCTION lattice::Offset after(lattice::Offset at) const {
    at.x += colouring_.colours;
    if (at.x >= contents_.geometry.lx) {
      ++at.y;
      if (at.y == contents_.geometry.ly) {
        at.y = 0;
        ++at.z;
      }
      at.x = first_x(colour_, at.y, at.z);
    }
    return at;
  }

  /// Host: sites from `first` on, before `past`. Out of line, so that it is compiled once.
  [[gnu::noinline]] void update_some(int system, int first, int past) const {
    std::uint32_t accepted = 0;
    for (int k = first; k < past; k += Lanes<Model>::count) {
      accepted += update_lanes(system, k, std::min(k + Lanes<Model>::count, past));
    }
    if (accepted_ != nullptr) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
    }
  }
  NEEL_HOST_FUNCTION std::uint32_t update_lanes(int system, int first, int last) const {
    Lanes<Model> lanes;
    int x[Lanes<Model>::count], y[Lanes<Model>::count], z[Lanes<Model>::count], number[Lanes<Model>::count];
    const int lx = contents_.geometry.lx, ly = contents_.geometry.ly;
    const std::uint32_t first_number = contents_.geometry.short_number(0, 0, 0);
    lattice::Offset at = place(first, colour_);
    for (int lane = 0; lane < Lanes<Model>::count; ++lane) {
      x[lane] = at.x;
      y[lane] = at.y;
      z[lane] = at.z;
      number[lane] = at.x + lx * (at.y + ly * at.z); // in the slab
      lanes.site[lane] = first_number + static_cast<std::uint32_t>(number[lane]);
      lanes.system[lane] = static_cast<std::uint32_t>(system);
      lanes.set_conditions(lane, contents_.conditions[system]);
      if (first + lane + 1 < last) { // lanes left over repeat the last site
        at = after(at);
      }
    }
    for (int b = 0; b < Lanes<Model>::blocks; ++b) {
      const int from = b * Lanes<Model>::block;
      lanes.read(b, [&](int k)
                        NEEL_INLINE_LAMBDA { return contents_.site(system, x[from + k], y[from + k], z[from + k]); });
    }
    lanes.hit(hits_);
    std::uint32_t accepted = 0;
    for (int lane = 0; lane < last - first; ++lane) {
      store(system, number[lane], lanes.value(lane));
      accepted += lanes.accepted[lane];
    }
    return accepted;
  }

  NEEL_FUNCTION void store(int system, std::int64_t place, const typename Model::Value& value) const {
    for (int k = 0; k < Model::components; ++k) {
      contents_.system(system)[k * contents_.volume + place] = value.v[k];
    }
  }

  models::FieldContents<typename Model::Field> contents_;
  lattice::Colouring colouring_;
  int colour_;
  Hits hits_;
  std::int64_t* accepted_;
  int row_, first_row_; ///< sites of this colour in a row; the first row
  int sites_, chunks_;  ///< to update in a system; chunks of them
  Divisor by_row_, by_ly_;
};

/// All colours in one launch, where threads of a device can wait for one another: they move one colour, wait, and go on with the
/// next.
template <class Model, ExecutionSpace Exec>
class FieldPersistentSweeps {
public:
  FieldPersistentSweeps(const models::FieldState<typename Model::Field, Exec>& state,
                        const lattice::Colouring& colouring, const Hits& hits, std::int64_t* accepted)
      : all_(state, colouring, 0, 0, state.geometry.lz, hits, accepted), colours_(colouring.colours),
        padded_((all_.sites() + Accepted::warp - 1) / Accepted::warp * Accepted::warp),
        items_(std::int64_t{state.systems} * padded_), by_system_(padded_), accepted_(accepted) {}

  /// One for each site of a colour; none where these cannot be counted.
  int threads(int at_once) const {
    return items_ <= std::numeric_limits<int>::max() - at_once ? Kokkos::min(static_cast<int>(items_), at_once) : 0;
  }

  NEEL_FUNCTION void operator()(GridThread all) const {
    Accepted accepted(accepted_);
    for (int colour = 0; colour < colours_; ++colour) {
      if (colour > 0) {
        all.arrive();
        all.wait();
      }
      for (int index = all.rank(); index < items_; index += all.size()) {
        const int system = by_system_.quotient(index), k = index - system * padded_;
        accepted.add(all, system, k < all_.sites() ? all_.update_site(system, k, colour) : 0);
      }
    }
    accepted.done(all);
  }

private:
  FieldColour<Model, Exec> all_;
  int colours_;
  int padded_; ///< sites of a colour in a system, in whole warps
  std::int64_t items_;
  Divisor by_system_;
  std::int64_t* accepted_;
};

/// One sweep: `hits` proposals on each site, colour by colour. `arrived`: see launch_cooperative(); always of the same state and colouring.
/// `rounds`: of a host's threads.
template <class Model, ExecutionSpace Exec>
void sweep(const Exec& exec, const models::FieldState<typename Model::Field, Exec>& state,
           const lattice::Colouring& colouring, const Hits& hits, std::int64_t* accepted, BarrierCount* arrived,
           PhaseScheduler* phases) {
  const auto each_colour = [&](const auto& use) {
    for (int c = 0; c < colouring.colours; ++c) {
      use(FieldColour<Model, Exec>(state, colouring, c, 0, state.geometry.lz, hits, accepted));
    }
  };
  if constexpr (runs_on_host<Exec>) {
    phases->launch(exec, "neel::update::grid_colours", [&](PhaseScheduler::Thread& thread) {
      each_colour([&](const auto& colour) { colour.phase(thread, state.systems); });
    });
  } else {
    if (!launch_cooperative(exec, FieldPersistentSweeps<Model, Exec>(state, colouring, hits, accepted), arrived)) {
      each_colour([&](const auto& colour) { colour.launch(exec, state.systems); });
    }
  }
}

} // namespace neel::update
