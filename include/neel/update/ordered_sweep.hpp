// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep of models with wide sites (many bits each), in any storage order and with any source of random numbers.
// Such a site is a vector by itself, so the host walks along rows as they lie in memory and copies nothing.

#include <neel/lattice/ordered.hpp>
#include <neel/models/state.hpp>
#include <neel/random/bank.hpp>
#include <neel/random/source.hpp>

namespace neel::update {

/// Updates all sites of one colour.
template <class Model, class Order, class Source, ExecutionSpace Exec>
class OrderedHalfSweep {
public:
  using Site = typename Model::Site;
  using Quenched = typename Model::Quenched;

  OrderedHalfSweep(const Model& model, const Order& order, lattice::Colour colour, const Source& source)
      : model_(model), order_(order), colour_(colour), source_(source), entries_(order.rows() * order.length()),
        per_system_(runs_on_host<Exec> ? order.rows() : entries_), by_system_(per_system_) {}

  void launch(const Exec& exec, const models::State<Model, Exec>& state) {
    const int batch = lattice::systems_per_launch(state.systems, entries_);
    for (first_system_ = 0; first_system_ < state.systems; first_system_ += batch) {
      const models::Contents<Model> contents = state.contents().from(first_system_);
      const auto around = contents.around(colour_);
      own_ = contents.own(colour_);
      halves_ = {around.own, around.others, around.own_quenched};
      conditions_ = contents.conditions;
      const int items = per_system_ * Kokkos::min(batch, state.systems - first_system_);
      Kokkos::parallel_for("neel::update::ordered_half_sweep",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, items), *this);
    }
  }

  /// Host: one row. Device: one entry.
  KOKKOS_FUNCTION void operator()(int index) const {
    const int system = by_system_.quotient(index);
    const int in_system = index - system * per_system_;
    if constexpr (runs_on_host<Exec>) {
      KOKKOS_IF_ON_HOST((update_row(system, in_system);))
    } else {
      const int row = order_.row_of(in_system);
      update_entry(system, order_.row(colour_, row), order_.place_of(in_system, row));
    }
  }

private:
  // Below, `system` counts from the first of the launch.

  void update_row(int system, int index) const {
    const std::int64_t start = std::int64_t{system} * entries_;
    const lattice::Row row = order_.row(colour_, index);
    const lattice::RowView<Site, Quenched> view(order_, halves_, row, start);
    const int length = order_.length(), first = view.first(), last = view.last();
    const auto target = own_ + (start + index * length);
    const auto conditions = conditions_[system];
    const std::int64_t flat = first_system_ * std::int64_t{entries_} + start + index * length;
    const Model model = model_;
    const Order order = order_;
    const Source source = source_;
    const auto number = static_cast<std::uint32_t>(first_system_ + system);
    for (int i = 0; i < first; ++i) {
      update_entry(system, row, i);
    }
    NEEL_INDEPENDENT_LOOP
    for (int i = first; i < last; ++i) {
      target.store(i, model.update(conditions, view.at(i), source.at(number, order.number(row, i), flat + i)));
    }
    for (int i = last; i < length; ++i) {
      update_entry(system, row, i);
    }
  }

  NEEL_FUNCTION void update_entry(int system, const lattice::Row& row, int i) const {
    const int start = system * entries_;
    const lattice::EntryView<Site, Quenched> view(order_, halves_, row, i, start);
    const int entry = start + row.index * order_.length() + i;
    const auto draws = source_.at(static_cast<std::uint32_t>(first_system_ + system), order_.number(row, i),
                                  std::int64_t{first_system_} * entries_ + entry);
    own_.store(entry, model_.update(conditions_[system], view, draws));
  }

  Model model_;
  Order order_;
  lattice::Colour colour_;
  Source source_;
  int entries_;    ///< of one colour of one system
  int per_system_; ///< rows or entries
  Divisor by_system_;
  // Of the systems of one launch:
  int first_system_ = 0;
  lattice::SitePointer<Site, false> own_{};
  lattice::Halves<Site, Quenched> halves_{};
  const typename Model::Conditions* conditions_ = nullptr;
};

/// Updates all sites of one colour, in Exec.
template <class Model, class Order, class Source, ExecutionSpace Exec>
void ordered_half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                        const Order& order, lattice::Colour colour, const Source& source) {
  OrderedHalfSweep<Model, Order, Source, Exec>(model, order, colour, source).launch(exec, state);
}

/// One sweep with random numbers from Philox: even sites, then odd.
template <class Model, class Order, ExecutionSpace Exec>
void ordered_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Order& order,
                   std::uint64_t seed, std::uint64_t sweep) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    ordered_half_sweep(exec, model, state, order, c, random::PhiloxSource{seed, sweep});
  }
}

/// One sweep with random numbers from a generator with a state: as many per entry and colour as `numbers` has room for.
template <class Model, class Order, ExecutionSpace Exec>
void ordered_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Order& order,
                   const random::Bank<Exec>& bank, const typename random::Bank<Exec>::NumbersView& numbers) {
  const std::int64_t entries = state.systems * state.geometry.half_volume();
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    bank.deal(exec, numbers);
    ordered_half_sweep(exec, model, state, order, c, random::BufferSource{numbers.data(), entries});
  }
}

} // namespace neel::update
