// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Reading back what a result file says of itself.

#include "errors.hpp"
#include "output/hdf5.hpp"
#include "output/results.hpp"

namespace neel::output {

namespace {

class Hdf5Reader {
public:
  explicit Hdf5Reader(const std::string& path) : path_(path) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const std::string what = path + " cannot be read: not an HDF5 file";
    const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (id < 0) {
      throw FileError(what);
    }
    file_ = Handle(id, H5Fclose, path);
    if (text("/", "format") != "neel-results") {
      throw FileError(path + " is an HDF5 file, but not a result of Neel");
    }
  }

  std::string text(const char* object, const char* name) const {
    if (H5Aexists_by_name(file_, object, name, H5P_DEFAULT) <= 0) {
      return "";
    }
    const Handle attribute(H5Aopen_by_name(file_, object, name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, path_);
    const Handle type(H5Aget_type(attribute), H5Tclose, path_);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) {
      return "";
    }
    std::string value(H5Tget_size(type), '\0');
    H5Aread(attribute, type, value.data());
    return value.c_str();
  }

  double number(const char* object, const char* name) const {
    double value = 0;
    if (H5Aexists_by_name(file_, object, name, H5P_DEFAULT) > 0) {
      const Handle attribute(H5Aopen_by_name(file_, object, name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, path_);
      H5Aread(attribute, H5T_NATIVE_DOUBLE, &value);
    }
    return value;
  }

  std::string dataset(const char* path) const {
    const Handle set(H5Dopen2(file_, path, H5P_DEFAULT), H5Dclose, path_);
    const Handle type(H5Dget_type(set), H5Tclose, path_);
    std::string value(H5Tget_size(type), '\0');
    H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data());
    return value.c_str();
  }

private:
  std::string path_;
  Handle file_;
};

} // namespace

Summary read_summary(const std::string& path) {
  const Hdf5Reader file(path);
  Summary s;
  s.version = file.text("/timing", "version");
  s.revision = file.text("/timing", "revision");
  s.backend = file.text("/timing", "backend");
  s.started = file.text("/timing", "started");
  s.threads = static_cast<int>(file.number("/timing", "threads"));
  s.seconds = file.number("/timing", "seconds");
  s.updates_per_ns = file.number("/timing", "updates_per_ns");
  s.config_hash = file.text("/config", "hash");
  s.final_hash = file.text("/results", "final_configuration_hash");
  s.input = file.dataset("/config/input");
  return s;
}

std::string stored_config_hash(const std::string& path) {
  try {
    return Hdf5Reader(path).text("/config", "hash");
  } catch (const FileError&) {
    return "";
  }
}

} // namespace neel::output
