// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/hdf5.hpp"

#include "errors/errors.hpp"
#include "files/checksum_trailer.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <filesystem>

namespace neel::files {

namespace {

/// The library is not to print its errors: it must be told so in each thread.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

/// A file of Neel holds all that it has. Without their class, links to other files, which may be pipes or have no end, lead nowhere.
void forbid_other_files() {
  if (H5Lis_registered(H5L_TYPE_EXTERNAL) > 0) {
    H5Lunregister(H5L_TYPE_EXTERNAL);
  }
}

/// Are the values of a dataset with this property list in other files?
bool elsewhere(hid_t creation) { return H5Pget_layout(creation) == H5D_VIRTUAL || H5Pget_external_count(creation) > 0; }

} // namespace

Hdf5Reader::Hdf5Reader(const std::string& path, bool check) : path_(path) {
  be_quiet();
  forbid_other_files();
  if (!std::filesystem::exists(path)) {
    fail("no such file");
  }
  open_regular(path);
  if (check) {
    sealed_ = check_seal(path);
  }
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path);
  H5Pset_file_locking(access, false,
                      true); // file systems without locks are fine: nobody writes into a file that is there
  const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  if (id < 0) {
    fail("not an HDF5 file, or a damaged one");
  }
  file_ = Handle(id, H5Fclose, path);
}

void Hdf5Reader::fail(const std::string& what) const { throw FileError("cannot read " + path_ + ": " + what); }

bool Hdf5Reader::has(const std::string& object) const { return H5Lexists(file_, object.c_str(), H5P_DEFAULT) > 0; }

bool Hdf5Reader::has(const std::string& object, const std::string& attribute) const {
  return H5Aexists_by_name(file_, object.c_str(), attribute.c_str(), H5P_DEFAULT) > 0;
}

Handle Hdf5Reader::open_attribute(const std::string& object, const std::string& name) const {
  be_quiet();
  if (!has(object, name)) {
    fail("it has no attribute " + name + " of " + object);
  }
  return {H5Aopen_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, path_};
}

std::string Hdf5Reader::text_attribute(const std::string& object, const std::string& name) const {
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute), H5Tclose, path_);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) {
    fail(name + " of " + object + " is not a text");
  }
  std::string value(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, value.data()) < 0) {
    fail("damaged at " + name + " of " + object);
  }
  return value.c_str();
}

/// HDF5 would turn 0.5 into the whole number 0.
void Hdf5Reader::require_kind(const Handle& attribute, hid_t type, const std::string& object,
                              const std::string& name) const {
  const Handle stored(H5Aget_type(attribute), H5Tclose, path_);
  if (H5Tget_class(stored) != H5Tget_class(type)) {
    fail(name + " of " + object + " is not a number of this kind");
  }
}

void Hdf5Reader::read_number(const std::string& object, const std::string& name, hid_t type, void* value) const {
  const Handle attribute = open_attribute(object, name);
  require_kind(attribute, type, object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, path_);
  if (H5Sget_simple_extent_npoints(space) != 1 || H5Aread(attribute, type, value) < 0) {
    fail("damaged at " + name + " of " + object);
  }
}

double Hdf5Reader::number_attribute(const std::string& object, const std::string& name) const {
  double value = 0;
  read_number(object, name, H5T_NATIVE_DOUBLE, &value);
  return value;
}

std::int64_t Hdf5Reader::integer_attribute(const std::string& object, const std::string& name) const {
  std::int64_t value = 0;
  read_number(object, name, H5T_NATIVE_INT64, &value);
  return value;
}

template <class T>
std::vector<T> Hdf5Reader::read_attribute(const std::string& object, const std::string& name, hid_t type) const {
  const Handle attribute = open_attribute(object, name);
  require_kind(attribute, type, object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, path_);
  const hssize_t size = H5Sget_simple_extent_npoints(space);
  std::vector<T> values(static_cast<std::size_t>(std::max<hssize_t>(0, size)));
  if (size < 0 || H5Aread(attribute, type, values.data()) < 0) {
    fail("damaged at " + name + " of " + object);
  }
  return values;
}

std::vector<std::int64_t> Hdf5Reader::integers_attribute(const std::string& object, const std::string& name) const {
  return read_attribute<std::int64_t>(object, name, H5T_NATIVE_INT64);
}

std::vector<double> Hdf5Reader::doubles_attribute(const std::string& object, const std::string& name) const {
  return read_attribute<double>(object, name, H5T_NATIVE_DOUBLE);
}

Handle Hdf5Reader::open_dataset(const std::string& path, std::vector<hsize_t>& sizes) const {
  be_quiet();
  const hid_t id = has(path) ? H5Dopen2(file_, path.c_str(), H5P_DEFAULT) : H5I_INVALID_HID;
  if (id < 0) {
    fail("it has no " + path);
  }
  Handle set(id, H5Dclose, path_);
  const Handle creation(H5Dget_create_plist(set), H5Pclose, path_);
  if (elsewhere(creation)) {
    fail("the values of " + path + " are in another file");
  }
  const Handle space(H5Dget_space(set), H5Sclose, path_);
  const Handle type(H5Dget_type(set), H5Tclose, path_);
  const int rank = H5Sget_simple_extent_ndims(space);
  sizes.resize(static_cast<std::size_t>(std::max(rank, 0)));
  H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  // A damaged shape must not make us reserve more memory than there are data.
  double bytes = static_cast<double>(H5Tget_size(type));
  for (const hsize_t n : sizes) {
    bytes *= static_cast<double>(n);
  }
  const bool compressed =
      H5Pget_layout(creation) == H5D_CHUNKED &&
      H5Pget_filter_by_id2(creation, H5Z_FILTER_DEFLATE, nullptr, nullptr, nullptr, 0, nullptr, nullptr) >= 0;
  constexpr double most_compressed = 1100; // deflate makes a thousand bytes of one at most
  if (rank < 0 || bytes > (compressed ? most_compressed : 1) * static_cast<double>(H5Dget_storage_size(set))) {
    fail("damaged at " + path);
  }
  return set;
}

std::string Hdf5Reader::text(const std::string& path) const {
  std::vector<hsize_t> sizes;
  const Handle set = open_dataset(path, sizes);
  const Handle type(H5Dget_type(set), H5Tclose, path_);
  if (!sizes.empty() || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) {
    fail(path + " is not a text");
  }
  std::string value(H5Tget_size(type), '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) {
    fail("damaged at " + path);
  }
  return value.c_str();
}

template <class T>
std::vector<T> Hdf5Reader::read(const std::string& path, hid_t type, std::vector<std::size_t>& sizes) const {
  std::vector<hsize_t> shape;
  const Handle set = open_dataset(path, shape);
  const Handle stored(H5Dget_type(set), H5Tclose, path_);
  const bool narrower = H5Tget_class(stored) == H5Tget_class(type) && H5Tget_size(stored) < H5Tget_size(type);
  if (H5Tequal(stored, type) <= 0 && !narrower) {
    fail(path + " does not hold such numbers");
  }
  sizes.assign(shape.begin(), shape.end());
  std::size_t count = 1;
  for (const std::size_t n : sizes) {
    count *= n;
  }
  std::vector<T> values(count);
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    fail("damaged at " + path);
  }
  return values;
}

template <class T>
std::vector<T> Hdf5Reader::read_list(const std::string& path, hid_t type) const {
  std::vector<std::size_t> sizes;
  std::vector<T> values = read<T>(path, type, sizes);
  if (sizes.size() != 1) {
    fail(path + " is not a list of such numbers");
  }
  return values;
}

std::vector<double> Hdf5Reader::doubles(const std::string& path) const {
  return read_list<double>(path, H5T_NATIVE_DOUBLE);
}

std::vector<std::int64_t> Hdf5Reader::integers(const std::string& path) const {
  return read_list<std::int64_t>(path, H5T_NATIVE_INT64);
}

std::vector<double> Hdf5Reader::doubles(const std::string& path, std::vector<std::size_t>& sizes) const {
  return read<double>(path, H5T_NATIVE_DOUBLE, sizes);
}

std::vector<std::int64_t> Hdf5Reader::integers(const std::string& path, std::vector<std::size_t>& sizes) const {
  return read<std::int64_t>(path, H5T_NATIVE_INT64, sizes);
}

bool Hdf5Reader::holds_integers(const std::string& path) const {
  std::vector<hsize_t> sizes;
  const Handle set = open_dataset(path, sizes);
  const Handle type(H5Dget_type(set), H5Tclose, path_);
  return H5Tget_class(type) == H5T_INTEGER;
}

std::vector<std::string> Hdf5Reader::axes(const std::string& path) const {
  std::vector<hsize_t> sizes;
  const Handle set = open_dataset(path, sizes);
  const auto take_name = [](hid_t, unsigned, hid_t scale, void* name) -> herr_t {
    char text[256] = "";
    H5DSget_scale_name(scale, text, sizeof text);
    *static_cast<std::string*>(name) = text;
    return 1; // the first is enough
  };
  std::vector<std::string> names(sizes.size());
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    if (H5DSiterate_scales(set, static_cast<unsigned>(a), nullptr, take_name, &names[a]) <= 0) {
      fail("an axis of " + path + " has no name");
    }
  }
  return names;
}

std::vector<std::string> Hdf5Reader::members(const std::string& group) const {
  be_quiet();
  std::vector<std::string> names;
  // In the order of the file: to go by names, HDF5 makes a table, and frees what is not in it if a read fails meanwhile.
  const auto take = [](hid_t /*group*/, const char* name, const H5L_info_t* /*link*/, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  H5G_info_t info{};
  if (H5Gget_info_by_name(file_, group.c_str(), &info, H5P_DEFAULT) < 0) {
    fail("it has no group " + group);
  }
  hsize_t from = 0;
  if (H5Literate_by_name(file_, group.c_str(), H5_INDEX_NAME, H5_ITER_NATIVE, &from, take, &names, H5P_DEFAULT) < 0) {
    fail("damaged at " + group);
  }
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace neel::files
