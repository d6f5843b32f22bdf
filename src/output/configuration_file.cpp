// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.vtkhdf. VTK takes an image for one of as many axes as it has lengths above 1, and these for its first axes. So the axes
// along which a lattice is flat come last, its arrays are without them, and Direction says where each axis points.

#include "files/hdf5.hpp"
#include "output/results.hpp"

#include <algorithm>
#include <array>

namespace neel::output {

namespace {

using Axes = std::array<std::size_t, 3>;

Axes image_axes(const std::array<int, 3>& size) {
  Axes axes{0, 1, 2};
  std::stable_partition(axes.begin(), axes.end(), [&](std::size_t a) { return size[a] > 1; });
  return axes;
}

/// The matrix whose columns are the image's axes. Where an axis was moved, the last one is flat: its sign is free, and such
/// that the axes are right-handed.
std::vector<double> direction(const Axes& axes) {
  std::vector<double> matrix(9, 0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    matrix[3 * axes[i] + i] = 1;
  }
  if ((axes[0] + 1) % 3 != axes[1]) {
    matrix[3 * axes[2] + 2] = -1;
  }
  return matrix;
}

} // namespace

void write_configuration(const run::Configuration& c, const input::RunInput& run, const std::string& path) {
  files::Hdf5Writer file(path);
  const Axes axes = image_axes(run.lattice.size);
  const auto n = [&](std::size_t i) { return std::int64_t{run.lattice.size[axes[i]]}; };
  const std::string root = "/VTKHDF";
  file.group(root);
  file.attribute(root, "Version", std::vector<std::int64_t>{2, 0});
  file.ascii_attribute(root, "Type", "ImageData");
  file.attribute(root, "WholeExtent", std::vector<std::int64_t>{0, n(0) - 1, 0, n(1) - 1, 0, n(2) - 1});
  file.attribute(root, "Origin", std::vector<double>{0, 0, 0});
  file.attribute(root, "Spacing", std::vector<double>{1, 1, 1});
  file.attribute(root, "Direction", direction(axes));
  file.group(root + "/PointData");
  std::vector<hsize_t> sizes{static_cast<hsize_t>(n(0))};
  for (std::size_t i = 1; i < 3 && n(i) > 1; ++i) {
    sizes.insert(sizes.begin(), static_cast<hsize_t>(n(i)));
  }
  if (!c.labels.empty()) {
    file.plain(root + "/PointData/" + c.label_name, c.labels, sizes);
  }
  if (!c.values.empty()) {
    if (c.components > 1) {
      sizes.push_back(c.components);
    }
    file.plain(root + "/PointData/" + c.name, c.values, sizes);
  }
  file.ascii_attribute(root + "/PointData", c.components == 3 && !c.values.empty() ? "Vectors" : "Scalars",
                       c.values.empty() ? c.label_name : c.name);
  file.commit();
}

} // namespace neel::output
