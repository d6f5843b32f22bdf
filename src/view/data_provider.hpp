// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the page shows: the files of a run, or a simulation of the laboratory. The server asks, from its thread.

#include <cstdint>
#include <string>

namespace neel::view {

class DataProvider {
public:
  virtual ~DataProvider() = default;

  /// JSON: what there is, and which of it is new. The page asks several times a second.
  virtual std::string state() = 0;
  /// A parcel: where the sites are, and on which sublattice.
  virtual std::string sites() = 0;
  /// A parcel: the numbers on the sites, of snapshot `step` (-1: the newest) and of one system. Throws FileError if there is
  /// none.
  virtual std::string frame(std::int64_t step, int system) = 0;
  /// JSON: the curves of a run's observables. Throws FileError if there are none.
  virtual std::string curves();
  /// A parcel: the laboratory's curves from point `since` on. Throws FileError if there are none.
  virtual std::string series(std::int64_t since);
  /// Does what the page asks for, as JSON, and answers in JSON. Throws InputError.
  virtual std::string act(const std::string& command);
};

} // namespace neel::view
