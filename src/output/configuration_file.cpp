// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.vtkhdf without time steps: an image, or the points of a crystal.

#include "files/hdf5.hpp"
#include "model/site_layout.hpp"
#include "output/snapshot_file.hpp"

#include <numeric>

namespace neel::output {

namespace {

const std::string vtk_root = "/VTKHDF", vtk_points = "/VTKHDF/PointData";

void write_image_head(files::Hdf5Writer& file, const input::LatticeInput& lattice) {
  file.group(vtk_root);
  file.attribute(vtk_root, "Version", std::vector<std::int64_t>{2, 0});
  if (!lattice.basis.empty()) {
    file.ascii_attribute(vtk_root, "Type", "UnstructuredGrid");
    return;
  }
  const models::ImageLayout l = models::image_layout(lattice.size);
  file.ascii_attribute(vtk_root, "Type", "ImageData");
  file.attribute(vtk_root, "WholeExtent",
                 std::vector<std::int64_t>{0, l.lengths[0] - 1, 0, l.lengths[1] - 1, 0, l.lengths[2] - 1});
  file.attribute(vtk_root, "Origin", std::vector<double>{0, 0, 0});
  file.attribute(vtk_root, "Spacing", std::vector<double>{1, 1, 1});
  file.attribute(vtk_root, "Direction", l.direction);
}

/// Each site is a point, and a cell of VTK by itself.
void write_points(files::Hdf5Writer& file, const input::LatticeInput& lattice) {
  const auto n = static_cast<std::size_t>(lattice.sites());
  for (const char* name : {"/NumberOfPoints", "/NumberOfCells", "/NumberOfConnectivityIds"}) {
    file.plain(vtk_root + name, std::vector<std::int64_t>{static_cast<std::int64_t>(n)});
  }
  file.plain(vtk_root + "/Points", models::positions(lattice), {n, 3});
  std::vector<std::int64_t> count(n + 1);
  std::iota(count.begin(), count.end(), std::int64_t{0});
  file.plain(vtk_root + "/Offsets", count);
  count.pop_back();
  file.plain(vtk_root + "/Connectivity", count);
  constexpr std::uint8_t vertex = 1;
  file.plain(vtk_root + "/Types", std::vector<std::uint8_t>(n, vertex), {n});
}

/// The numbers that the bytes of an array are.
template <class T>
std::span<const T> numbers_in(std::string_view bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

void write_arrays(files::Hdf5Writer& file, const Shot& shot, const std::string& suffix,
                  const std::vector<hsize_t>& sites) {
  for (const PointArray& a : point_arrays(shot, suffix)) {
    std::vector<hsize_t> sizes = sites;
    if (a.components > 1) {
      sizes.push_back(a.components);
    }
    if (a.type == files::Hdf5Type::u8) {
      file.plain(vtk_points + "/" + a.name, numbers_in<std::uint8_t>(a.bytes), sizes);
    } else {
      file.plain(vtk_points + "/" + a.name, numbers_in<float>(a.bytes), sizes);
    }
  }
}

/// /neel, as files with time steps have it.
void write_own(files::Hdf5Writer& file, const SnapshotHead& head, const Moment& moment) {
  file.group("/neel");
  file.ascii_attribute("/neel", "format", "neel-snapshots");
  file.ascii_attribute("/neel", "model", head.model);
  file.ascii_attribute("/neel", "input_hash", head.input_hash);
  file.plain("/neel/systems", std::vector<std::int64_t>(head.places.begin(), head.places.end()));
  file.plain("/neel/sweep", std::vector<std::int64_t>{static_cast<std::int64_t>(moment.sweep)});
  file.plain("/neel/point", std::vector<std::int64_t>{moment.point});
  file.plain("/neel/field", std::vector<double>{moment.field});
  file.plain("/neel/temperature", std::span<const double>(moment.temperatures), {1, moment.temperatures.size()});
}

} // namespace

void write_configuration(const input::RunInput& run, const SnapshotHead& head, const Moment& moment,
                         const SnapshotFile::Shoot& shoot, const std::string& path) {
  files::Hdf5Writer file(path);
  const bool crystal = !run.lattice.basis.empty();
  write_image_head(file, run.lattice);
  if (crystal) {
    write_points(file, run.lattice);
  }
  std::vector<hsize_t> sites{static_cast<hsize_t>(run.lattice.sites())};
  if (!crystal) {
    const auto sizes = models::image_layout(run.lattice.size).sizes;
    sites.assign(sizes.begin(), sizes.end());
  }
  file.group(vtk_points);
  for (std::size_t k = 0; k < head.places.size(); ++k) {
    const Shot shot = shoot(head.places[k]);
    write_arrays(file, shot, suffix_of(k, head.places[k]), sites);
    if (k == 0) {
      const auto [name, kind] = main_array(shot.configuration);
      file.ascii_attribute(vtk_points, kind, name);
    }
  }
  write_own(file, head, moment);
  file.commit();
}

} // namespace neel::output
