// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Builds without MPI.

#include "errors/errors.hpp"
#include "parallel/session.hpp"

#include <cstdlib>
#include <stdexcept>

namespace neel::parallel {

namespace {

/// What launchers tell those that they start.
int started_together() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* const text = std::getenv(name)) {
      return std::atoi(text);
    }
  }
  return 1;
}

} // namespace

Session::Session() {
  if (started_together() > 1) {
    throw InputError(
        "this build of Neel knows no MPI, and all processes that mpirun started would do the same: start it "
        "by itself, or use a build made with the openmp-mpi preset");
  }
}
Session::~Session() = default;

run::Communicator& launched() { return run::alone(); }
int rank_here() { return 0; }
int ranks_here() { return 1; }
Aside::Aside() : rank_(0), size_(1) {}
Aside::~Aside() = default;
void send(const Letter& /*letter*/) {}
std::optional<Letter> look_for_letter() { return {}; }
Letter wait_for_letter() { throw std::logic_error("no other rank"); }
void know_device(const std::string& /*device*/) {}
void use_devices() {}
std::string way_between_devices() { return {}; }
void let_devices_go() {}
void tell(std::vector<std::byte>& /*bytes*/) {}
std::vector<std::string> texts(const std::string& mine) { return {mine}; }
void tell_failures(int (* /*tell*/)(const std::exception_ptr&)) {}
void fail(const std::exception_ptr& /*why*/) {}
std::string library() { return {}; }

} // namespace neel::parallel
