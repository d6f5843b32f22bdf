// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/import.hpp"

#include "errors/errors.hpp"
#include "files/text_file.hpp"
#include "import/bond_table.hpp"
#include "import/cell.hpp"
#include "import/espins.hpp"
#include "import/structure.hpp"
#include "import/tb2j.hpp"
#include "import/uppasd.hpp"
#include "import/vampire.hpp"
#include "import/writer.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace neel::imports {

namespace {

namespace fs = std::filesystem;

/// What is to be read, and how.
struct Chosen {
  std::string file, format, materials;
};

std::vector<std::string> files_ending(const fs::path& folder, const std::string& ending) {
  std::vector<std::string> found;
  std::error_code unknown;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, unknown)) {
    if (lower_case(e.path().extension().string()) == ending) {
      found.push_back(e.path().string());
    }
  }
  if (unknown) {
    throw FileError("cannot read " + folder.string() + ": " + unknown.message());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// A folder of TB2J (exchange.out), UppASD (inpsd.dat; TB2J calls it input) or Vampire (one .ucf, and maybe one .mat).
Chosen choose_in_folder(const Options& o) {
  const fs::path folder(o.file);
  for (const char* name : {tb2j_file, tb2j_xml}) {
    if ((o.format == "auto" || o.format == "tb2j") && fs::exists(folder / name)) {
      return {(folder / name).string(), "tb2j", o.materials};
    }
  }
  if (o.format != "vampire") {
    const std::vector<std::string> cells = files_ending(folder, ".ucf");
    for (const char* name : {"inpsd.dat", "input"}) {
      if (fs::exists(folder / name) && (cells.empty() || o.format == "uppasd")) {
        return {(folder / name).string(), "uppasd", ""};
      }
    }
  }
  const std::vector<std::string> cells = files_ending(folder, ".ucf"), materials = files_ending(folder, ".mat");
  if (cells.size() != 1 || (o.format != "auto" && o.format != "vampire")) {
    throw InputError(o.file +
                     ": expected a folder with exchange.out, inpsd.dat, or one unit cell file (.ucf); it has " +
                     (cells.size() > 1 ? "several: name one" : "none"));
  }
  return {cells.front(), "vampire", o.materials.empty() && materials.size() == 1 ? materials.front() : o.materials};
}

Chosen choose(const Options& o) {
  std::error_code unknown;
  if (fs::is_directory(o.file, unknown)) {
    return choose_in_folder(o);
  }
  if (o.format != "auto") {
    return {o.file, o.format, o.materials};
  }
  const std::string ending = lower_case(fs::path(o.file).extension().string()),
                    name = lower_case(fs::path(o.file).filename().string());
  if (ending == ".ucf") {
    return {o.file, "vampire", o.materials};
  }
  if (name == tb2j_file || ending == ".xml") {
    return {o.file, "tb2j", o.materials};
  }
  if (ending == ".mcin") {
    return {o.file, "espins", o.materials};
  }
  if (ending == ".cif" || ending == ".mcif") {
    return {o.file, "cif", o.materials};
  }
  if (ending == ".vasp" || ending == ".poscar" || name.starts_with("poscar") || name.starts_with("contcar")) {
    return {o.file, "poscar", o.materials};
  }
  const TextFile file(o.file, "#!");
  for (const Line& line : file.lines()) {
    if (lower_case(line.words.front()) == "posfile") {
      return {o.file, "uppasd", ""};
    }
    if (line.words.front() == "from" || line.words.front() == "site") {
      return {o.file, "table", ""};
    }
  }
  throw InputError(
      o.file + ": is no CIF (.cif), POSCAR, exchange.out, unit cell file (.ucf), inpsd.dat or .mcin, and no table of "
               "bonds with a line of columns (from to dx dy dz J); --format says what it is");
}

Imported read(const Chosen& c, const Options& o) {
  if (c.format != "vampire" && !o.materials.empty()) {
    throw InputError("--materials is for unit cell files of Vampire");
  }
  const bool structure = c.format == "cif" || c.format == "poscar";
  if (c.format != "uppasd" && !o.cell.empty()) {
    throw InputError("--cell is for inputs of UppASD");
  }
  if (c.format != "uppasd" && !structure && !o.ions.empty()) {
    throw InputError("--ions is for CIFs, POSCARs and inputs of UppASD");
  }
  if (!structure && o.within) {
    throw InputError("--within is for CIFs and POSCARs");
  }
  if (structure) {
    return magnetic_crystal(c.format == "cif" ? read_cif(c.file) : read_poscar(c.file), {o.ions, o.within});
  }
  if (c.format == "vampire") {
    const VampireMaterials materials = c.materials.empty() ? VampireMaterials{} : read_vampire_materials(c.materials);
    Imported in = read_vampire(c.file, materials, o.average);
    in.files = {c.file, c.materials};
    return in;
  }
  if (c.format == "uppasd") {
    UppasdOptions options{{}, o.ions, o.average};
    if (!o.cell.empty()) {
      options.cell = parse_cell(o.cell, "--cell");
    }
    return read_uppasd(c.file, options);
  }
  if (c.format == "tb2j") {
    return lower_case(fs::path(c.file).extension().string()) == ".xml" ? read_tb2j_xml(c.file, o.average)
                                                                       : read_tb2j(c.file, o.average);
  }
  if (c.format == "espins") {
    return read_espins(c.file, o.average);
  }
  Imported in = read_bond_table(c.file, o.average);
  in.files = {c.file};
  return in;
}

/// The size, if there is none yet: 8 cells or more along axes that bonds lead along, 1 along others.
void choose_size(Imported& in, const std::string& size) {
  std::array<int, 3> reach{0, 0, 0};
  const auto add = [&](const crystal::Pair& p) {
    for (std::size_t a = 0; a < 3; ++a) {
      reach[a] = std::max(reach[a], std::abs(p.offset[a]));
    }
  };
  for (const Bond& b : in.bonds) {
    add(b.pair);
  }
  for (const BondOrbit& o : in.orbits) {
    std::for_each(o.bonds.begin(), o.bonds.end(), add);
  }
  const bool said = in.size.has_value() || !size.empty();
  if (!size.empty()) {
    in.size = parse_size(size, "--size");
  }
  std::array<int, 3> proposed{1, 1, 1};
  for (std::size_t a = 0; a < 3; ++a) {
    proposed[a] = reach[a] == 0 ? 1 : std::max(8, 2 * reach[a] + 2);
  }
  const std::array<int, 3> cells = in.size.value_or(proposed);
  std::array<bool, 3> periodic = in.periodic.value_or(std::array{cells[0] > 1, cells[1] > 1, cells[2] > 1});
  for (std::size_t a = 0; a < 3; ++a) {
    if (cells[a] == 1 && reach[a] > 0) {
      throw InputError((size.empty() ? in.source : "--size " + size) + ": there is one cell along axis " +
                       std::to_string(a + 1) + ", where bonds lead " + std::to_string(reach[a]) +
                       " on; give more by --size");
    }
    periodic[a] = periodic[a] && cells[a] > 1;
  }
  in.size = cells;
  in.periodic = periodic;
  if (!said) {
    in.notes.emplace_back("the size is a proposal");
  }
}

void check(const Imported& in, const crystal::Crystal& c) {
  if (in.bonds.empty() && in.orbits.empty()) {
    throw InputError(in.source + ": there is no coupling that is not zero");
  }
  if (in.bonds.size() > 100'000) {
    throw InputError(in.source + ": more than 100000 bonds a cell");
  }
  for (const Bond& b : in.bonds) {
    const Vector r = c.between(b.pair.from, b.pair.to, b.pair.offset);
    if (r == Vector{}) {
      throw InputError(b.from.front() + ": this bond has no length: its two atoms are in one place");
    }
  }
}

} // namespace

Result import_file(const Options& options, const std::string& command) {
  const Chosen chosen = choose(options);
  Imported in = read(chosen, options);
  choose_size(in, options.size);
  const crystal::Crystal c = crystal_of(in);
  check(in, c);
  const std::vector<Group> groups = group_bonds(in, c);
  Result r{
      input_text(in, groups, command), in.source, in.files, in.lost, in.notes, in.sites.size(), 0, 0, in.orbits.size()};
  for (const Group& g : groups) {
    ++(g.shell > 0 ? r.shells : r.singles);
  }
  return r;
}

} // namespace neel::imports
