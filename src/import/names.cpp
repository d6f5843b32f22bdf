// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/names.hpp"

#include "input/value.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace neel::imports {

std::string plain_name(const std::string& name) {
  std::string plain;
  for (const char c : name.substr(0, 24)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    plain += letter ? c : '_';
  }
  return input::name_objection(plain).empty() ? plain : "X" + plain;
}

namespace {

auto kind_of(const Ion& i) {
  return std::tuple(i.name, i.moment, i.anisotropy, i.cubic, i.fourth, i.sixth, i.tensor, i.stevens);
}

/// The name, or with a number behind it, that is not taken yet.
std::string free_name(const std::string& name, std::set<std::string>& taken, bool numbered) {
  if (!numbered && taken.insert(name).second) {
    return name;
  }
  for (int k = 1;; ++k) { // Fe_1 where Fe1 would go on with a digit
    const std::string tried = name + (name.back() >= '0' && name.back() <= '9' ? "_" : "") + std::to_string(k);
    if (taken.insert(tried).second) {
      return tried;
    }
  }
}

} // namespace

std::vector<std::size_t> add_ions(Imported& in, const std::vector<Ion>& ions) {
  std::map<decltype(kind_of(ions.front())), std::size_t> known;
  std::map<std::string, int> called;
  std::vector<std::size_t> numbers;
  for (const Ion& ion : ions) {
    const auto [at, fresh] = known.try_emplace(kind_of(ion), in.ions.size());
    if (fresh) {
      in.ions.push_back(ion);
      ++called[ion.name];
    }
    numbers.push_back(at->second);
  }
  std::set<std::string> taken;
  for (const Ion& ion : in.ions) {
    if (called[ion.name] == 1) {
      taken.insert(ion.name);
    }
  }
  for (Ion& ion : in.ions) {
    ion.name = called[ion.name] == 1 ? ion.name : free_name(ion.name, taken, true);
  }
  return numbers;
}

void name_sites(Imported& in) {
  std::map<std::string, int> sites;
  for (const Site& site : in.sites) {
    ++sites[in.ions[site.ion].name];
  }
  std::set<std::string> names;
  for (Site& site : in.sites) {
    const std::string& ion = in.ions[site.ion].name;
    site.name = free_name(ion, names, sites[ion] > 1);
  }
}

void share_ions(Imported& in, const std::vector<Ion>& ion_of_site) {
  const std::vector<std::size_t> numbers = add_ions(in, ion_of_site);
  for (std::size_t s = 0; s < in.sites.size(); ++s) {
    in.sites[s].ion = numbers[s];
  }
  name_sites(in);
}

} // namespace neel::imports
