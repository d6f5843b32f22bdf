// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The configurations in NAME.vtkhdf: one, or those of many time steps.

#include "files/hdf5.hpp"

namespace neel::view {

class Configurations {
public:
  /// Throws FileError if this is no such file.
  explicit Configurations(const std::string& path);

  std::int64_t steps() const { return steps_; }
  /// Numbers of the systems that are there; the first alone where the file does not say.
  const std::vector<std::int64_t>& systems() const { return systems_; }
  /// A parcel: of an image its sizes, x first, and the axes of the lattice that these are along; of a crystal the positions of
  /// the sites, and the basis site of each where there are so many `cells`.
  std::string sites(std::int64_t cells) const;
  /// A parcel: all arrays of one system (of the first, if it is not there) at one step, with its time and conditions.
  std::string frame(std::int64_t step, std::int64_t system) const;

private:
  bool image() const { return type_ == "ImageData"; }
  run::Array read(const std::string& name, std::int64_t step) const;

  files::Hdf5Reader file_;
  std::string type_;
  std::int64_t steps_ = 1, points_ = 0;
  bool timed_ = false;
  std::vector<std::int64_t> systems_{0};
};

} // namespace neel::view
