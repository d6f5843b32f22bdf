// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ranks by MPI, which appears in this file alone. Only the thread that called MPI_Init_thread calls MPI.

#include "errors/errors.hpp"
#include "parallel/device_exchange.hpp"
#include "parallel/session.hpp"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace neel::parallel {

namespace {

constexpr std::size_t most_at_once = 1 << 30; ///< bytes: MPI counts with int
constexpr int letters = 2, between_two = 3;   ///< tags; 0 and 1 are those of swaps

class MpiCommunicator final : public run::Communicator {
public:
  MpiCommunicator() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &rank_here_);
    MPI_Comm_size(here, &ranks_here_);
    MPI_Comm_free(&here);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int rank_here() const { return rank_here_; }
  int ranks_here() const { return ranks_here_; }

  void add(std::span<std::int64_t> each) override { reduce(each, MPI_INT64_T, MPI_SUM); }
  void add(std::span<double> each) override { reduce(each, MPI_DOUBLE, MPI_SUM); }
  std::int64_t least(std::int64_t mine) override {
    reduce(std::span<std::int64_t>(&mine, 1), MPI_INT64_T, MPI_MIN);
    return mine;
  }

  void gather(std::span<const std::byte> mine,
              const std::function<void(int, std::span<const std::byte>)>& receive) override {
    std::vector<std::byte> piece;
    for (int from = 0; from < size_; ++from) {
      if (from == rank_) {
        piece.assign(mine.begin(), mine.end());
      }
      share(piece, from);
      receive(from, piece);
    }
  }

  void gather_at_first(std::span<const std::byte> mine,
                       const std::function<void(int, std::span<const std::byte>)>& receive) override {
    if (rank_ > 0) {
      send_bytes(mine, 0);
      return;
    }
    receive(0, mine);
    std::vector<std::byte> piece;
    for (int from = 1; from < size_; ++from) {
      receive_bytes(piece, from);
      receive(from, piece);
    }
  }

  std::vector<std::byte> from_first(const std::function<std::vector<std::byte>(int)>& give) override {
    std::vector<std::byte> mine;
    if (rank_ > 0) {
      receive_bytes(mine, 0);
      return mine;
    }
    for (int to = 1; to < size_; ++to) {
      mine = give(to);
      send_bytes(mine, to);
    }
    return give(0);
  }

  /// Those of rank `from` to all.
  void share(std::vector<std::byte>& bytes, int from) const {
    auto size = static_cast<std::uint64_t>(bytes.size());
    MPI_Bcast(&size, 1, MPI_UINT64_T, from, MPI_COMM_WORLD);
    bytes.resize(size);
    for (std::size_t at = 0; at < bytes.size(); at += most_at_once) {
      MPI_Bcast(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, from,
                MPI_COMM_WORLD);
    }
  }

  /// See parallel::use_devices(); `alone`: this rank's device is no other's.
  void use_devices(bool alone) {
    if (least(alone ? 1 : 0) == 1) {
      const auto others = allowed("NEEL_NO_NCCL") ? make_nccl_exchange : [](run::Communicator&) {
        return std::unique_ptr<DeviceExchange>();
      };
      device_exchange_ = allowed("NEEL_NO_PEERS") ? make_peer_exchange(*this, others) : others(*this);
    }
  }
  void let_devices_go() { device_exchange_.reset(); }
  int pieces_on_devices() const override { return device_exchange_ ? device_exchange_->most_pieces() : 0; }
  std::string way_between_devices() const { return device_exchange_ ? device_exchange_->name() : ""; }

  void start(const run::HaloExchange& s) override {
    if (s.stream != nullptr) {
      device_exchange_->start(s);
      if (!overlap_) {
        device_exchange_->wait(s);
      }
      return;
    }
    requests_.clear();
    // What goes down comes from above: the tag says which way, where both neighbours are one rank.
    begin(MPI_Irecv, s.from_above, s.above, 0);
    begin(MPI_Irecv, s.from_below, s.below, 1);
    begin(MPI_Isend, s.to_below, s.below, 0);
    begin(MPI_Isend, s.to_above, s.above, 1);
    if (!overlap_) {
      finish();
    }
  }
  void finish() override {
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
  }

private:
  static void send_bytes(std::span<const std::byte> bytes, int to) {
    const auto size = static_cast<std::uint64_t>(bytes.size());
    MPI_Send(&size, 1, MPI_UINT64_T, to, between_two, MPI_COMM_WORLD);
    for (std::size_t at = 0; at < bytes.size(); at += most_at_once) {
      MPI_Send(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, to,
               between_two, MPI_COMM_WORLD);
    }
  }
  static void receive_bytes(std::vector<std::byte>& bytes, int from) {
    std::uint64_t size = 0;
    MPI_Recv(&size, 1, MPI_UINT64_T, from, between_two, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    bytes.resize(size);
    for (std::size_t at = 0; at < bytes.size(); at += most_at_once) {
      MPI_Recv(bytes.data() + at, static_cast<int>(std::min(most_at_once, bytes.size() - at)), MPI_BYTE, from,
               between_two, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }

  /// On no rank is this variable set.
  bool allowed(const char* unless) { return least(std::getenv(unless) == nullptr ? 1 : 0) == 1; }

  template <class Begin>
  void begin(Begin function, const run::HaloExchange::Piece& piece, int other, int tag) {
    for (std::size_t at = 0; other != run::HaloExchange::nobody && at < piece.bytes;
         at += most_at_once) { // they arrive in order
      requests_.emplace_back();
      function(piece.data + at, static_cast<int>(std::min(most_at_once, piece.bytes - at)), MPI_BYTE, other, tag,
               MPI_COMM_WORLD, &requests_.back());
    }
  }

  template <class T>
  static void reduce(std::span<T> each, MPI_Datatype type, MPI_Op operation) {
    constexpr std::size_t most = most_at_once / sizeof(T);
    for (std::size_t at = 0; at < each.size(); at += most) {
      MPI_Allreduce(MPI_IN_PLACE, each.data() + at, static_cast<int>(std::min(most, each.size() - at)), type, operation,
                    MPI_COMM_WORLD);
    }
  }

  int rank_ = 0, size_ = 1, rank_here_ = 0, ranks_here_ = 1;
  bool overlap_ = std::getenv("NEEL_NO_OVERLAP") == nullptr; ///< swaps go on beside the inside of slabs
  std::vector<MPI_Request> requests_;
  std::unique_ptr<DeviceExchange> device_exchange_;
};

std::unique_ptr<MpiCommunicator> all; // between the beginning and the end of the session
int (*teller)(const std::exception_ptr&) = nullptr;
std::string device; // of this rank
bool aside = false; // see Aside

/// MPI_Init of a program that was started by itself costs a quarter of a second, and needs what a machine may lack.
bool was_launched() {
  constexpr std::array<const char*, 6> told{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK",
                                            "MPI_LOCALNRANKS",      "NEEL_MPI"};
  return std::any_of(told.begin(), told.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

} // namespace

Session::Session() {
  if (!was_launched()) {
    return;
  }
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
  all = std::make_unique<MpiCommunicator>();
  if (given < MPI_THREAD_FUNNELED) {
    throw DeviceError("this MPI does not allow threads (MPI_THREAD_FUNNELED), which Neel works with");
  }
}

Session::~Session() {
  if (all) {
    all.reset();
    MPI_Finalize();
  }
}

run::Communicator& launched() { return all && !aside ? *all : run::alone(); }
int rank_here() { return all ? all->rank_here() : 0; }
int ranks_here() { return all && !aside ? all->ranks_here() : 1; }

Aside::Aside() : rank_(ranks().rank()), size_(ranks().size()) { aside = true; }
Aside::~Aside() { aside = false; }

void send(const Letter& letter) { // so short that MPI keeps a copy
  const std::array<int, 2> words{letter.kind, letter.value};
  MPI_Send(words.data(), 2, MPI_INT, letter.rank, letters, MPI_COMM_WORLD);
}
Letter wait_for_letter() {
  MPI_Status status{};
  std::array<int, 2> words{};
  MPI_Recv(words.data(), 2, MPI_INT, MPI_ANY_SOURCE, letters, MPI_COMM_WORLD, &status);
  return {status.MPI_SOURCE, words[0], words[1]};
}
std::optional<Letter> look_for_letter() {
  int there = 0;
  if (all) {
    MPI_Iprobe(MPI_ANY_SOURCE, letters, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  }
  return there != 0 ? std::optional(wait_for_letter()) : std::nullopt;
}

void know_device(const std::string& own) { device = own; }
void use_devices() {
  if (all && &ranks() == all.get() && all->size() > 1 && all->pieces_on_devices() == 0) {
    std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
    int length = 0;
    MPI_Get_processor_name(host.data(), &length);
    const std::string mine = std::string(host.data()) + " " + device;
    const std::vector<std::string> each = texts(mine);
    all->use_devices(!device.empty() && std::count(each.begin(), each.end(), mine) == 1);
  }
}
std::string way_between_devices() { return all ? all->way_between_devices() : ""; }
void let_devices_go() {
  if (all) {
    all->let_devices_go();
  }
}

void tell(std::vector<std::byte>& bytes) {
  if (all) {
    all->share(bytes, 0);
  }
}

std::vector<std::string> texts(const std::string& mine) {
  std::vector<std::string> each;
  ranks().gather(std::as_bytes(std::span<const char>(mine)), [&](int /*rank*/, std::span<const std::byte> text) {
    each.emplace_back(reinterpret_cast<const char*>(text.data()), text.size());
  });
  return each;
}

void tell_failures(int (*tell)(const std::exception_ptr&)) { teller = tell; }

void fail(const std::exception_ptr& why) {
  if (all && all->size() > 1 && teller != nullptr) {
    MPI_Abort(MPI_COMM_WORLD, teller(why));
  }
}

std::string library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string all_of_it(text.data(), static_cast<std::size_t>(length));
  std::istringstream words(all_of_it.substr(0, all_of_it.find_first_of(",\n"))); // MPICH has blanks in a row
  std::string name;
  for (std::string word; words >> word;) {
    name += (name.empty() ? "" : " ") + word;
  }
  return name;
}

} // namespace neel::parallel
