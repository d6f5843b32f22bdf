// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/http_server.hpp"

#include "errors/errors.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace neel::view {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

/// To send a request; to take some of a response; without a request; to see the last bytes.
constexpr seconds to_send{10}, to_take{30}, idle{60}, to_part{1};
constexpr std::size_t most_connections = 200;
constexpr int poll_interval = 100; ///< milliseconds: after so many at most, the thread ends

/// Bound to the first address of that name that is one of this machine, or -1.
int bind_to(const std::string& address, int port) {
  addrinfo wanted{}, *found = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  if (getaddrinfo(address.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) {
    return -1;
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, freeaddrinfo);
  for (const addrinfo* a = found; a != nullptr; a = a->ai_next) {
    const int socket = ::socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
    const int yes = 1;
    if (socket >= 0 && setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(socket, a->ai_addr, a->ai_addrlen) == 0 && listen(socket, SOMAXCONN) == 0) {
      return socket;
    }
    files::Descriptor(socket).close();
  }
  return -1;
}

bool is_loopback(const sockaddr_storage& at) {
  if (at.ss_family == AF_INET) {
    return (ntohl(reinterpret_cast<const sockaddr_in&>(at).sin_addr.s_addr) >> 24) == 127;
  }
  return at.ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(at).sin6_addr);
}

} // namespace

struct HttpServer::Connection {
  files::Descriptor socket;
  Clock::time_point until = Clock::now() + to_send; ///< is closed then
  std::string in{}, out{};
  std::size_t sent = 0;                 ///< of `out`
  std::optional<HttpRequest> request{}; ///< whose body is coming
  bool known = false;                   ///< a request of it was not refused
  bool last = false;                    ///< ends when `out` is sent
  bool parting = false, closed = false; ///< nothing more is sent; or read

  bool sending() const { return sent < out.size(); }
};

HttpServer::HttpServer(const std::string& address, int port, Service service)
    : service_(std::move(service)), listener_(bind_to(address, port)) {
  if (listener_ < 0) {
    throw InputError("cannot listen on " + address + (port == 0 ? "" : ", port " + std::to_string(port)) +
                     ": another program may listen there, or the address is not of this machine");
  }
  ask_name();
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error& e) {
    throw DeviceError(std::string("cannot start the thread that serves the page: ") + e.what() +
                      "; the limit of processes (ulimit -u) or of memory may be reached");
  }
}

HttpServer::~HttpServer() {
  over_ = true;
  if (thread_.joinable()) {
    thread_.join();
  }
}

void HttpServer::ask_name() {
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "0";
  getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size);
  getnameinfo(reinterpret_cast<sockaddr*>(&at), size, host, sizeof host, port, sizeof port,
              NI_NUMERICHOST | NI_NUMERICSERV);
  host_ = host;
  port_ = std::stoi(port);
  loopback_ = is_loopback(at);
}

void HttpServer::work() {
  while (!over_) {
    std::vector<pollfd> all{{listener_, static_cast<short>(full_ ? 0 : POLLIN), 0}};
    for (const Connection& c : connections_) {
      all.push_back({c.socket, static_cast<short>(c.sending() ? POLLOUT : POLLIN), 0});
    }
    full_ = false; // until accept fails again
    poll(all.data(), all.size(), poll_interval);
    const auto now = Clock::now(); // what came while a response was made is read before a deadline counts
    auto ready = all.begin() + 1;
    for (Connection& c : connections_) {
      serve(c, (ready++)->revents);
    }
    connections_.remove_if([&](const Connection& c) { return c.closed || c.until <= now; });
    if ((all.front().revents & POLLIN) != 0) {
      accept_all();
    }
  }
}

/// Where there are too many, the one goes that never sent the token, or else the one that would go first.
void HttpServer::accept_all() {
  int socket = 0;
  while ((socket = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connections_.size() >= most_connections) {
      connections_.erase(std::min_element(connections_.begin(), connections_.end(), [](const auto& a, const auto& b) {
        return std::pair(a.known, a.until) < std::pair(b.known, b.until);
      }));
    }
    connections_.push_back({files::Descriptor(socket)});
  }
  full_ = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED; // no more descriptors, say
}

void HttpServer::serve(Connection& c, short ready) {
  if (ready == 0) {
    return;
  }
  try {
    if (c.sending()) {
      send(c);
    } else {
      receive(c);
    }
    advance(c);
  } catch (const std::exception&) { // no memory
    c.closed = true;
  }
}

void HttpServer::receive(Connection& c) {
  char buffer[65536];
  const ssize_t n = recv(c.socket, buffer, sizeof buffer, 0);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
    c.closed = true;
  } else if (n > 0 && !c.parting) {
    if (c.in.empty() && !c.request) {
      c.until = Clock::now() + to_send;
    }
    c.in.append(buffer, static_cast<std::size_t>(n));
  }
}

/// Responds to what has come whole.
void HttpServer::advance(Connection& c) {
  while (!c.sending() && !c.last) {
    if (!c.request) {
      const std::size_t end = c.in.find("\r\n\r\n");
      if (end > most_in_head) { // or not there
        if (c.in.size() > most_in_head) {
          respond(c, said(431, "the headers are too long"), true, true);
        }
        return;
      }
      HttpRequest request;
      HttpResponse bad = read_head(std::string_view(c.in).substr(0, end), request);
      if (bad.good()) {
        bad = service_.refuse(request);
      }
      if (!bad.good()) {
        respond(c, bad, true, request.method != "HEAD");
        return;
      }
      c.in.erase(0, end + 4);
      c.known = true;
      c.request = std::move(request);
    }
    if (c.in.size() < c.request->length) {
      return;
    }
    HttpRequest request = std::move(*c.request);
    c.request.reset();
    request.body = c.in.substr(0, request.length);
    c.in.erase(0, request.length);
    respond(c, service_.respond(request), request.last, request.method != "HEAD");
  }
}

void HttpServer::respond(Connection& c, const HttpResponse& response, bool last, bool body) {
  c.out = head_of(response, last, service_.headers) + (body ? response.body : "");
  c.sent = 0;
  c.last = last;
  c.until = Clock::now() + to_take;
  send(c);
}

/// As much as the system takes now. A connection ends when the other end has seen the last bytes: closed with bytes unread, it could
/// lose them.
void HttpServer::send(Connection& c) {
  const ssize_t n = ::send(c.socket, c.out.data() + c.sent, c.out.size() - c.sent, MSG_NOSIGNAL);
  if (n < 0) {
    c.closed = errno != EAGAIN && errno != EINTR;
    return;
  }
  c.sent += static_cast<std::size_t>(n);
  c.until = Clock::now() + to_take;
  if (c.sending()) {
    return;
  }
  c.out = {};
  c.sent = 0;
  c.until = Clock::now() + idle;
  if (c.last) {
    shutdown(c.socket, SHUT_WR);
    c.parting = true;
    c.in = {};
    c.until = Clock::now() + to_part;
  }
}

} // namespace neel::view
