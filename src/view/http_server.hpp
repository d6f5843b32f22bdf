// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Serves HTTP on one thread, which polls all connections. Each has a deadline, and so has no effect on others however slowly it
// sends or receives; what it sends is bounded, and so is the number of connections.

#include "files/descriptor.hpp"
#include "view/http.hpp"

#include <atomic>
#include <functional>
#include <list>
#include <thread>

namespace neel::view {

class HttpServer {
public:
  struct Service {
    /// Whether a request is refused (the response is not good): asked before its body is read.
    std::function<HttpResponse(const HttpRequest&)> refuse;
    /// The response to one that was not. Throws nothing.
    std::function<HttpResponse(const HttpRequest&)> respond;
    std::string headers; ///< of all responses
  };

  /// Listens from now on; port 0: one that is free. Throws InputError if it cannot, DeviceError where there is no thread.
  HttpServer(const std::string& address, int port, Service service);
  /// Closes all connections.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The address in digits, where it listens.
  const std::string& host() const { return host_; }
  int port() const { return port_; }
  /// Only this machine can connect.
  bool loopback() const { return loopback_; }

private:
  struct Connection;

  void ask_name();
  void work();
  void accept_all();
  void serve(Connection& c, short ready);
  void receive(Connection& c);
  void advance(Connection& c);
  void respond(Connection& c, const HttpResponse& response, bool last, bool body);
  void send(Connection& c);

  Service service_;
  files::Descriptor listener_;
  std::string host_;
  int port_ = 0;
  bool loopback_ = false, full_ = false;
  std::list<Connection> connections_;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

} // namespace neel::view
