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

void Hdf5Writer::check(herr_t status) const {
  if (status < 0) {
    throw FileError("cannot write " + path_ + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
  }
}

Hdf5Writer::Hdf5Writer(const std::string& path) : path_(path), made_(path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  errno = 0;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path);
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
  check(made_.receive(access));
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, path);
  check(H5Pset_obj_track_times(creation, false)); // equal runs give equal bytes
  // A name that no file can have: the library would read the file that is there first.
  file_ = Handle(H5Fcreate((path + "/").c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, path);
}

void Hdf5Writer::group(const std::string& path) {
  const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, path_);
  check(H5Pset_obj_track_times(creation, false));
  Handle(H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose, path_);
}

void Hdf5Writer::copy(const Hdf5Reader& from, const std::string& path) {
  check(H5Ocopy(from.file_, path.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT));
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
  check(H5Awrite(attribute, type, values.data()));
}

void Hdf5Writer::text_attribute(hid_t object, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, path_);
  check(H5Tset_size(type, value.size() + 1));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  write_attribute(object, name, type, std::span<const char>(value.c_str(), value.size() + 1), true);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, const std::string& value) {
  text_attribute(open(object), name, value);
}

void Hdf5Writer::ascii_attribute(const std::string& object, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, path_);
  check(H5Tset_size(type, value.size()));
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
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
  check(H5Tset_size(type, value.size() + 1));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  dataset(path, type, {}, value.c_str());
}

Handle Hdf5Writer::create(const std::string& path, hid_t type, const std::vector<hsize_t>& sizes,
                          const run::Array::Pieces& pieces) {
  const Handle space(sizes.empty() ? H5Screate(H5S_SCALAR)
                                   : H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                     H5Sclose, path_);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, path_);
  check(H5Pset_obj_track_times(creation, false));
  if (!sizes.empty() && std::find(sizes.begin(), sizes.end(), hsize_t{0}) == sizes.end()) {
    std::vector<hsize_t> chunk = sizes;
    std::fill_n(chunk.begin(), pieces.axis, 1);
    chunk[pieces.axis] = pieces.each;
    check(H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
    check(H5Pset_fletcher32(creation));
  }
  return {H5Dcreate2(file_, path.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose, path_};
}

Handle Hdf5Writer::dataset(const std::string& path, hid_t type, const std::vector<hsize_t>& sizes, const void* data) {
  Handle set =
      create(path, type, sizes, run::pieces_of({sizes.begin(), sizes.end()}, H5Tget_size(type), sizes.size() - 1));
  check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  return set;
}

void Hdf5Writer::scale(const Handle& set, const std::string& path, const std::string& units,
                       const std::string& long_name) {
  check(H5DSset_scale(set, path.substr(path.rfind('/') + 1).c_str()));
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
  check(H5Rcreate(&r, file_, path.c_str(), H5R_OBJECT, H5I_INVALID_HID));
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
  check(H5Tinsert(type, "dataset", HOFFSET(Attached::Use, dataset), H5T_STD_REF_OBJ));
  check(H5Tinsert(type, "dimension", HOFFSET(Attached::Use, dimension), H5T_NATIVE_INT));
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

void Hdf5Writer::plain(const std::string& path, std::span<const double> values, const std::vector<hsize_t>& sizes) {
  dataset(path, H5T_NATIVE_DOUBLE, sizes.empty() ? std::vector<hsize_t>{values.size()} : sizes, values.data());
}

void Hdf5Writer::plain(const std::string& path, std::span<const std::int64_t> values) {
  dataset(path, H5T_NATIVE_INT64, {values.size()}, values.data());
}

void Hdf5Writer::finish() {
  write_uses();
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
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
