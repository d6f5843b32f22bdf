// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Reading back what a result file says of itself.

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/hdf5.hpp"
#include "output/results.hpp"

namespace neel::output {

Summary read_summary(const std::string& path) {
  const files::Hdf5Reader file(path);
  if (!file.has("/", "format") || file.text_attribute("/", "format") != "neel-results") {
    throw FileError("cannot read " + path + ": not a result of Neel");
  }
  const std::int64_t version = file.integer_attribute("/", "format_version");
  if (version < 1 || version > 2) {
    throw FileError("cannot read " + path + ": it has format version " + std::to_string(version) +
                    ", but this Neel reads versions 1 and 2");
  }
  Summary s;
  s.version = file.text_attribute("/timing", "version");
  s.revision = file.text_attribute("/timing", "revision");
  s.backend = file.text_attribute("/timing", "backend");
  s.started = file.text_attribute("/timing", "started");
  s.threads = static_cast<int>(file.integer_attribute("/timing", "threads"));
  s.seconds = file.number_attribute("/timing", "seconds");
  s.updates_per_ns = file.number_attribute("/timing", "updates_per_ns");
  s.config_hash = file.text_attribute("/config", "hash");
  s.input = file.text("/config/input");
  if (files::checksum(s.input) != s.config_hash) {
    throw FileError("cannot read " + path + ": damaged: input");
  }
  s.lattice = file.integers_attribute("/lattice", "size");
  s.systems = file.integer_attribute("/lattice", "systems");
  std::vector<std::size_t> sizes; // of a scan there may be several lists
  s.temperature = file.doubles("/results/T", sizes);
  s.unit = input::unit_of_input(s.input, path);
  s.observables = file.members("/results");
  s.complete =
      version == 1 || file.integer_attribute("/results", "complete") != 0; // version 1 was written at the end only
  if (s.complete) {
    s.final_hash = file.text_attribute("/results", "final_configuration_hash");
  }
  s.interruptions = version == 1 ? 0 : file.integer_attribute("/timing", "interruptions");
  return s;
}

} // namespace neel::output
