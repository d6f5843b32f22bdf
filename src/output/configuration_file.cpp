// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.vtkhdf: an image, or the points of a crystal. VTK takes an image for one of as many axes as it has lengths above 1, and these for its first axes. So the axes
// along which a lattice is flat come last, its arrays are without them, and Direction says where each axis points.

#include "files/hdf5.hpp"
#include "output/results.hpp"

#include <algorithm>
#include <array>
#include <numeric>

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

/// The values and labels of a configuration, in arrays of these lengths.
void write_point_data(files::Hdf5Writer& file, const run::Configuration& c, std::vector<hsize_t> sizes) {
  const std::string group = "/VTKHDF/PointData";
  file.group(group);
  if (!c.labels.empty()) {
    file.plain(group + "/" + c.label_name, c.labels, sizes);
  }
  if (!c.values.empty()) {
    if (c.components > 1) {
      sizes.push_back(c.components);
    }
    file.plain(group + "/" + c.name, c.values, sizes);
  }
  file.ascii_attribute(group, c.components == 3 && !c.values.empty() ? "Vectors" : "Scalars",
                       c.values.empty() ? c.label_name : c.name);
}

void write_image(files::Hdf5Writer& file, const run::Configuration& c, const input::LatticeInput& lattice) {
  const Axes axes = image_axes(lattice.size);
  const auto n = [&](std::size_t i) { return std::int64_t{lattice.size[axes[i]]}; };
  const std::string root = "/VTKHDF";
  file.ascii_attribute(root, "Type", "ImageData");
  file.attribute(root, "WholeExtent", std::vector<std::int64_t>{0, n(0) - 1, 0, n(1) - 1, 0, n(2) - 1});
  file.attribute(root, "Origin", std::vector<double>{0, 0, 0});
  file.attribute(root, "Spacing", std::vector<double>{1, 1, 1});
  file.attribute(root, "Direction", direction(axes));
  std::vector<hsize_t> sizes{static_cast<hsize_t>(n(0))};
  for (std::size_t i = 1; i < 3 && n(i) > 1; ++i) {
    sizes.insert(sizes.begin(), static_cast<hsize_t>(n(i)));
  }
  write_point_data(file, c, sizes);
}

/// Where the sites of a crystal are, in the order of their numbers.
std::vector<float> positions(const input::LatticeInput& lattice) {
  std::vector<float> points;
  points.reserve(3 * static_cast<std::size_t>(lattice.sites()));
  for (int z = 0; z < lattice.size[2]; ++z) {
    for (int y = 0; y < lattice.size[1]; ++y) {
      for (int x = 0; x < lattice.size[0]; ++x) {
        for (const auto& b : lattice.basis) {
          const double at[3] = {x + b[0], y + b[1], z + b[2]};
          for (std::size_t k = 0; k < 3; ++k) {
            points.push_back(static_cast<float>(at[0] * lattice.cell[0][k] + at[1] * lattice.cell[1][k] +
                                                at[2] * lattice.cell[2][k]));
          }
        }
      }
    }
  }
  return points;
}

/// Each site is a point, and a cell of VTK by itself.
void write_points(files::Hdf5Writer& file, const run::Configuration& c, const input::LatticeInput& lattice) {
  const std::string root = "/VTKHDF";
  const auto n = static_cast<std::size_t>(lattice.sites());
  file.ascii_attribute(root, "Type", "UnstructuredGrid");
  for (const char* name : {"/NumberOfPoints", "/NumberOfCells", "/NumberOfConnectivityIds"}) {
    file.plain(root + name, std::vector<std::int64_t>{static_cast<std::int64_t>(n)});
  }
  file.plain(root + "/Points", positions(lattice), {n, 3});
  std::vector<std::int64_t> count(n + 1);
  std::iota(count.begin(), count.end(), std::int64_t{0});
  file.plain(root + "/Offsets", count);
  count.pop_back();
  file.plain(root + "/Connectivity", count);
  constexpr std::uint8_t vertex = 1;
  file.plain(root + "/Types", std::vector<std::uint8_t>(n, vertex), {n});
  write_point_data(file, c, {n});
}

} // namespace

void write_configuration(const run::Configuration& c, const input::RunInput& run, const std::string& path) {
  files::Hdf5Writer file(path);
  const std::string root = "/VTKHDF";
  file.group(root);
  file.attribute(root, "Version", std::vector<std::int64_t>{2, 0});
  if (run.lattice.basis.empty()) {
    write_image(file, c, run.lattice);
  } else {
    write_points(file, c, run.lattice);
  }
  file.commit();
}

} // namespace neel::output
