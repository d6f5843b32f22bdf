// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A simulation that measures moments of the user's own, too.

#include <neel/expression/site_averages.hpp>
#include <neel/run/forwarding.hpp>
#include <neel/run/spectra.hpp>

#include <cmath>
#include <deque>
#include <utility>

namespace neel::expression {

template <ExecutionSpace Exec>
class Observing final : public run::Forwarding {
public:
  Observing(std::unique_ptr<run::Simulation> inner, const run::UserMoments& measured)
      : Forwarding(std::move(inner)), places_(run::find<run::Places>(*inner_)),
        fields_(run::find<run::Fields>(*inner_)), measured_(measured), averages_(measured),
        waiting_(static_cast<std::size_t>(systems())) {
    shape_.moments += measured.moments.size();
  }

  void measure() override {
    inner_->measure();
    average();
  }
  void advance(std::uint64_t number, run::Sweep kind) override {
    inner_->advance(number, kind);
    if (kind == run::Sweep::measured) {
      average();
    }
  }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    std::vector<double> variables, all;
    inner_->collect([&](int index, std::span<const double> raw) {
      variables.assign(raw.begin(), raw.end());
      if (auto& waiting = waiting_[static_cast<std::size_t>(index)]; !waiting.empty()) {
        variables.insert(variables.end(), waiting.front().begin(), waiting.front().end());
        waiting.pop_front();
      }
      all.assign(raw.begin(), raw.end());
      for (const Program& p : measured_.moments) {
        all.push_back(evaluate(p, variables));
        if (not_finite_.empty() && !std::isfinite(all.back())) {
          not_finite_ = measured_.names[all.size() - 1 - raw.size()];
        }
      }
      receive(index, all);
    });
  }

  std::string check() override {
    return not_finite_.empty() ? inner_->check() : "an average of measure.observables is not finite: " + not_finite_;
  }

private:
  /// Takes the averages of the present configurations.
  void average() {
    for (std::size_t index = 0; index < waiting_.size() && !measured_.site_averages.empty(); ++index) {
      const int system = run::system_at(places_, static_cast<int>(index));
      if (fields_ != nullptr) {
        fields_->fields(system, averages_.fields());
      } else {
        copy_fields(inner_->configuration(system));
      }
      if (measured_.ions) {
        averages_.set_ions(ions_of(system));
      }
      waiting_[index].push_back(averages_.average(Exec()));
    }
  }

  /// From (cell, basis site, component) to (component, basis site, cell).
  void copy_fields(const run::Configuration& c) const {
    std::vector<double> values(c.values.size());
    run::to_field_order(c.values, c.components, static_cast<std::size_t>(measured_.basis), values.data());
    copy_numbers(Kokkos::View<double*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                     averages_.fields(), values.size()),
                 host_view(std::as_const(values)));
  }

  /// The ions of a system do not change.
  const std::uint8_t* ions_of(int system) {
    ions_.resize(std::max(ions_.size(), static_cast<std::size_t>(system) + 1));
    Ions& known = ions_[static_cast<std::size_t>(system)];
    if (known.size() == 0) {
      std::vector<std::uint8_t> labels = inner_->configuration(system).labels;
      for (std::uint8_t& label : labels) { // counted from 0, or from 1 beside vacancies
        label = static_cast<std::uint8_t>(label + (measured_.vacancies ? 0 : 1));
      }
      labels.resize(static_cast<std::size_t>(measured_.sites()), 1); // there are none where all sites are alike
      std::vector<std::uint8_t> sorted(labels.size());
      run::to_field_order(labels, 1, static_cast<std::size_t>(measured_.basis), sorted.data());
      known = device_list<Exec>("neel::expression::ions", sorted);
    }
    return known.data();
  }

  using Ions = Kokkos::View<const std::uint8_t*, typename Exec::memory_space>;
  const run::Places* places_;
  run::Fields* fields_; ///< null: configurations have them
  run::UserMoments measured_;
  SiteAverages<Exec> averages_;
  std::vector<std::deque<std::vector<double>>> waiting_; ///< site averages of measurements not yet collected, by index
  std::vector<Ions> ions_;                               ///< by system
  std::string not_finite_;                               ///< the first moment that was not
};

} // namespace neel::expression
