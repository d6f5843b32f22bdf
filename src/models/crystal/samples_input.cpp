// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/samples_input.hpp"

#include "models/bond_file.hpp"
#include "models/crystal/crystal_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace neel::models {

DrawnBonds read_drawn(input::Reader& in) {
  DrawnBonds d;
  const std::string kind = in.choice(
      {"couplings.disorder",
       "of crystals: couplings are drawn for each bond and system. \"pm\": J or -J; \"gaussian\": with mean J "
       "and standard deviation `width` ([spin-glasses.md](spin-glasses.md))"},
      {"none", "pm", "gaussian"}, "none");
  d.kind = kind == "pm" ? BondDisorder::pm : (kind == "gaussian" ? BondDisorder::gaussian : BondDisorder::none);
  if (in.when(d.kind == BondDisorder::pm)) {
    d.positive = in.number({"couplings.positive", "disorder \"pm\": probability of J, -J having the rest"}, 0.5);
    if (!(d.positive >= 0 && d.positive <= 1)) {
      in.error("couplings.positive", "a probability lies between 0 and 1, found " + input::exact(d.positive));
    }
  }
  if (in.when(d.kind != BondDisorder::none)) {
    d.seed = static_cast<std::uint64_t>(
        in.integer({"couplings.seed", "of crystals: seed of couplings that are drawn"}, 0, INT64_MAX, 1));
  } else {
    in.resolve("couplings.disorder", "");
  }
  return d;
}

void read_samples(input::Reader& in, CrystalPlan& plan, const input::RunInput& run) {
  BondFiles files = read_bond_files(in, plan.in.crystal.cells.sites(), run.systems);
  const double factor = in.number("couplings.factor", 1.0);
  if (factor != 1) {
    in.resolve("couplings.factor", input::exact(factor));
  }
  for (const char* key : {"couplings.bonds", "couplings.disorder"}) {
    if (in.has(key)) {
      in.error(key, "couplings.file has all couplings; leave one of them out");
      in.accept(key);
    }
  }
  plan.files = files.paths;
  if (in.errors() == 0 && !files.samples.empty()) {
    plan.samples = std::make_shared<const BondSamples>(files.samples, factor);
  }
}

void draw_samples(input::Reader& in, CrystalPlan& plan, const input::RunInput& run) {
  if (plan.drawn.kind == BondDisorder::none) {
    return;
  }
  if (plan.bonds.size() > BondSamples::most_drawn) {
    in.error("couplings.disorder", fmt::format("at most 512 bonds of a cell are drawn, found {}", plan.bonds.size()));
  }
  if (plan.in.disordered() && plan.disorder_seed == plan.drawn.seed) {
    in.error("couplings.seed",
             "ions and couplings would be drawn from the same random numbers; take another value than "
             "that of material.disorder_seed");
  }
  if (in.errors() == 0) {
    plan.samples = std::make_shared<const BondSamples>(plan.in.crystal.cells, plan.bonds, plan.drawn, run.first_system);
  }
}

namespace {

/// The temperature of a spin glass in mean field: the root of the sum of a site's variances, per component.
double glass_temperature(const CrystalPlan& plan) {
  double sum = 0; // over bonds, each at two of the basis sites
  const double p = plan.drawn.positive;
  for (const CrystalBond& b : plan.bonds) {
    const double j = b.by_ions[0][0].exchange();
    sum += plan.drawn.kind == BondDisorder::pm ? 4 * p * (1 - p) * j * j : b.width * b.width;
  }
  return std::sqrt(2 * sum / static_cast<double>(plan.in.crystal.basis.size())) / plan.measured.components;
}

} // namespace

std::string describe_samples(const CrystalPlan& plan, const input::EnergyUnit& unit) {
  if (plan.drawn.kind != BondDisorder::none) {
    std::string text = plan.drawn.kind == BondDisorder::pm
                           ? fmt::format("couplings: J with probability {:.6g}, else -J", plan.drawn.positive)
                           : "couplings: Gaussian, around J";
    if (plan.drawn.kind == BondDisorder::gaussian) {
      std::vector<double> widths;
      for (const CrystalBond& b : plan.bonds) {
        if (std::find(widths.begin(), widths.end(), b.width) == widths.end()) {
          widths.push_back(b.width);
        }
      }
      text += fmt::format(" with a width of {:.6g} {}", fmt::join(widths, ", "), unit.label());
    }
    return text +
           fmt::format(" (seed {}), drawn for each system\nmean field: a spin glass below T = {} if all J were 0 "
                       "on average\n",
                       plan.drawn.seed, in_all_units(glass_temperature(plan), unit));
  }
  const std::vector<double> j = plan.samples->of(0);
  const auto [least, most] = std::minmax_element(j.begin(), j.end());
  return fmt::format("couplings of {}: {} bonds, {:.4g} per site, J from {:.6g} to {:.6g} {}{}\n",
                     fmt::join(plan.files, ", "), j.size(),
                     static_cast<double>(j.size()) / static_cast<double>(plan.in.crystal.cells.sites()), *least, *most,
                     unit.label(), plan.samples->alike() ? "" : " in the first of them; one for each system");
}

BondTables bond_tables(const CrystalPlan& plan, const input::RunInput& run, double sign) {
  BondTables s;
  if (plan.samples) {
    s.samples = plan.samples->alike() ? 1 : run.systems;
    s.of = [samples = plan.samples](int sample) {
      const std::vector<double> j = samples->of(sample);
      std::vector<SiteBond> bonds;
      for (std::size_t k = 0; k < j.size(); ++k) {
        const crystal::SitePair& p = samples->pairs()[k];
        bonds.push_back({static_cast<std::uint32_t>(p.a), static_cast<std::uint32_t>(p.b), j[k]});
      }
      return bonds;
    };
  }
  s.meaning = fmt::format("E = {} sum J {}, each bond once; J in {}", sign > 0 ? "+" : "-",
                          plan.measured.components == 1 ? "s s'" : "S.S'", run.unit.label());
  return s;
}

} // namespace neel::models
