// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/groups.hpp"

#include "import/directed.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace neel::imports {

namespace {

constexpr std::size_t most_shells = 64; ///< that an input can name

using IonPair = std::pair<std::size_t, std::size_t>;
using Key = std::tuple<int, int, std::array<int, 3>, IonPair>;

double length_of(const crystal::Crystal& c, const crystal::Pair& p) {
  const Vector r = c.between(p.from, p.to, p.offset);
  return std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

class Grouper {
public:
  Grouper(const Imported& in, const crystal::Crystal& c) : in_(in), crystal_(c), single_(in.bonds.size(), true) {
    for (std::size_t b = 0; b < in.bonds.size(); ++b) {
      const crystal::Pair& p = in.bonds[b].pair;
      number_[{p.from, p.to, p.offset, in.bonds[b].ions.value_or(IonPair(site(p.from).ion, site(p.to).ion))}] = b;
      length_.push_back(length_of(c, p));
    }
  }

  std::vector<Group> groups() {
    double longest = 0;
    for (std::size_t b = 0; b < in_.bonds.size(); ++b) {
      longest = in_.bonds[b].isotropic() ? std::max(longest, length_[b]) : longest;
    }
    const std::vector<crystal::Shell> shells =
        longest > 0 ? crystal::shells_within(crystal_, longest) : std::vector<crystal::Shell>{};
    for (std::size_t n = 0; n < std::min(shells.size(), most_shells); ++n) {
      take_shell(n + 1, shells[n]);
    }
    for (std::size_t b = 0; b < in_.bonds.size(); ++b) {
      if (single_[b]) {
        all_.push_back({0, length_[b], in_.bonds[b].ions, {b}, one_way(in_.bonds[b])});
      }
    }
    const auto length = [](const Group& g) {
      return std::llround(1e6 * std::log(g.distance));
    }; // roundings decide nothing
    std::stable_sort(all_.begin(), all_.end(), [&](const Group& a, const Group& b) { return length(a) < length(b); });
    return std::move(all_);
  }

private:
  const Site& site(int s) const { return in_.sites[static_cast<std::size_t>(s)]; }

  /// The ions with a spin that a site can have.
  std::vector<std::size_t> ions_at(const Site& s) const {
    std::vector<std::size_t> ions;
    for (const auto& [ion, part] : s.mixed) {
      if (in_.ions[ion].moment != 0) {
        ions.push_back(ion);
      }
    }
    return s.mixed.empty() ? std::vector{s.ion} : ions;
  }

  bool one_way(const Bond& b) const {
    if (!b.ions || b.ions->first == b.ions->second || !b.isotropic()) {
      return false;
    }
    const auto can_have = [&](int s, std::size_t ion) {
      const std::vector<std::size_t> ions = ions_at(site(s));
      return std::find(ions.begin(), ions.end(), ion) != ions.end();
    };
    const auto at = number_.find({b.pair.from, b.pair.to, b.pair.offset, {b.ions->second, b.ions->first}});
    return can_have(b.pair.from, b.ions->second) && can_have(b.pair.to, b.ions->first) &&
           (at == number_.end() || in_.bonds[at->second].matrix != b.matrix);
  }

  /// The bonds of these pairs and ions, if each has one and all have the same J.
  std::optional<std::vector<std::size_t>> same(const std::vector<Key>& keys) const {
    std::vector<std::size_t> found;
    for (const Key& key : keys) {
      const auto at = number_.find(key);
      if (at == number_.end()) {
        return {};
      }
      const Bond &bond = in_.bonds[at->second], &first = in_.bonds[found.empty() ? at->second : found.front()];
      if (!bond.isotropic() || bond.matrix != first.matrix || bond.biquadratic != first.biquadratic) {
        return {};
      }
      found.push_back(at->second);
    }
    return found;
  }

  void take(Group group) {
    for (const std::size_t b : group.bonds) {
      single_[b] = false;
    }
    all_.push_back(std::move(group));
  }

  void take_shell(std::size_t number, const crystal::Shell& shell) {
    std::map<IonPair, std::vector<Key>> by_ions;
    std::vector<Key> keys;
    for (const crystal::Pair& p : shell.pairs) {
      for (const std::size_t a : ions_at(site(p.from))) {
        for (const std::size_t b : ions_at(site(p.to))) {
          keys.emplace_back(p.from, p.to, p.offset, IonPair(a, b));
          by_ions[std::minmax(a, b)].push_back(keys.back());
        }
      }
    }
    if (const auto whole = same(keys)) {
      take({number, shell.distance, {}, *whole});
      return;
    }
    for (const auto& [ions, of_these] : by_ions) {
      const auto all = by_ions.size() > 1 ? same(of_these) : std::nullopt;
      if (all) {
        take({number, shell.distance, ions, *all});
      }
    }
  }

  const Imported& in_;
  const crystal::Crystal& crystal_;
  std::map<Key, std::size_t> number_;
  std::vector<double> length_;
  std::vector<bool> single_;
  std::vector<Group> all_;
};

} // namespace

crystal::Crystal crystal_of(const Imported& in) {
  crystal::Crystal c;
  c.cell = in.cell;
  c.basis.clear();
  for (const Site& site : in.sites) {
    c.basis.push_back({site.name, site.position});
  }
  c.cells.basis = static_cast<int>(c.basis.size());
  for (std::size_t a = 0; a < 3; ++a) {
    c.cells.size[a] = in.size ? (*in.size)[a] : 1;
    c.cells.periodic[a] = in.periodic && (*in.periodic)[a] && c.cells.size[a] > 1; // as inputs of Neel have it
  }
  return c;
}

std::vector<Group> group_bonds(const Imported& in, const crystal::Crystal& c) { return Grouper(in, c).groups(); }

double highest_mean_field(const Imported& in) {
  const auto fraction = [&](int site, std::size_t ion) {
    const auto& mixed = in.sites[static_cast<std::size_t>(site)].mixed;
    const auto at = std::find_if(mixed.begin(), mixed.end(), [&](const auto& part) { return part.first == ion; });
    return at == mixed.end() ? 1 : at->second;
  };
  std::vector<double> sums(in.sites.size(), 0.0);
  for (const Bond& b : in.bonds) {
    const double parts = b.ions ? fraction(b.pair.from, b.ions->first) * fraction(b.pair.to, b.ions->second) : 1;
    const double size = std::abs(in.factor) * parts * largest(b.matrix);
    sums[static_cast<std::size_t>(b.pair.from)] += size;
    sums[static_cast<std::size_t>(b.pair.to)] += size;
  }
  return *std::max_element(sums.begin(), sums.end()) / 3;
}

} // namespace neel::imports
