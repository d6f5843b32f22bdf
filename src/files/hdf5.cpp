// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/hdf5.hpp"

#include "errors/errors.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace neel::files {

namespace {

int closes_that_failed = 0;

void check(herr_t status, const std::string& what) {
  if (status < 0) {
    throw FileError("cannot write " + what + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
  }
}

} // namespace

Handle::Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
  if (id < 0) {
    throw FileError("cannot read or write " + what + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
  }
}

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Handle::~Handle() {
  if (id_ >= 0 && close_(id_) < 0) {
    ++closes_that_failed;
  }
}

int Handle::failed_closes() { return closes_that_failed; }

Hdf5Writer::Hdf5Writer(const std::string& path) : path_(path), made_(path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  errno = 0;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path);
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110), path);
  check(made_.receive(access), path);
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path);
  check(H5Pset_obj_track_times(creation, false), path); // equal runs give equal bytes
  // A name that no file can have: the library would read the file that is there first.
  file_ = Handle(H5Fcreate((path + "/").c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, path);
}

void Hdf5Writer::group(const std::string& path) {
  const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, path_);
  check(H5Pset_obj_track_times(creation, false), path_);
  Handle(H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose, path_);
}

void Hdf5Writer::copy(const Hdf5Reader& from, const std::string& path) {
  check(H5Ocopy(from.file_, path.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), path_);
}

Handle Hdf5Writer::open(const std::string& object) {
  return {H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, path_};
}

template <class T>
void Hdf5Writer::write_attribute(hid_t object, const std::string& name, hid_t type, std::span<const T> values,
                                 bool scalar) {
  const hsize_t size = values.size();
  const Handle space(scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr), H5Sclose, path_);
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, path_);
  check(H5Awrite(attribute, type, values.data()), path_);
}

void Hdf5Writer::text_attribute(hid_t object, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, path_);
  check(H5Tset_size(type, value.size() + 1), path_);
  check(H5Tset_cset(type, H5T_CSET_UTF8), path_);
  write_attribute(object, name, type, std::span<const char>(value.c_str(), value.size() + 1), true);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, const std::string& value) {
  text_attribute(open(object), name, value);
}

void Hdf5Writer::ascii_attribute(const std::string& object, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, path_);
  check(H5Tset_size(type, value.size()), path_);
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), path_);
  write_attribute(open(object), name, type, std::span<const char>(value), true);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, double value) {
  write_attribute(open(object), name, H5T_NATIVE_DOUBLE, std::span<const double>(&value, 1), true);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::int64_t value) {
  write_attribute(open(object), name, H5T_NATIVE_INT64, std::span<const std::int64_t>(&value, 1), true);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::span<const std::int64_t> values) {
  write_attribute(open(object), name, H5T_NATIVE_INT64, values, false);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::span<const double> values) {
  write_attribute(open(object), name, H5T_NATIVE_DOUBLE, values, false);
}

void Hdf5Writer::text(const std::string& path, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, path_);
  check(H5Tset_size(type, value.size() + 1), path_);
  check(H5Tset_cset(type, H5T_CSET_UTF8), path_);
  dataset(path, type, {}, value.c_str());
}

namespace {

hid_t hdf5_type(run::Array::Number number) {
  switch (number) {
  case run::Array::Number::u8:
    return H5T_NATIVE_UINT8;
  case run::Array::Number::u32:
    return H5T_NATIVE_UINT32;
  case run::Array::Number::u64:
    return H5T_NATIVE_UINT64;
  default:
    return H5T_NATIVE_FLOAT;
  }
}

/// As large as these pieces of an array of these sizes.
std::vector<hsize_t> chunk_of(std::vector<hsize_t> sizes, const run::Array::Pieces& pieces) {
  std::fill_n(sizes.begin(), pieces.axis, 1);
  sizes[pieces.axis] = pieces.each;
  return sizes;
}

} // namespace

Handle Hdf5Writer::create(const std::string& path, hid_t type, const std::vector<hsize_t>& sizes,
                          const std::vector<hsize_t>& chunk) {
  const Handle space(sizes.empty() ? H5Screate(H5S_SCALAR)
                                   : H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                     H5Sclose, path_);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path_);
  check(H5Pset_obj_track_times(creation, false), path_);
  if (!sizes.empty() && std::find(sizes.begin(), sizes.end(), hsize_t{0}) == sizes.end()) {
    check(H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()), path_);
    check(H5Pset_fletcher32(creation), path_);
  }
  return {H5Dcreate2(file_, path.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose, path_};
}

Handle Hdf5Writer::dataset(const std::string& path, hid_t type, const std::vector<hsize_t>& sizes, const void* data) {
  const auto chunk = [&] {
    return chunk_of(sizes, run::pieces_of({sizes.begin(), sizes.end()}, H5Tget_size(type), sizes.size() - 1));
  };
  Handle set = create(path, type, sizes, sizes.empty() ? sizes : chunk());
  check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), path_);
  return set;
}

void Hdf5Writer::scale(const Handle& set, const std::string& path, const std::string& units,
                       const std::string& long_name) {
  check(H5DSset_scale(set, path.substr(path.rfind('/') + 1).c_str()), path_);
  text_attribute(set, "units", units);
  text_attribute(set, "long_name", long_name);
}

void Hdf5Writer::scale(const std::string& path, std::span<const double> values, const std::string& units,
                       const std::string& long_name) {
  scale(dataset(path, H5T_NATIVE_DOUBLE, {values.size()}, values.data()), path, units, long_name);
}

void Hdf5Writer::scale(const std::string& path, std::span<const std::int64_t> values, const std::string& long_name) {
  scale(dataset(path, H5T_NATIVE_INT64, {values.size()}, values.data()), path, "1", long_name);
}

hobj_ref_t Hdf5Writer::reference(const std::string& path) {
  hobj_ref_t r{};
  check(H5Rcreate(&r, file_, path.c_str(), H5R_OBJECT, H5I_INVALID_HID), path_);
  return r;
}

void Hdf5Writer::attach(const Handle& set, const std::string& path, const std::vector<Axis>& axes) {
  if (axes.empty()) {
    return;
  }
  const std::string parent = path.substr(0, path.rfind('/') + 1);
  const hobj_ref_t self = reference(path);
  std::vector<hobj_ref_t> scales;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    Attached& scale = attached_[parent + axes[a].name];
    if (scale.uses.empty()) {
      scale.itself = reference(parent + axes[a].name);
    }
    scale.uses.push_back({self, static_cast<int>(a)});
    scales.push_back(scale.itself);
  }
  std::vector<hvl_t> lists; // of one scale each
  for (hobj_ref_t& s : scales) {
    lists.push_back({1, &s});
  }
  const Handle type(H5Tvlen_create(H5T_STD_REF_OBJ), H5Tclose, path_);
  write_attribute(set, "DIMENSION_LIST", type, std::span<const hvl_t>(lists), false);
}

void Hdf5Writer::write_uses() {
  const Handle type(H5Tcreate(H5T_COMPOUND, sizeof(Attached::Use)), H5Tclose, path_);
  check(H5Tinsert(type, "dataset", HOFFSET(Attached::Use, dataset), H5T_STD_REF_OBJ), path_);
  check(H5Tinsert(type, "dimension", HOFFSET(Attached::Use, dimension), H5T_NATIVE_INT), path_);
  for (const auto& [path, scale] : attached_) {
    write_attribute(open(path), "REFERENCE_LIST", type, std::span<const Attached::Use>(scale.uses), false);
  }
}

namespace {

std::vector<hsize_t> sizes_of(const std::vector<Axis>& axes) {
  std::vector<hsize_t> sizes;
  for (const Axis& a : axes) {
    sizes.push_back(a.size);
  }
  return sizes;
}

} // namespace

void Hdf5Writer::array(const std::string& path, hid_t type, const void* values, const std::vector<Axis>& axes,
                       const std::string& units, const std::string& long_name) {
  const Handle set = dataset(path, type, sizes_of(axes), values);
  attach(set, path, axes);
  text_attribute(set, "units", units);
  text_attribute(set, "long_name", long_name);
}

void Hdf5Writer::array(const std::string& path, std::span<const double> values, const std::vector<Axis>& axes,
                       const std::string& units, const std::string& long_name) {
  array(path, H5T_NATIVE_DOUBLE, values.data(), axes, units, long_name);
}

void Hdf5Writer::array(const std::string& path, std::span<const std::int64_t> values, const std::vector<Axis>& axes,
                       const std::string& long_name) {
  array(path, H5T_NATIVE_INT64, values.data(), axes, "1", long_name);
}

void Hdf5Writer::array(const std::string& path, std::span<const float> values, const std::vector<Axis>& axes,
                       const std::string& long_name) {
  attach(dataset(path, H5T_NATIVE_FLOAT, sizes_of(axes), values.data()), path, axes);
  attribute(path, "units", "1");
  attribute(path, "long_name", long_name);
}

void Hdf5Writer::array(const std::string& path, std::span<const std::int8_t> values, const std::vector<Axis>& axes,
                       const std::string& long_name) {
  attach(dataset(path, H5T_NATIVE_INT8, sizes_of(axes), values.data()), path, axes);
  attribute(path, "units", "1");
  attribute(path, "long_name", long_name);
}

void Hdf5Writer::plain(const std::string& path, std::span<const float> values, const std::vector<hsize_t>& sizes) {
  dataset(path, H5T_NATIVE_FLOAT, sizes, values.data());
}

void Hdf5Writer::plain(const std::string& path, std::span<const std::uint8_t> values,
                       const std::vector<hsize_t>& sizes) {
  dataset(path, H5T_NATIVE_UINT8, sizes, values.data());
}

Slab slab_of(const run::Array& of, std::uint64_t number) {
  const std::size_t axis = of.pieces.axis;
  const run::Piece piece = run::piece_of(of, number);
  Slab slab{std::vector<hsize_t>(of.sizes.size(), 0), chunk_of({of.sizes.begin(), of.sizes.end()}, of.pieces)};
  slab.begin[axis] = piece.first;
  slab.count[axis] = piece.count;
  std::uint64_t before = piece.begin / run::size_of(of.number) / run::product(of.sizes, axis, of.sizes.size());
  for (std::size_t a = axis; a-- > 0; before /= of.sizes[a]) {
    slab.begin[a] = before % of.sizes[a];
  }
  return slab;
}

void Hdf5Writer::plain(const std::string& path, const run::Array& array) {
  const hid_t type = hdf5_type(array.number);
  const std::vector<hsize_t> sizes(array.sizes.begin(), array.sizes.end());
  if (!array.pieces.take || run::product(array.sizes, 0, sizes.size()) == 0) {
    dataset(path, type, sizes, array.bytes.data());
    return;
  }
  const Handle set = begin(path, array);
  for (std::uint64_t number = 0; number < run::count_pieces(array); ++number) {
    write_piece(set, array, number, array.pieces.take(number).data());
  }
}

Handle Hdf5Writer::begin(const std::string& path, const run::Array& head) {
  const std::vector<hsize_t> sizes(head.sizes.begin(), head.sizes.end());
  return create(path, hdf5_type(head.number), sizes, chunk_of(sizes, head.pieces));
}

void Hdf5Writer::write_piece(const Handle& set, const run::Array& head, std::uint64_t number, const void* bytes) {
  const Slab slab = slab_of(head, number);
  const Handle there(H5Dget_space(set), H5Sclose, path_),
      here(H5Screate_simple(static_cast<int>(slab.count.size()), slab.count.data(), nullptr), H5Sclose, path_);
  check(H5Sselect_hyperslab(there, H5S_SELECT_SET, slab.begin.data(), nullptr, slab.count.data(), nullptr), path_);
  check(H5Dwrite(set, hdf5_type(head.number), here, there, H5P_DEFAULT, bytes), path_);
  made_.check();
}

void Hdf5Writer::plain(const std::string& path, std::span<const double> values, const std::vector<hsize_t>& sizes) {
  dataset(path, H5T_NATIVE_DOUBLE, sizes.empty() ? std::vector<hsize_t>{values.size()} : sizes, values.data());
}

void Hdf5Writer::plain(const std::string& path, std::span<const std::int64_t> values) {
  dataset(path, H5T_NATIVE_INT64, {values.size()}, values.data());
}

void Hdf5Writer::finish() {
  write_uses();
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL), path_);
  file_ = Handle();
  made_.check();
  if (Handle::failed_closes() != failed_closes_) {
    throw FileError("cannot write " + path_ + ": the HDF5 library failed to make it");
  }
  draft_.emplace(made_.complete());
}

void Hdf5Writer::commit() {
  if (!draft_) {
    finish();
  }
  if (draft_) {
    draft_->settle();
  }
}

} // namespace neel::files
