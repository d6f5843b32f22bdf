// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A simulation that hands everything on to another one: the base of those that change a part of it.

#include <neel/run/capabilities.hpp>

#include <memory>

namespace neel::run {

class Forwarding : public Simulation {
public:
  explicit Forwarding(std::unique_ptr<Simulation> inner) : Simulation(inner->shape()), inner_(std::move(inner)) {}

  void apply_conditions(double temperature, double field) override { inner_->apply_conditions(temperature, field); }
  void advance(std::uint64_t number, Sweep kind) override { inner_->advance(number, kind); }
  void measure() override { inner_->measure(); }
  void wait() override { inner_->wait(); }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override { inner_->collect(receive); }
  std::uint64_t hash() override { return inner_->hash(); }
  Configuration configuration_of(int system, const SiteRange& range) override {
    return inner_->configuration_of(system, range);
  }
  std::vector<float> local_energy(int system, const SiteRange& range) override {
    return inner_->local_energy(system, range);
  }
  FinalReport ending() override { return inner_->ending(); }
  std::vector<Array> save() override { return inner_->save(); }
  void load(std::vector<Array>& arrays) override { inner_->load(arrays); }
  std::string check() override { return inner_->check(); }
  Simulation* inner() override { return inner_.get(); }

protected:
  std::unique_ptr<Simulation> inner_;
};

} // namespace neel::run
