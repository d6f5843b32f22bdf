// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/four_spin_input.hpp"

#include "crystal/symmetry.hpp"
#include "models/crystal/crystal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

/// Products with their signs, of numbers of the four sites.
struct Part {
  std::array<std::size_t, 4> site;
  double sign;
};
std::vector<Part> parts_of(const FourSpin& f) {
  std::vector<Part> all{{{0, 1, 2, 3}, 1}};
  if (f.ring) {
    all.push_back({{0, 3, 1, 2}, 1});
    all.push_back({{0, 2, 1, 3}, -1});
  }
  return all;
}

void declare(input::Reader& in) {
  in.declare({four_spin_key,
              "a list of interactions of four spins, each counted once in every cell. An element has "
              "`sites`, four names of basis sites; `offsets`, those of their cells; and `ring` or `pairs`"},
             "a list of tables");
  in.declare({std::string(four_spin_key) + ".N.ring",
              "K of E = K [(S1.S2)(S3.S4) + (S1.S4)(S2.S3) - (S1.S3)(S2.S4)], the sites in their order round a ring"},
             "energy");
  in.declare({std::string(four_spin_key) + ".N.pairs", "K of E = K (S1.S2)(S3.S4)"}, "energy");
}

/// Nothing where it has errors.
std::optional<FourSpin> read_one(input::Reader& in, const crystal::Crystal& c, const std::string& key) {
  FourSpin f;
  const std::vector<std::string> names = in.texts(key + ".sites");
  if (names.size() != 4) {
    in.error(key + ".sites", fmt::format("expected four names of basis sites, found {}", names.size()));
    return {};
  }
  for (std::size_t k = 0; k < 4; ++k) {
    const auto site = std::find_if(c.basis.begin(), c.basis.end(), [&](const auto& b) { return b.name == names[k]; });
    if (site == c.basis.end()) {
      in.error(key + ".sites", "there is no basis site " + names[k]);
      return {};
    }
    f.basis[k] = static_cast<int>(site - c.basis.begin());
    const std::string at = key + ".offsets." + std::to_string(k + 1);
    const std::vector<double> o = in.numbers(at);
    if (o.size() > 3 ||
        std::any_of(o.begin(), o.end(), [](double x) { return x != std::floor(x) || std::abs(x) > 1000; })) {
      in.error(at, "expected up to three whole numbers, of 1000 at most");
      return {};
    }
    std::transform(o.begin(), o.end(), f.offset[k].begin(), [](double x) { return static_cast<int>(x); });
  }
  f.ring = in.has(key + ".ring");
  if (f.ring == in.has(key + ".pairs")) {
    in.error(key, "expected one of `ring` and `pairs`");
    return {};
  }
  f.k = in.quantity(key + (f.ring ? ".ring" : ".pairs"), input::Dimension::energy);
  return in.sound(key) ? std::optional(f) : std::nullopt;
}

/// The number of site k in that of a cell; -1 beyond an open edge.
std::int64_t number_of(const FourSpin& f, std::size_t k, const crystal::Cells& cells, const std::array<int, 3>& cell) {
  std::array<int, 3> at{};
  for (std::size_t a = 0; a < 3; ++a) {
    at[a] = crystal::wrapped(cell[a] + f.offset[k][a], cells.size[a], cells.periodic[a]);
    if (at[a] < 0) {
      return -1;
    }
  }
  return cells.number(f.basis[k], at[0], at[1], at[2]);
}

/// The same site twice, perhaps around the lattice.
bool repeats(const FourSpin& f, const crystal::Cells& cells) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      bool same = f.basis[i] == f.basis[j];
      for (std::size_t a = 0; a < 3; ++a) {
        const int apart = f.offset[i][a] - f.offset[j][a];
        same = same && (cells.periodic[a] ? apart % cells.size[a] : apart) == 0;
      }
      if (same) {
        return true;
      }
    }
  }
  return false;
}

std::string resolved(const FourSpin& f, const crystal::Crystal& c) {
  std::string sites, offsets;
  for (std::size_t k = 0; k < 4; ++k) {
    sites += fmt::format("{}\"{}\"", k > 0 ? ", " : "", c.basis[static_cast<std::size_t>(f.basis[k])].name);
    offsets += fmt::format("{}[{}, {}, {}]", k > 0 ? ", " : "", f.offset[k][0], f.offset[k][1], f.offset[k][2]);
  }
  return fmt::format("{{sites = [{}], offsets = [{}], {} = {}}}", sites, offsets, f.ring ? "ring" : "pairs",
                     input::exact(f.k));
}

} // namespace

std::vector<FourSpin> read_four_spin(input::Reader& in, const crystal::Crystal& c) {
  declare(in);
  const input::Value* const list = in.node(four_spin_key);
  const auto* const elements = list == nullptr ? nullptr : list->as<input::Value::List>();
  if (elements == nullptr || elements->empty()) {
    in.error(four_spin_key, "expected a list of interactions, [[couplings.four_spin]]");
    return {};
  }
  std::vector<FourSpin> all;
  std::string text;
  for (std::size_t k = 1; k <= elements->size(); ++k) {
    const std::string key = std::string(four_spin_key) + "." + std::to_string(k);
    const std::optional<FourSpin> f = read_one(in, c, key);
    if (!f) {
      in.accept(key);
      continue;
    }
    if (repeats(*f, c.cells)) {
      in.error(key, "has one site twice, perhaps around the lattice: take more cells");
    }
    all.push_back(*f);
    text += (text.empty() ? "[" : ", ") + resolved(*f, c);
  }
  in.resolve(four_spin_key, text + "]");
  return all;
}

std::vector<CrystalBond> bonds_between(const std::vector<FourSpin>& all, const std::vector<CrystalBond>& bonds,
                                       std::size_t ions) {
  std::vector<CrystalBond> fresh;
  const auto same = [](const crystal::Pair& a, const crystal::Pair& b) {
    return a.from == b.from && a.to == b.to && a.offset == b.offset;
  };
  for (const FourSpin& f : all) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        std::array<int, 3> offset{};
        for (std::size_t a = 0; a < 3; ++a) {
          offset[a] = f.offset[j][a] - f.offset[i][a];
        }
        const crystal::Pair pair = crystal::each_once({f.basis[i], f.basis[j], offset, 1}).pair;
        const auto known = [&](const CrystalBond& b) { return same(b.pair, pair); };
        if (std::none_of(bonds.begin(), bonds.end(), known) && std::none_of(fresh.begin(), fresh.end(), known)) {
          fresh.push_back({pair, 0, std::vector(ions, std::vector<PairCoupling>(ions)), 0});
        }
      }
    }
  }
  return fresh;
}

FourSpinTables four_spin_tables(const std::vector<FourSpin>& all, const crystal::Cells& cells,
                                const crystal::Tables& tables) {
  std::vector<int> entry(static_cast<std::size_t>(cells.sites()), -1);
  for (std::size_t e = 0; e < tables.number.size(); ++e) {
    if (tables.number[e] != crystal::Tables::no_site) {
      entry[tables.number[e]] = static_cast<int>(e);
    }
  }
  std::vector<FourSpinProduct> products;
  for (const FourSpin& f : all) {
    for (int z = 0; z < cells.size[2]; ++z) {
      for (int y = 0; y < cells.size[1]; ++y) {
        for (int x = 0; x < cells.size[0]; ++x) {
          std::array<std::int64_t, 4> number{};
          for (std::size_t k = 0; k < 4; ++k) {
            number[k] = number_of(f, k, cells, {x, y, z});
          }
          if (std::find(number.begin(), number.end(), -1) != number.end()) {
            continue;
          }
          for (const Part& part : parts_of(f)) {
            FourSpinProduct p{{}, static_cast<float>(part.sign * f.k)};
            std::transform(part.site.begin(), part.site.end(), p.entry.begin(),
                           [&](std::size_t k) { return entry[static_cast<std::size_t>(number[k])]; });
            products.push_back(p);
          }
        }
      }
    }
  }
  return {std::move(products), tables.entries};
}

double largest_four_spin(const std::vector<FourSpin>& all, int basis) {
  std::vector<double> sums(static_cast<std::size_t>(basis), 0.0);
  for (const FourSpin& f : all) {
    for (const int b : f.basis) {
      sums[static_cast<std::size_t>(b)] += std::abs(f.k) * static_cast<double>(parts_of(f).size());
    }
  }
  return *std::max_element(sums.begin(), sums.end());
}

std::string describe_four_spin(const std::vector<FourSpin>& all, const crystal::Crystal& c,
                               const input::EnergyUnit& unit) {
  constexpr std::size_t most_shown = 12;
  std::string t = "interactions of four spins, in every cell (mean field knows nothing of them):\n";
  for (std::size_t k = 0; k < std::min(all.size(), most_shown); ++k) {
    const FourSpin& f = all[k];
    std::string sites;
    for (std::size_t i = 0; i < 4; ++i) {
      sites += fmt::format(" {}({},{},{})", c.basis[static_cast<std::size_t>(f.basis[i])].name, f.offset[i][0],
                           f.offset[i][1], f.offset[i][2]);
    }
    t += fmt::format("  {}{}: K = {}\n", f.ring ? "ring" : "pairs", sites, in_all_units(f.k, unit));
  }
  return t + (all.size() > most_shown ? fmt::format("  and {} more\n", all.size() - most_shown) : "");
}

} // namespace neel::models
