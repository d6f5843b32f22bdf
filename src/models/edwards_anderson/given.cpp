// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/edwards_anderson/given.hpp"

#include "errors/errors.hpp"
#include "models/bond_file.hpp"

#include <neel/models/edwards_anderson_start.hpp>
#include <neel/random/bits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace neel::models {

namespace {

/// Where GivenSamples and DrawBonds keep the bonds of a sample from a site: word, bit, and the site that names the word's number.
struct BitOfBond {
  std::uint32_t word, number;
  int bit;
};
BitOfBond bit_of(const EdwardsAndersonOptions& o, int sample, std::uint32_t site) {
  if (!o.synchronous) {
    return {static_cast<std::uint32_t>(sample / 32), site, sample % 32};
  }
  const auto plane = static_cast<std::uint32_t>(o.geometry.lx * o.geometry.ly),
             planes = static_cast<std::uint32_t>(o.geometry.lz) / 32;
  const std::uint32_t z = site / plane;
  return {static_cast<std::uint32_t>(sample), site - z / planes * planes * plane, static_cast<int>(z / planes)};
}

/// The site one step forward along an axis of the geometry.
std::uint32_t next(const lattice::Geometry& g, std::uint32_t site, int axis) {
  int at[3] = {static_cast<int>(site) % g.lx, static_cast<int>(site) / g.lx % g.ly,
               static_cast<int>(site) / g.lx / g.ly};
  const int size[3] = {g.lx, g.ly, g.lz};
  at[axis] = (at[axis] + 1) % size[axis];
  return g.short_number(at[0], at[1], at[2]);
}

SiteBond bond_from(const lattice::Geometry& g, std::uint32_t site, int axis, double j) {
  const std::uint32_t other = next(g, site, axis);
  return {std::min(site, other), std::max(site, other), j};
}

bool comes_before(const SiteBond& x, const SiteBond& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); }

/// Adds a sample's bits. Throws InputError where a bond is missing, one too many, or not of size 1.
void add_sample(const EdwardsAndersonOptions& o, const std::string& path, const std::vector<SiteBond>& bonds,
                int sample, GivenSamples& to) {
  const auto sites = static_cast<std::uint32_t>(o.geometry.sites());
  for (const SiteBond& b : bonds) {
    if (b.j != 1 && b.j != -1) {
      throw InputError(fmt::format("{}: the bond of sites {} and {} has J = {}; the bits of this model are 1 and -1",
                                   path, b.a, b.b, b.j));
    }
  }
  for (int axis = 0; axis < o.dimensions(); ++axis) {
    for (std::uint32_t site = 0; site < sites; ++site) {
      const SiteBond wanted = bond_from(o.geometry, site, o.axis(axis), 0);
      const auto at = std::lower_bound(bonds.begin(), bonds.end(), wanted, comes_before);
      if (at == bonds.end() || comes_before(wanted, *at)) {
        throw InputError(fmt::format("{}: the bond of sites {} and {} is missing", path, wanted.a, wanted.b));
      }
      const BitOfBond bit = bit_of(o, sample, site);
      const std::size_t word =
          (to.alike && !o.synchronous ? 0 : std::size_t{bit.word} * 3) + static_cast<std::size_t>(axis);
      const std::uint32_t set = to.alike && !o.synchronous ? ~0U : 1U << bit.bit;
      to.bits[word * sites + bit.number] |= at->j < 0 ? set : 0U;
    }
  }
  if (const auto all = static_cast<std::size_t>(o.geometry.bonds()); bonds.size() != all) {
    throw InputError(
        fmt::format("{}: holds {} bonds; this lattice has {}, of nearest neighbours", path, bonds.size(), all));
  }
}

} // namespace

std::vector<std::string> read_given(input::Reader& in, EdwardsAndersonOptions& o) {
  const int samples = o.samples() / o.rungs;
  const BondFiles files = read_bond_files(in, o.geometry.sites(), samples);
  for (const char* key : {"couplings.positive", "couplings.seed"}) {
    if (in.has(key)) {
      in.error(key, "couplings.file has all couplings; leave one of them out");
    }
    in.resolve(key, "");
  }
  if (std::ranges::min(o.sizes()) < 4) {
    in.error("lattice.size",
             "two bonds join the same sites where a length is 2: couplings.file cannot tell them apart");
  }
  if (in.errors() > 0 || files.samples.empty()) {
    return files.paths;
  }
  auto given = std::make_shared<GivenSamples>();
  given->alike = files.samples.size() == 1;
  const std::size_t words = given->alike ? 1 : static_cast<std::size_t>(o.synchronous ? samples : (samples + 31) / 32);
  given->bits.assign(words * 3 * static_cast<std::size_t>(o.geometry.sites()), 0U);
  for (std::size_t s = 0; s < files.samples.size(); ++s) {
    add_sample(o, files.paths[s], files.samples[s], static_cast<int>(s), *given);
  }
  o.given = given;
  return files.paths;
}

std::vector<SiteBond> bonds_of_sample(const EdwardsAndersonOptions& o, int sample) {
  const auto first = o.seed.first_system * static_cast<std::uint32_t>(o.synchronous ? 1 : o.words);
  DrawBonds draw{{o.disorder_seed, first}, random::threshold(1 - o.positive)};
  if (o.given) {
    draw.given = {o.given->bits.data(), o.geometry.sites(), o.given->alike};
  }
  std::vector<SiteBond> all;
  for (std::uint32_t site = 0; site < static_cast<std::uint32_t>(o.geometry.sites()); ++site) {
    const BitOfBond bit = bit_of(o, sample, site);
    for (int axis = 0; axis < o.dimensions(); ++axis) {
      const bool negative = (draw(bit.word, bit.number, axis) >> bit.bit & 1U) != 0;
      all.push_back(bond_from(o.geometry, site, o.axis(axis), negative ? -1 : 1));
    }
  }
  std::sort(all.begin(), all.end(), comes_before);
  std::vector<SiteBond> bonds;
  for (const SiteBond& b : all) { // where a length is 2, two bonds join the same sites
    if (!bonds.empty() && !comes_before(bonds.back(), b)) {
      bonds.back().j += b.j;
    } else {
      bonds.push_back(b);
    }
  }
  return bonds;
}

} // namespace neel::models
