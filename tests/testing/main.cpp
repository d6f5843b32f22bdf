// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <Kokkos_Core.hpp>

#include <catch2/catch_session.hpp>

int main(int argc, char** argv) {
  Catch::Session session;
  if (const int failed = session.applyCommandLine(argc, argv); failed != 0) {
    return failed;
  }
  const bool only_lists = session.config().listTests() || session.config().listTags();
  if (only_lists) {
    return session.run(); // so that tests can be listed on a machine without the device
  }
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  const Kokkos::ScopeGuard kokkos(settings);
  return session.run();
}
