// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/server.hpp"

#include "errors/errors.hpp"
#include "view/http_server.hpp"
#include "view/page.hpp"

#include <algorithm>
#include <random>

namespace neel::view {

namespace {

using Request = HttpRequest;
using Response = HttpResponse;

/// 128 random bits in hexadecimal digits.
std::string make_token() {
  std::random_device device;
  std::string token;
  for (int word = 0; word < 4; ++word) {
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(device()));
    token += digits;
  }
  return token;
}

/// In a time that does not tell how many characters agree.
bool equal(std::string_view a, std::string_view b) {
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    different |= static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(b[k]);
  }
  return different == 0;
}

const char* type_of(std::string_view name) {
  return name.ends_with(".html")  ? "text/html; charset=utf-8"
         : name.ends_with(".css") ? "text/css; charset=utf-8"
                                  : "text/javascript; charset=utf-8";
}

/// The name of a host without its port: "[::1]:80" is "[::1]".
std::string without_port(const std::string& host) {
  const std::size_t colon = host.rfind(':');
  return colon == std::string::npos || host.find(']', colon) != std::string::npos ? host : host.substr(0, colon);
}

/// Of all responses.
const char* const headers = "Cache-Control: no-store\r\n"
                            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
                            "connect-src 'self'; img-src 'self' "
                            "blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
                            "Cross-Origin-Resource-Policy: same-origin\r\n"
                            "Referrer-Policy: no-referrer\r\n"
                            "X-Content-Type-Options: nosniff\r\n";

Response missing() { return said(404, "there is no such thing"); }

Response page_file(const std::string& name) {
  for (const PageFile& file : page_files()) {
    if (file.name == (name.empty() ? "index.html" : name)) {
      return {200, std::string(file.text), type_of(file.name)};
    }
  }
  return missing();
}

} // namespace

struct Server::Parts {
  DataProvider& source;
  std::string token = make_token();
  HttpServer http;

  Parts(DataProvider& s, const ServerOptions& options)
      : source(s), http(options.listen, options.port,
                        {[this](const Request& r) { return refuse(r); },
                         [this](const Request& r) { return respond(r); }, headers}) {}

  /// As addresses have it.
  std::string host_name() const {
    return http.host().find(':') == std::string::npos ? http.host() : "[" + http.host() + "]";
  }

  /// A name that leads here does not make a request one of this machine's user: the Host must be what the page was opened with, and
  /// an Origin, which browsers send along with what a page asks for, the same.
  Response refuse(const Request& r) const {
    const std::string host = r.header("host"), name = without_port(host);
    if (r.path.size() < token.size() + 2 || !equal(r.path.substr(1, token.size() + 1), token + "/")) {
      return said(403, "the address has not the token that the program printed");
    }
    if (http.loopback() && name != "127.0.0.1" && name != "localhost" && name != "[::1]" && name != host_name()) {
      return said(403, "another host is meant");
    }
    if (r.headers.count("origin") > 0 && r.header("origin") != "http://" + host) {
      return said(403, "another page asks for this");
    }
    if (r.method != "GET" && r.method != "HEAD" && r.method != "POST") {
      return said(405, "this method is not known here");
    }
    if (r.method == "POST" && r.path.substr(token.size() + 2) != "do") {
      return missing();
    }
    if (r.method == "POST" && r.header("content-type") != "application/json") {
      return said(415, "expected application/json"); // which no form of another page can send
    }
    return {};
  }

  Response get(const Request& request) const {
    const char *const json = "application/json", *const binary = "application/octet-stream";
    const std::string name = request.path.substr(token.size() + 2);
    if (name == "state") {
      return {200, source.state(), json};
    }
    if (name == "curves") {
      return {200, source.curves(), json};
    }
    if (name == "series") {
      return {200, source.series(number(request, "since", 0)), binary};
    }
    if (name == "sites") {
      return {200, source.sites(), binary};
    }
    if (name == "frame") {
      const std::int64_t system = std::clamp<std::int64_t>(number(request, "system", 0), 0, INT32_MAX);
      return {200, source.frame(number(request, "step", -1), static_cast<int>(system)), binary};
    }
    return page_file(name);
  }

  Response respond(const Request& request) const {
    try {
      return request.method == "POST" ? Response{200, source.act(request.body), "application/json"} : get(request);
    } catch (const InputError& e) {
      return said(400, e.what());
    } catch (const UserError& e) {
      return said(404, e.what());
    } catch (const std::exception& e) {
      return said(500, e.what());
    }
  }
};

Server::Server(DataProvider& source, const ServerOptions& options) : parts_(std::make_unique<Parts>(source, options)) {}
Server::~Server() = default;

std::string Server::address() const {
  return "http://" + parts_->host_name() + ":" + std::to_string(parts_->http.port()) + "/" + parts_->token + "/";
}

std::string Server::advice() const {
  const std::string port = std::to_string(parts_->http.port());
  return parts_->http.loopback() ? "from another machine: ssh -L " + port + ":" + parts_->host_name() + ":" + port +
                                       " THIS_MACHINE, and open the same address there"
                                 : "everybody who knows this address can look, and it is sent without encryption";
}

} // namespace neel::view
