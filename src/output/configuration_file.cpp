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

/// An array of these sites, without bytes, to be written in the same pieces of sites.
run::Array head_of(const PointArray& a, const run::Array& sites) {
  run::Array head = sites;
  head.number = a.type == files::Hdf5Type::u8 ? run::Array::Number::u8 : run::Array::Number::f32;
  if (a.components > 1) {
    head.sizes.push_back(a.components);
  }
  return head;
}

/// The arrays of a system, piece by piece. `sites`: an array with a byte for each.
void write_arrays(files::Hdf5Writer& file, const SnapshotFile::Shoot& shoot, int place, const std::string& suffix,
                  const run::Array& sites) {
  struct Written {
    run::Array head;
    files::Handle set;
  };
  std::vector<Written> all;
  for (std::uint64_t number = 0; number < run::count_pieces(sites); ++number) {
    const run::Piece piece = run::piece_of(sites, number);
    const Shot shot = shoot(place, {piece.begin, piece.end - piece.begin});
    const std::vector<PointArray> arrays = point_arrays(shot, suffix);
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      if (number == 0) {
        const run::Array head = head_of(arrays[a], sites);
        all.push_back({head, file.begin(vtk_points + "/" + arrays[a].name, head)});
      }
      file.write_piece(all.at(a).set, all[a].head, number, arrays[a].bytes.data());
    }
    if (number == 0 && suffix.empty()) {
      const auto [name, kind] = main_array(shot.configuration);
      file.ascii_attribute(vtk_points, kind, name);
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
  run::Array sites{"sites", run::Array::Number::u8, {static_cast<std::uint64_t>(run.lattice.sites())}, {}};
  if (!crystal) {
    sites.sizes = models::image_layout(run.lattice.size).sizes;
  }
  sites.pieces = run::pieces_of(sites.sizes, 1, sites.sizes.size() - 1, run::most_sites_at_once);
  file.group(vtk_points);
  for (std::size_t k = 0; k < head.places.size(); ++k) {
    write_arrays(file, shoot, head.places[k], suffix_of(k, head.places[k]), sites);
  }
  write_own(file, head, moment);
  file.commit();
}

} // namespace neel::output
