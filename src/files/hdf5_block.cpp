// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// HDF5 File Format Specification, version 3.0 (that of HDF5 1.10): superblock version 3, object headers version 2, chunks
// indexed by fixed arrays.
#include "files/hdf5_block.hpp"

#include "errors/errors.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace neel::files {

namespace {

constexpr std::uint64_t nowhere = ~std::uint64_t{0};
static_assert(std::endian::native == std::endian::little); // values go into the file as they lie in memory

/// Numbers in bytes, the lowest first.
class Bytes {
public:
  Bytes& number(std::uint64_t value, int bytes) {
    for (int k = 0; k < bytes; ++k) {
      text_ += static_cast<char>(value >> (8 * k) & 0xFF);
    }
    return *this;
  }
  Bytes& u8(std::uint64_t v) { return number(v, 1); }
  Bytes& u16(std::uint64_t v) { return number(v, 2); }
  Bytes& u32(std::uint64_t v) { return number(v, 4); }
  Bytes& u64(std::uint64_t v) { return number(v, 8); }
  Bytes& text(std::string_view t) {
    text_ += t;
    return *this;
  }
  /// Bob Jenkins' lookup3 of all bytes so far.
  Bytes& checksum();
  operator const std::string&() const { return text_; }

private:
  std::string text_;
};

std::uint32_t lookup3(std::string_view bytes) {
  std::array<std::uint32_t, 3> s;
  s.fill(0xDEADBEEF + static_cast<std::uint32_t>(bytes.size()));
  const auto add = [&](std::string_view part) {
    for (std::size_t k = 0; k < part.size(); ++k) {
      s[k / 4] += static_cast<std::uint32_t>(static_cast<unsigned char>(part[k])) << (8 * (k % 4));
    }
  };
  for (; bytes.size() > 12; bytes.remove_prefix(12)) {
    add(bytes.substr(0, 12));
    std::size_t step = 0;
    for (const int turn : {4, 6, 8, 16, 19, 4}) { // each word in turn: less the one before, and to that the next
      std::uint32_t& a = s[step % 3];
      std::uint32_t &b = s[(step + 1) % 3], &c = s[(step + 2) % 3];
      a = (a - c) ^ std::rotl(c, turn);
      c += b;
      ++step;
    }
  }
  add(bytes);
  std::size_t step = 2;
  for (const int turn : {14, 11, 25, 16, 4, 14, 24}) {
    std::uint32_t& c = s[step % 3];
    const std::uint32_t b = s[(step + 2) % 3];
    c = (c ^ b) - std::rotl(b, turn);
    ++step;
  }
  return s[2];
}

Bytes& Bytes::checksum() { return u32(lookup3(text_)); }

// Messages of object headers, their numbers in front.
std::string message(unsigned number, const std::string& data) {
  return Bytes().u8(number).u16(data.size()).u8(0).text(data);
}

std::string type_of(Hdf5Type type) {
  const bool real = type == Hdf5Type::f32 || type == Hdf5Type::f64, single = type == Hdf5Type::f32;
  const std::size_t size = size_of(type);
  Bytes t;
  if (real) {
    t.u8(0x11).u8(0x20).u8(8 * size - 1).u8(0).u32(size).u16(0).u16(8 * size);
    return t.u8(single ? 23 : 52).u8(single ? 8 : 11).u8(0).u8(single ? 23 : 52).u32(single ? 127 : 1023);
  }
  return t.u8(0x10).u8(type == Hdf5Type::i64 ? 8 : 0).u16(0).u32(size).u16(0).u16(8 * size);
}

std::string space_of(const Hdf5Block::Sizes& sizes) {
  Bytes t;
  t.u8(2).u8(sizes.size()).u8(0).u8(sizes.empty() ? 0 : 1);
  for (const std::uint64_t n : sizes) {
    t.u64(n);
  }
  return t;
}

std::string attribute(const std::string& name, const std::string& type, const Hdf5Block::Sizes& sizes,
                      std::string_view data) {
  const std::string space = space_of(sizes);
  Bytes t;
  t.u8(3).u8(0).u16(name.size() + 1).u16(type.size()).u16(space.size()).u8(0);
  return t.text(name).u8(0).text(type).text(space).text(data);
}

std::string_view as_bytes(const void* data, std::size_t size) { return {static_cast<const char*>(data), size}; }

enum Message : unsigned {
  dataspace = 1,
  link_info = 2,
  datatype = 3,
  fill_value = 5,
  link = 6,
  layout = 8,
  group_info = 10,
  filters = 11,
  attributes = 12
};

/// Shuffle, deflate (its level says how hard it was tried, which readers do not need), checksum.
std::string filters_of(Hdf5Type type) {
  Bytes t;
  t.u8(2).u8(3);
  t.u16(2).u16(0).u16(1).u32(size_of(type));
  t.u16(1).u16(1).u16(1).u32(1); // optional
  return t.u16(3).u16(0).u16(0);
}

} // namespace

std::size_t size_of(Hdf5Type type) { return type == Hdf5Type::u8 ? 1 : (type == Hdf5Type::f32 ? 4 : 8); }

Hdf5Attributes& Hdf5Attributes::add(const std::string& name, const std::string& text) {
  const std::string type = Bytes().u8(0x13).u8(1).u16(0).u32(text.size()); // padded by zeros
  messages_.push_back(attribute(name, type, {}, text));
  return *this;
}
Hdf5Attributes& Hdf5Attributes::add(const std::string& name, std::int64_t value) {
  messages_.push_back(attribute(name, type_of(Hdf5Type::i64), {}, as_bytes(&value, sizeof value)));
  return *this;
}
Hdf5Attributes& Hdf5Attributes::add(const std::string& name, std::span<const std::int64_t> values) {
  messages_.push_back(
      attribute(name, type_of(Hdf5Type::i64), {values.size()}, as_bytes(values.data(), values.size_bytes())));
  return *this;
}
Hdf5Attributes& Hdf5Attributes::add(const std::string& name, std::span<const double> values) {
  messages_.push_back(
      attribute(name, type_of(Hdf5Type::f64), {values.size()}, as_bytes(values.data(), values.size_bytes())));
  return *this;
}

Hdf5Block::Address Hdf5Block::add(const std::string& bytes) {
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  const Address address = at_ + bytes_.size();
  bytes_ += bytes;
  return address;
}

Hdf5Block::Address Hdf5Block::object(const std::vector<std::string>& messages) {
  std::string all;
  for (const std::string& m : messages) {
    all += m;
  }
  return add(Bytes().text("OHDR").u8(2).u8(2).u32(all.size()).text(all).checksum());
}

Hdf5Block::Address Hdf5Block::plain(Hdf5Type type, const void* data, std::size_t count, const Sizes& sizes) {
  const std::size_t size = count * size_of(type);
  const Address there = size == 0 ? nowhere : add(std::string(as_bytes(data, size)));
  return object({message(dataspace, space_of(sizes)), message(datatype, type_of(type)),
                 message(fill_value, Bytes().u8(3).u8(10)), message(layout, Bytes().u8(3).u8(1).u64(there).u64(size))});
}

Hdf5Block::Address Hdf5Block::values(std::span<const std::int64_t> v, const Sizes& sizes) {
  return plain(Hdf5Type::i64, v.data(), v.size(), sizes);
}
Hdf5Block::Address Hdf5Block::values(std::span<const double> v, const Sizes& sizes) {
  return plain(Hdf5Type::f64, v.data(), v.size(), sizes);
}

Hdf5Block::Address Hdf5Block::chunked(Hdf5Type type, const Sizes& sizes, const Sizes& chunk,
                                      std::span<const StoredChunk> chunks) {
  constexpr unsigned fixed_array = 3, filtered = 1, page_bits = 30; // so many that there is one page
  std::uint64_t whole = size_of(type);
  for (const std::uint64_t n : chunk) {
    whole *= n;
  }
  const int length_bytes = std::min(8, 1 + (static_cast<int>(std::bit_width(whole)) - 1 + 8) / 8);
  const std::size_t header = 28;
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  const Address index = at_ + bytes_.size(), elements = index + (header + 7) / 8 * 8;
  add(Bytes()
          .text("FAHD")
          .u8(0)
          .u8(filtered)
          .u8(8 + static_cast<unsigned>(length_bytes) + 4)
          .u8(page_bits)
          .u64(chunks.size())
          .u64(elements)
          .checksum());
  Bytes all;
  all.text("FADB").u8(0).u8(filtered).u64(index);
  for (const StoredChunk& c : chunks) {
    all.u64(c.address).number(c.bytes, length_bytes).u32(c.left_out);
  }
  add(all.checksum());
  std::vector<std::uint64_t> lengths(chunk.begin(), chunk.end());
  lengths.push_back(size_of(type));
  // As few bytes as the longest needs: HDF5 2 takes no more.
  const int bytes = (static_cast<int>(std::bit_width(*std::ranges::max_element(lengths))) + 7) / 8;
  Bytes place;
  place.u8(4).u8(2).u8(0).u8(lengths.size()).u8(static_cast<unsigned>(bytes));
  for (const std::uint64_t n : lengths) {
    place.number(n, bytes);
  }
  place.u8(fixed_array).u8(page_bits).u64(index);
  return object({message(dataspace, space_of(sizes)), message(datatype, type_of(type)),
                 message(fill_value, Bytes().u8(3).u8(11)), message(filters, filters_of(type)),
                 message(layout, place)});
}

Hdf5Block::Address Hdf5Block::group(const std::map<std::string, Address>& members, const Hdf5Attributes& own) {
  std::vector<std::string> all{message(link_info, Bytes().u8(0).u8(0).u64(nowhere).u64(nowhere)),
                               message(group_info, Bytes().u8(0).u8(0))};
  for (const auto& [name, address] : members) {
    all.push_back(message(link, Bytes().u8(1).u8(0).u8(name.size()).text(name).u64(address)));
  }
  for (const std::string& a : own.messages()) {
    all.push_back(message(attributes, a));
  }
  return object(all);
}

std::string Hdf5Block::head(Address root) const {
  Bytes t;
  t.text("\x89HDF\r\n\x1a\n").u8(3).u8(8).u8(8).u8(0);
  return t.u64(0).u64(nowhere).u64(at_ + bytes_.size()).u64(root).checksum();
}

} // namespace neel::files
