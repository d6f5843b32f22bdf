// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/bond_file.hpp"

#include "files/checksum.hpp"
#include "files/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>

namespace neel::models {

namespace {

struct PlacedBond {
  SiteBond bond;
  const files::Line* line;
};

std::uint32_t site(const files::TextFile& file, const files::Line& line, std::size_t word, std::int64_t sites) {
  const std::int64_t n = file.integer(line, word, "two sites and J");
  if (n < 0 || n >= sites) {
    file.fail(line, fmt::format("there is no site {}; sites are counted from 0 to {}", n, sites - 1));
  }
  return static_cast<std::uint32_t>(n);
}

/// The first line may name the columns.
bool is_header(const files::Line& line) {
  return std::none_of(line.words.begin(), line.words.end(), [](const std::string& w) { return files::to_number(w); });
}

} // namespace

std::vector<SiteBond> read_bond_file(const std::string& path, std::int64_t sites) {
  const files::TextFile file(path, "#");
  std::vector<PlacedBond> all;
  for (const files::Line& line : file.lines()) {
    if (&line == &file.lines().front() && is_header(line)) {
      continue;
    }
    if (line.words.size() != 3) {
      file.fail(line, fmt::format("expected two sites and J, found {}", files::counted(line.words.size(), "word")));
    }
    const std::uint32_t a = site(file, line, 0, sites), b = site(file, line, 1, sites);
    if (a == b) {
      file.fail(line, fmt::format("the bond joins site {} to itself", a));
    }
    all.push_back({{std::min(a, b), std::max(a, b), file.number(line, 2, "two sites and J")}, &line});
  }
  if (all.empty()) {
    throw InputError(path + ": holds no bonds");
  }
  std::stable_sort(all.begin(), all.end(), [](const PlacedBond& x, const PlacedBond& y) {
    return std::tie(x.bond.a, x.bond.b) < std::tie(y.bond.a, y.bond.b);
  });
  std::vector<SiteBond> bonds;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const SiteBond& bond = all[k].bond;
    if (k > 0 && bond.a == bonds.back().a && bond.b == bonds.back().b) {
      file.fail(*all[k].line, fmt::format("the bond of sites {} and {} stands there twice, in line {}, too", bond.a,
                                          bond.b, all[k - 1].line->number));
    }
    bonds.push_back(bond);
  }
  return bonds;
}

namespace {

/// Of what the tables say, not of how they are written.
std::string print_of(const std::vector<std::vector<SiteBond>>& samples) {
  std::string text;
  for (const auto& bonds : samples) {
    text += bond_table(bonds, "");
  }
  return files::checksum(text);
}

} // namespace

BondFiles read_bond_files(input::Reader& in, std::int64_t sites, int samples) {
  const std::string key = "couplings.file", print = "couplings.file_print";
  BondFiles files;
  files.paths = in.texts({key,
                          "tables of couplings, a line `site site J` for each bond, one for all samples or a list with "
                          "one for each ([spin-glasses.md](spin-glasses.md))",
                          "none"});
  std::string before;
  if (in.when(in.has(print))) {
    before = in.text(
        {print, "the fingerprint of these tables, as resolved inputs have it: others are refused", "not compared"});
  }
  if (in.errors() > 0 || in.when(false)) {
    return files;
  }
  if (files.paths.size() != 1 && files.paths.size() != static_cast<std::size_t>(samples)) {
    in.error(key, fmt::format("expected one file, or one for each of the {} samples, found {}", samples,
                              files.paths.size()));
    return files;
  }
  for (const std::string& path : files.paths) {
    files.samples.push_back(read_bond_file(path, sites));
  }
  const std::string now = print_of(files.samples);
  if (!before.empty() && before != now) {
    in.error(print, "the couplings are not what they were: their fingerprint is " + now);
  }
  in.resolve(print, input::quoted(now));
  return files;
}

std::string bond_table(const std::vector<SiteBond>& bonds, const std::string& head) {
  std::string text;
  std::istringstream lines(head);
  for (std::string line; std::getline(lines, line);) {
    text += "# " + line + "\n";
  }
  text += "site\tsite\tJ\n";
  for (const SiteBond& bond : bonds) {
    text += fmt::format("{}\t{}\t{}\n", bond.a, bond.b, bond.j);
  }
  return text;
}

} // namespace neel::models
