// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.vtkhdf.

#include "files/hdf5.hpp"
#include "output/results.hpp"

namespace neel::output {

void write_configuration(const models::Configuration& c, const input::RunInput& run, const std::string& path) {
  files::Hdf5Writer file(path, 4 * c.spins.size() + c.labels.size());
  const auto& size = run.lattice.size;
  const auto n = [&](std::size_t a) { return static_cast<hsize_t>(size[a]); };
  const std::string root = "/VTKHDF";
  file.group(root);
  file.attribute(root, "Version", std::vector<std::int64_t>{2, 0});
  file.ascii_attribute(root, "Type", "ImageData");
  file.attribute(root, "WholeExtent", std::vector<std::int64_t>{0, size[0] - 1, 0, size[1] - 1, 0, size[2] - 1});
  file.attribute(root, "Origin", std::vector<double>{0, 0, 0});
  file.attribute(root, "Spacing", std::vector<double>{1, 1, 1});
  file.attribute(root, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file.group(root + "/PointData");
  std::vector<hsize_t> sizes{n(2), n(1), n(0)};
  if (!c.labels.empty()) {
    file.plain(root + "/PointData/" + c.label_name, c.labels, sizes);
  }
  if (!c.spins.empty()) {
    if (c.components > 1) {
      sizes.push_back(c.components);
    }
    file.plain(root + "/PointData/" + c.name, c.spins, sizes);
  }
  file.ascii_attribute(root + "/PointData", c.components == 3 && !c.spins.empty() ? "Vectors" : "Scalars",
                       c.spins.empty() ? c.label_name : c.name);
  file.commit();
}

} // namespace neel::output
