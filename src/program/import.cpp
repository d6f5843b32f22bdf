// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel import: an input from the files of another program.

#include "import/import.hpp"

#include "files/durable.hpp"
#include "files/print.hpp"
#include "program/commands.hpp"

#include <filesystem>

#include "build_info.hpp"

namespace neel::program {

namespace {

/// The name of the file or folder, and .toml.
std::string default_name(const std::string& file) {
  std::filesystem::path p = std::filesystem::path(file).lexically_normal();
  if (!p.has_filename()) { // "folder/"
    p = p.parent_path();
  }
  std::string stem = std::filesystem::is_directory(file) ? p.filename().string() : p.stem().string();
  return (stem.empty() || stem == "." || stem == ".." ? "imported" : stem) + ".toml";
}

void show(const std::string& title, const std::vector<std::string>& items) {
  if (!items.empty()) {
    files::print("{}\n", title);
  }
  for (const std::string& i : items) {
    files::print("{}", files::wrapped(i, "  - ", "    "));
  }
}

} // namespace

void import_input(const ImportOptions& options) {
  const std::string out = options.out.empty() ? default_name(options.what.file) : options.out;
  std::error_code unknown;
  const std::filesystem::file_status there = std::filesystem::status(out, unknown);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    throw InputError(out + " is in the way: an input is a regular file; --out names another");
  }
  if (!options.force && std::filesystem::exists(there)) {
    throw InputError(out + " exists already; --force overwrites it, --out names another");
  }
  const imports::Result r =
      imports::import_file(options.what, "neel import " + options.what.file + ", Neel " NEEL_VERSION);
  for (const std::string& file : r.files) {
    if (std::filesystem::equivalent(file, out, unknown)) {
      throw InputError(out + " is one of the files that are imported; --out names another");
    }
  }
  files::write_text(out, r.text);
  files::print("{}", files::wrapped("wrote " + out + " from " + r.source, "", "  "));
  if (r.orbits > 0) {
    files::print("  basis sites: {}; orbits of bonds, which wait for couplings: {}\n", r.sites, r.orbits);
  } else {
    files::print("  basis sites: {}; shells with one J: {}; single bonds: {}\n", r.sites, r.shells, r.singles);
  }
  show("not carried over:", r.lost);
  show("to know:", r.notes);
}

} // namespace neel::program
