// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bonds: the couplings of a sample as a table.

#include "files/durable.hpp"
#include "files/print.hpp"
#include "files/text_file.hpp"
#include "input/scan.hpp"
#include "models/bond_file.hpp"
#include "models/models.hpp"
#include "program/commands.hpp"

#include <filesystem>

#include "build_info.hpp"

namespace neel::program {

namespace {

models::Model read(const BondsOptions& options) {
  input::Reader in = input::Reader::from_file(options.input);
  for (const std::string& s : options.set) {
    in.set(s);
  }
  if (!input::take_scan(in).empty()) {
    throw InputError(options.input + ": a scan is several runs; take [scan] out, and choose one with --set");
  }
  input::RunInput run;
  return models::read_input(in, run);
}

} // namespace

void write_bonds(const BondsOptions& options) {
  const models::Model model = read(options);
  const models::BondTables& bonds = model.bonds;
  if (bonds.samples == 0) {
    throw InputError(options.input +
                     ": its couplings are the same for all bonds of a kind; tables are written of those "
                     "that are drawn (couplings.disorder) or come from files (couplings.file)");
  }
  if (options.sample < 0 || options.sample >= bonds.samples) {
    throw InputError("--sample " + std::to_string(options.sample) + ": this input has " +
                     files::counted(static_cast<std::size_t>(bonds.samples), "sample") + ", counted from 0");
  }
  const std::string out =
      options.out.empty() ? std::filesystem::path(options.input).stem().string() + ".bonds.tsv" : options.out;
  std::error_code unknown;
  if (!options.force && std::filesystem::exists(out, unknown)) {
    throw InputError(out + " exists already; --force overwrites it, --out names another");
  }
  const std::vector<models::SiteBond> all = bonds.of(options.sample);
  files::write_text(out, models::bond_table(all, "Neel " NEEL_VERSION ": couplings of sample " +
                                                     std::to_string(options.sample) + " of " + options.input + "\n" +
                                                     bonds.meaning));
  files::print("wrote {}: {} of sample {} of {}\n", out, files::counted(all.size(), "bond"), options.sample,
               bonds.samples);
}

} // namespace neel::program
