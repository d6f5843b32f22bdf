// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/placement.hpp"

#include "files/checksum.hpp"
#include "files/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace neel::models {

namespace {

constexpr std::uint8_t nobody = 255; ///< as many ions as a material can have are fewer

class PlacementReader {
public:
  PlacementReader(const std::string& path, const CrystalInput& crystal, const std::vector<std::string>& ions)
      : file_(path, "#"), crystal_(crystal), cells_(crystal.crystal.cells), ions_(ions) {}

  std::vector<std::uint8_t> read() {
    std::vector<std::uint8_t> placed(static_cast<std::size_t>(cells_.sites()), nobody);
    for (const files::Line& line : file_.lines()) {
      std::uint8_t& here = placed[site(line)];
      if (here != nobody) {
        file_.fail(line, "this site has an ion already");
      }
      here = ion(line);
    }
    fill(placed);
    return placed;
  }

private:
  static constexpr const char* expected = "a cell, a basis site and an ion, as in \"0 0 1 A Fe\"";

  std::size_t site(const files::Line& line) const {
    int at[3];
    for (std::size_t a = 0; a < 3; ++a) {
      const std::int64_t n = file_.integer(line, a, expected);
      if (n < 0 || n >= cells_.size[a]) {
        file_.fail(line, fmt::format("cell {} along axis {} is not one of 0 to {}", n, a + 1, cells_.size[a] - 1));
      }
      at[a] = static_cast<int>(n);
    }
    if (line.words.size() != 5) {
      file_.fail(line, fmt::format("expected {}, found {} words", expected, line.words.size()));
    }
    const auto& basis = crystal_.crystal.basis;
    const auto b = std::find_if(basis.begin(), basis.end(), [&](const auto& s) { return s.name == line.words[3]; });
    if (b == basis.end()) {
      file_.fail(line, "there is no basis site " + input::quoted(line.words[3]));
    }
    return static_cast<std::size_t>(cells_.number(static_cast<int>(b - basis.begin()), at[0], at[1], at[2]));
  }

  std::uint8_t ion(const files::Line& line) const {
    const auto found = std::find(ions_.begin(), ions_.end(), line.words[4]);
    if (found == ions_.end()) {
      file_.fail(line, "there is no ion " + input::quoted(line.words[4]));
    }
    return static_cast<std::uint8_t>(found - ions_.begin());
  }

  /// Sites that have no line.
  void fill(std::vector<std::uint8_t>& placed) const {
    const auto basis = static_cast<std::size_t>(cells_.basis);
    for (std::size_t n = 0; n < placed.size(); ++n) {
      const std::vector<double>& f = crystal_.fractions[n % basis];
      const auto only = std::find(f.begin(), f.end(), 1.0);
      if (placed[n] == nobody && only == f.end()) {
        const std::size_t cell = n / basis, nx = static_cast<std::size_t>(cells_.size[0]),
                          ny = static_cast<std::size_t>(cells_.size[1]);
        throw InputError(fmt::format("{}: no line for site {} of cell {} {} {}, which can hold several ions",
                                     file_.name(), crystal_.crystal.basis[n % basis].name, cell % nx, cell / nx % ny,
                                     cell / nx / ny));
      }
      placed[n] = placed[n] == nobody ? static_cast<std::uint8_t>(only - f.begin()) : placed[n];
    }
  }

  files::TextFile file_;
  const CrystalInput& crystal_;
  const crystal::Cells& cells_;
  const std::vector<std::string>& ions_;
};

} // namespace

void read_placement(input::Reader& in, CrystalInput& crystal, const std::vector<std::string>& ions) {
  if (!in.when(in.has("lattice.placement"))) {
    return;
  }
  crystal.placement =
      in.text({"lattice.placement",
               "a file with the ions of single sites, one in a line: `x y z SITE ION`, the cell counted from 0 and the "
               "name of its "
               "basis site; all systems have them. Sites that are left out have the ion of their basis site",
               "none"});
  const std::string print = in.text(
      {"lattice.placement_print", "the fingerprint of these ions, as resolved inputs have it: others are refused"}, "");
  if (crystal.placement.empty() || crystal.placement.find('\0') != std::string::npos) {
    in.error("lattice.placement", "expected the name of a file, found " + input::quoted(crystal.placement));
  }
  if (in.errors() > 0) {
    return;
  }
  crystal.placed = PlacementReader(crystal.placement, crystal, ions).read();
  const auto basis = crystal.fractions.size();
  const double cells = static_cast<double>(crystal.placed.size()) / static_cast<double>(basis);
  for (std::size_t b = 0; b < basis; ++b) {
    std::vector<std::int64_t> counts(ions.size(), 0);
    for (std::size_t n = b; n < crystal.placed.size(); n += basis) {
      ++counts[crystal.placed[n]];
    }
    for (std::size_t i = 0; i < ions.size(); ++i) {
      crystal.fractions[b][i] = static_cast<double>(counts[i]) / cells;
    }
  }
  const std::string found =
      files::checksum({reinterpret_cast<const char*>(crystal.placed.data()), crystal.placed.size()});
  if (!print.empty() && print != found) {
    in.error("lattice.placement_print",
             crystal.placement + " does not place the ions that it did: their fingerprint is " + found);
  }
  in.resolve("lattice.placement_print", input::quoted(found));
}

} // namespace neel::models
