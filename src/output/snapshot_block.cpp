// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What NAME.vtkhdf has beside its arrays of sites: groups, attributes, lists of steps.
#include "model/site_layout.hpp"
#include "output/result_parts.hpp"
#include "output/snapshot_file.hpp"

#include <algorithm>

namespace neel::output {

SnapshotFile::Address SnapshotFile::dataset(files::Hdf5Block& b, const Stored& a, std::size_t steps) const {
  const bool fixed = std::any_of(fixed_.begin(), fixed_.end(), [&](const Stored& f) { return &f == &a; });
  const std::uint64_t times = a.changes ? steps : 1;
  Sizes sizes = a.step, chunk = a.chunk;
  if (fixed || crystal()) {
    sizes[0] *= times; // one step after another
  } else {
    sizes.insert(sizes.begin(), times);
    chunk.insert(chunk.begin(), 1);
  }
  return b.chunked(a.type, sizes, chunk, std::span(a.chunks).first(times * a.pieces));
}

SnapshotFile::Address SnapshotFile::steps_group(files::Hdf5Block& b, std::size_t steps) const {
  std::map<std::string, Address> members, offsets;
  std::vector<double> values;
  for (std::size_t s = 0; s < steps; ++s) {
    values.push_back(static_cast<double>(moments_[s].sweep));
  }
  members["Values"] = b.values(values, {steps});
  const std::int64_t each = crystal() ? run_.lattice.sites() : 1;
  std::vector<std::int64_t> numbers(steps, 0), zero(steps, 0);
  for (std::size_t s = 0; s < steps; ++s) {
    numbers[s] = static_cast<std::int64_t>(s) * each;
  }
  const Address changing = b.values(numbers, {steps}), still = b.values(zero, {steps});
  for (const Stored& a : arrays_) {
    offsets[a.name] = a.changes ? changing : still; // the same dataset by several names
  }
  members["PointDataOffsets"] = b.group(offsets);
  // What VTK shows of a step beside its arrays, as /neel has it.
  const auto sizes = [&](std::int64_t components) {
    std::vector<std::int64_t> all(2 * steps, 1);
    for (std::size_t s = 0; s < steps; ++s) {
      all[2 * s] = components;
    }
    return b.values(all, {steps, 2});
  };
  const Address counted = crystal() ? b.values(count_up(steps), {steps}) : changing, one = sizes(1);
  members["FieldDataOffsets"] = b.group({{"field", counted}, {"sweep", counted}, {"temperature", counted}});
  members["FieldDataSizes"] =
      b.group({{"field", one}, {"sweep", one}, {"temperature", sizes(static_cast<std::int64_t>(head_.places.size()))}});
  if (crystal()) {
    members["PartOffsets"] = members["PointOffsets"] = still;
    members["CellOffsets"] = members["ConnectivityIdOffsets"] = b.values(zero, {steps, 1});
    members["NumberOfParts"] = b.values(std::vector<std::int64_t>(steps, 1), {steps});
  }
  return b.group(members, files::Hdf5Attributes().add("NSteps", static_cast<std::int64_t>(steps)));
}

std::map<std::string, SnapshotFile::Address> SnapshotFile::conditions(files::Hdf5Block& b, std::size_t steps) const {
  std::vector<std::int64_t> sweep, point;
  std::vector<double> field, temperature;
  for (const Moment& m : std::span(moments_).first(steps)) {
    sweep.push_back(static_cast<std::int64_t>(m.sweep));
    point.push_back(m.point);
    field.push_back(m.field);
    temperature.insert(temperature.end(), m.temperatures.begin(), m.temperatures.end());
  }
  const std::vector<std::int64_t> systems(head_.places.begin(), head_.places.end());
  return {{"systems", b.values(systems, {systems.size()})},
          {"sweep", b.values(sweep, {steps})},
          {"point", b.values(point, {steps})},
          {"field", b.values(field, {steps})},
          {"temperature", b.values(temperature, {steps, systems.size()})}};
}

files::AppendableFile::Block SnapshotFile::block(std::uint64_t at, std::size_t steps) const {
  files::Hdf5Block b(at);
  std::map<std::string, Address> points, members;
  files::Hdf5Attributes attributes;
  attributes.add("Version", std::vector<std::int64_t>{2, 0});
  if (crystal()) {
    attributes.add("Type", "UnstructuredGrid");
    for (const char* name : {"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"}) {
      members[name] = b.values(std::vector<std::int64_t>{run_.lattice.sites()}, {1});
    }
    for (const Stored& a : fixed_) {
      members[a.name] = dataset(b, a, steps);
    }
  } else {
    const models::ImageLayout l = models::image_layout(run_.lattice.size);
    attributes.add("Type", "ImageData");
    attributes.add("WholeExtent",
                   std::vector<std::int64_t>{0, l.lengths[0] - 1, 0, l.lengths[1] - 1, 0, l.lengths[2] - 1});
    attributes.add("Origin", std::vector<double>{0, 0, 0}).add("Spacing", std::vector<double>{1, 1, 1});
    attributes.add("Direction", l.direction);
  }
  for (const Stored& a : arrays_) {
    points[a.name] = dataset(b, a, steps);
  }
  members["PointData"] = b.group(points, files::Hdf5Attributes().add(main_.second, main_.first));
  members["Steps"] = steps_group(b, steps);
  std::map<std::string, Address> own_members = conditions(b, steps);
  const Address own = b.group(own_members, files::Hdf5Attributes()
                                               .add("format", "neel-snapshots")
                                               .add("model", head_.model)
                                               .add("input_hash", head_.input_hash));
  own_members.erase("systems");
  own_members.erase("point");
  members["FieldData"] = b.group(own_members);
  const Address vtk = b.group(members, attributes);
  const Address root = b.group({{"VTKHDF", vtk}, {"neel", own}});
  return {b.bytes(), b.head(root)};
}

} // namespace neel::output
