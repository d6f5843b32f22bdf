// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Serves the page and what its Source has, by HTTP, on a thread of its own. Every address begins with a random token, which
// only who started the program knows; requests that other pages make in a browser are refused.

#include "view/data_provider.hpp"

#include <memory>
#include <string>

namespace neel::view {

struct ServerOptions {
  std::string listen = "127.0.0.1"; ///< address or name of the interface
  int port = 0;                     ///< 0: one that is free
};

class Server {
public:
  /// Listens from now on. Throws InputError if it cannot, DeviceError where there is no thread.
  Server(DataProvider& source, const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// "http://127.0.0.1:40123/0f1e.../", and how to open it from elsewhere.
  std::string address() const;
  std::string advice() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace neel::view
