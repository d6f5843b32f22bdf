// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/hdf5_atomic_file.hpp"

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/checksum_trailer.hpp"

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h> // of HDF5 1.14
#endif

#include <algorithm>
#include <iterator>
#include <new>
#include <span>

namespace neel::files {

/// What HDF5 calls.
struct Hdf5AtomicFile::Driver {
  struct File {
    H5FD_t base; ///< the library's
    Hdf5AtomicFile* to;
    haddr_t end, written;
  };
  /// What a property list tells of where a file goes.
  struct Info {
    Hdf5AtomicFile* to;
  };
  static File& file(H5FD_t* f) { return *reinterpret_cast<File*>(f); }
  static const File& file(const H5FD_t* f) { return *reinterpret_cast<const File*>(f); }

  /// Keeps what work() throws. Of a file that the library did not close in time, nothing is left to do.
  template <class Work>
  static herr_t guarded(File& f, const Work& work) {
    if (f.to != nullptr) {
      try {
        work(*f.to);
      } catch (...) {
        f.to->failure_ = f.to->failure_ ? f.to->failure_ : std::current_exception();
      }
    }
    return 0;
  }

  static H5FD_t* open(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*most*/) {
    const auto* const info = static_cast<const Info*>(H5Pget_driver_info(access));
    auto* const f = info == nullptr ? nullptr : new (std::nothrow) File{};
    if (f == nullptr) {
      return nullptr;
    }
    f->to = info->to;
    f->to->open_ = f;
    return &f->base;
  }
  static herr_t close(H5FD_t* f) {
    if (Hdf5AtomicFile* const to = file(f).to; to != nullptr) {
      to->length_ = file(f).end;
      to->open_ = nullptr;
    }
    delete &file(f);
    return 0;
  }
  static herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
  }
  static haddr_t end(const H5FD_t* f, H5FD_mem_t /*type*/) { return file(f).end; }
  static herr_t set_end(H5FD_t* f, H5FD_mem_t /*type*/, haddr_t end) {
    file(f).end = end;
    return 0;
  }
  static haddr_t written(const H5FD_t* f, H5FD_mem_t /*type*/) { return file(f).written; }
  static herr_t read(H5FD_t* f, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at, std::size_t size, void* to) {
    return guarded(file(f), [&](Hdf5AtomicFile& d) { d.read(at, {static_cast<char*>(to), size}); });
  }
  static herr_t write(H5FD_t* f, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at, std::size_t size,
                      const void* from) {
    file(f).written = std::max(file(f).written, at + size);
    return guarded(file(f), [&](Hdf5AtomicFile& d) { d.write(at, {static_cast<const char*>(from), size}); });
  }

  static hid_t registered() {
    static const hid_t id = [] {
      H5FD_class_t c{};
#ifdef H5FD_CLASS_VERSION
      c.version = H5FD_CLASS_VERSION;
      c.value = static_cast<H5FD_class_value_t>(511); // of those for trying out
#endif
      c.name = "neel_draft";
      c.maxaddr = static_cast<haddr_t>(~std::uint64_t{0} >> 1);
      c.fc_degree = H5F_CLOSE_WEAK;
      c.fapl_size = sizeof(Info);
      c.open = open;
      c.close = close;
      c.query = query;
      c.get_eoa = end;
      c.set_eoa = set_end;
      c.get_eof = written;
      c.read = read;
      c.write = write;
      constexpr H5FD_mem_t both[] = H5FD_FLMAP_DICHOTOMY;
      std::copy(std::begin(both), std::end(both), c.fl_map);
      return H5FDregister(&c);
    }();
    return id;
  }
};

Hdf5AtomicFile::~Hdf5AtomicFile() {
  if (open_ != nullptr) {
    static_cast<Driver::File*>(open_)->to = nullptr;
  }
}

herr_t Hdf5AtomicFile::receive(hid_t access) {
  const Driver::Info info{this};
  return H5Pset_driver(access, Driver::registered(), &info);
}

void Hdf5AtomicFile::check() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void Hdf5AtomicFile::write(std::uint64_t at, std::string_view bytes) {
  const bool at_once = bytes.size() >= long_write;
  while (!bytes.empty()) {
    const std::size_t offset = at % page, whole = bytes.size() / page * page;
    std::size_t done = std::min(page - offset, bytes.size());
    if (at_once && offset == 0 && whole > 0) {
      done = whole;
      pages_.erase(pages_.lower_bound(at), pages_.lower_bound(at + whole));
      write_to_disk(at, bytes.substr(0, done));
    } else {
      std::string& there = pages_[at - offset];
      if (there.empty()) {
        there.assign(page, '\0');
        read_from_disk(at - offset, there);
      }
      bytes.copy(there.data() + offset, done);
    }
    at += done;
    bytes.remove_prefix(done);
  }
}

AtomicFile& Hdf5AtomicFile::draft() { return draft_ ? *draft_ : draft_.emplace(path_); }

void Hdf5AtomicFile::write_to_disk(std::uint64_t at, std::string_view bytes) {
  check(); // what comes after a failure is nowhere
  on_disk_ = std::max(on_disk_, at + bytes.size());
  draft().write(at, bytes);
}

void Hdf5AtomicFile::read_from_disk(std::uint64_t at, std::span<char> to) const {
  if (draft_) {
    draft_->read(at, to);
  }
}

void Hdf5AtomicFile::read(std::uint64_t at, std::span<char> to) const {
  std::fill(to.begin(), to.end(), '\0');
  read_from_disk(at, to);
  const std::uint64_t end = at + to.size();
  for (auto p = pages_.lower_bound(at / page * page); p != pages_.end() && p->first < end; ++p) {
    const std::uint64_t first = std::max(at, p->first), last = std::min(end, p->first + page);
    p->second.copy(to.data() + (first - at), last - first, first - p->first);
  }
}

AtomicFile Hdf5AtomicFile::complete() {
  check();
  if (length_ == 0) {
    throw FileError("cannot write " + path_ + ": the HDF5 library failed to make it");
  }
  Checksum sum;
  std::string block(long_write, '\0');
  for (std::uint64_t at = 0; at < length_; at += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), length_ - at));
    read(at, block);
    sum.add(block);
  }
  const std::string seal = seal_of(sum);
  write(length_, seal);
  const std::uint64_t end = length_ + seal.size();
  pages_.erase(pages_.lower_bound(end), pages_.end());
  while (!pages_.empty()) { // neighbours together
    constexpr std::size_t most = 16 * long_write;
    const std::uint64_t at = pages_.begin()->first;
    std::string bytes;
    while (!pages_.empty() && pages_.begin()->first == at + bytes.size() && bytes.size() < most) {
      bytes += pages_.begin()->second;
      pages_.erase(pages_.begin());
    }
    write_to_disk(at, std::string_view(bytes).substr(0, end - at));
  }
  AtomicFile& all = draft();
  if (on_disk_ > end) {
    all.cut(end);
  }
  all.complete();
  return std::move(all);
}

} // namespace neel::files
