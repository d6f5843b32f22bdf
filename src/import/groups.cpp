// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/groups.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace neel::imports {

namespace {

constexpr std::size_t most_shells = 64; ///< that an input can name

using Key = std::tuple<int, int, std::array<int, 3>>;
using IonPair = std::pair<std::size_t, std::size_t>;

double length_of(const crystal::Crystal& c, const crystal::Pair& p) {
  const Vector r = c.between(p.from, p.to, p.offset);
  return std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

class Grouper {
public:
  Grouper(const Imported& in, const crystal::Crystal& c) : in_(in), crystal_(c), single_(in.bonds.size(), true) {
    for (std::size_t b = 0; b < in.bonds.size(); ++b) {
      const crystal::Pair& p = in.bonds[b].pair;
      number_[{p.from, p.to, p.offset}] = b;
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
        all_.push_back({0, length_[b], {}, {b}});
      }
    }
    const auto length = [](const Group& g) {
      return std::llround(1e6 * std::log(g.distance));
    }; // roundings decide nothing
    std::stable_sort(all_.begin(), all_.end(), [&](const Group& a, const Group& b) { return length(a) < length(b); });
    return std::move(all_);
  }

private:
  /// The bonds of these pairs, if each has one and all have the same J.
  std::optional<std::vector<std::size_t>> same(const std::vector<crystal::Pair>& pairs) const {
    std::vector<std::size_t> found;
    for (const crystal::Pair& p : pairs) {
      const auto at = number_.find({p.from, p.to, p.offset});
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
    if (const auto whole = same(shell.pairs)) {
      take({number, shell.distance, {}, *whole});
      return;
    }
    std::map<IonPair, std::vector<crystal::Pair>> by_ions;
    for (const crystal::Pair& p : shell.pairs) {
      const std::size_t a = in_.sites[static_cast<std::size_t>(p.from)].ion,
                        b = in_.sites[static_cast<std::size_t>(p.to)].ion;
      by_ions[std::minmax(a, b)].push_back(p);
    }
    for (const auto& [ions, pairs] : by_ions) {
      const auto all = by_ions.size() > 1 ? same(pairs) : std::nullopt;
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

} // namespace neel::imports
