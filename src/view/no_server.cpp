// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// In place of server.cpp where cpp-httplib was not found.

#include "errors/errors.hpp"
#include "view/server.hpp"

namespace neel::view {

struct Server::Parts {};

Server::Server(Source&, const ServerOptions&) {
  throw InputError("this build serves no page: cpp-httplib was missing when it was configured (Debian and Ubuntu: "
                   "libcpp-httplib-dev); configure and build it anew");
}
Server::~Server() = default;
std::string Server::address() const { return {}; }
std::string Server::advice() const { return {}; }

} // namespace neel::view
