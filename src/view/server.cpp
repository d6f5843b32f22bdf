// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/server.hpp"

#include "errors/errors.hpp"
#include "view/page.hpp"

#include <httplib.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <thread>

namespace neel::view {

namespace {

using httplib::Request;
using httplib::Response;

constexpr std::size_t longest_command = 65536;
constexpr std::size_t threads = 16;  ///< a browser keeps some six connections open, and each has one
constexpr std::size_t waiting = 256; ///< connections, before others are turned away

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

void answer(Response& response, int status, const std::string& text) {
  response.status = status;
  response.set_content(text + "\n", "text/plain; charset=utf-8");
}

/// A whole number in the query, or `otherwise` where there is none. Throws InputError.
std::int64_t number(const Request& request, const char* name, std::int64_t otherwise) {
  const std::string text = request.get_param_value(name);
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, otherwise);
  if (request.has_param(name) && (failure != std::errc{} || rest != end)) {
    throw InputError(std::string(name) + " is not a whole number");
  }
  return otherwise;
}

/// The name of a host without its port: "[::1]:80" is "[::1]".
std::string without_port(const std::string& host) {
  const std::size_t colon = host.rfind(':');
  return colon == std::string::npos || host.find(']', colon) != std::string::npos ? host : host.substr(0, colon);
}

} // namespace

struct Server::Parts {
  Source& source;
  ServerOptions options;
  std::string token = make_token();
  int port = 0;
  httplib::Server http;
  std::thread thread;

  Parts(Source& s, ServerOptions o) : source(s), options(std::move(o)) {}

  bool local() const { return options.listen == "127.0.0.1" || options.listen == "::1"; }

  /// Why a request is refused, or nothing. A name that leads here does not make a request one of this machine's user: the Host
  /// must be what the page was opened with, and an Origin, which browsers send along with what a page asks for, the same.
  std::pair<int, const char*> objection(const Request& r) const {
    const std::string host = r.get_header_value("Host"), name = without_port(host);
    if (r.method != "GET" && r.method != "HEAD" && r.method != "POST") {
      return {405, "this method is not known here"};
    }
    if (local() && name != "127.0.0.1" && name != "localhost" && name != "[::1]") {
      return {403, "another host is meant"};
    }
    if (r.has_header("Origin") && r.get_header_value("Origin") != "http://" + host) {
      return {403, "another page asks for this"};
    }
    if (r.path.size() < token.size() + 2 || !equal(r.path.substr(1, token.size() + 1), token + "/")) {
      return {403, "the address has not the token that the program printed"};
    }
    return {0, ""};
  }

  void send_page(const std::string& name, Response& response) const {
    for (const PageFile& file : page_files()) {
      if (file.name == (name.empty() ? "index.html" : name)) {
        response.set_content(std::string(file.text), type_of(file.name));
        return;
      }
    }
    answer(response, 404, "there is no such thing");
  }

  void get(const Request& request, Response& response) const {
    const std::string name = request.path.substr(token.size() + 2);
    const auto parcel = [&](std::string text) { response.set_content(std::move(text), "application/octet-stream"); };
    if (name == "state") {
      response.set_content(source.state(), "application/json");
    } else if (name == "curves") {
      response.set_content(source.curves(), "application/json");
    } else if (name == "series") {
      parcel(source.series(number(request, "since", 0)));
    } else if (name == "sites") {
      parcel(source.sites());
    } else if (name == "frame") {
      const std::int64_t system = std::clamp<std::int64_t>(number(request, "system", 0), 0, INT32_MAX);
      parcel(source.frame(number(request, "step", -1), static_cast<int>(system)));
    } else {
      send_page(name, response);
    }
  }

  void post(const Request& request, Response& response) const {
    if (request.path.substr(token.size() + 2) != "do") {
      answer(response, 404, "there is no such thing");
    } else if (request.get_header_value("Content-Type") != "application/json") {
      answer(response, 415, "expected application/json"); // which no form of another page can send
    } else {
      response.set_content(source.act(request.body), "application/json");
    }
  }

  /// The same answer to errors from both.
  httplib::Server::Handler guarded(void (Parts::*handle)(const Request&, Response&) const) const {
    return [this, handle](const Request& request, Response& response) {
      try {
        (this->*handle)(request, response);
      } catch (const InputError& e) {
        answer(response, 400, e.what());
      } catch (const UserError& e) {
        answer(response, 404, e.what());
      } catch (const std::exception& e) {
        answer(response, 500, e.what());
      }
    };
  }

  void set_up() {
    http.new_task_queue = [] { return new httplib::ThreadPool(threads, waiting); };
    http.set_keep_alive_timeout(2);
    http.set_payload_max_length(longest_command);
    http.set_tcp_nodelay(true);
    http.set_socket_options([](auto socket) { // not the library's, which lets two programs listen on one port
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http.set_default_headers(
        {{"Cache-Control", "no-store"},
         {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                                     "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors "
                                     "'none'"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Referrer-Policy", "no-referrer"},
         {"X-Content-Type-Options", "nosniff"}});
    http.set_pre_routing_handler([this](const Request& request, Response& response) {
      const auto [status, why] = objection(request);
      if (status != 0) {
        answer(response, status, why);
        return httplib::Server::HandlerResponse::Handled;
      }
      return httplib::Server::HandlerResponse::Unhandled;
    });
    http.Get("/.*", guarded(&Parts::get));
    http.Post("/.*", guarded(&Parts::post));
  }
};

Server::Server(Source& source, const ServerOptions& options) : parts_(std::make_unique<Parts>(source, options)) {
  Parts& p = *parts_;
  p.set_up();
  const bool bound = p.options.port == 0 ? (p.port = p.http.bind_to_any_port(p.options.listen)) > 0
                                         : p.http.bind_to_port(p.options.listen, p.port = p.options.port);
  if (!bound) {
    throw InputError("cannot listen on " + p.options.listen +
                     (p.options.port == 0 ? "" : ", port " + std::to_string(p.options.port)) +
                     ": another program may listen there, or the address is not of this machine");
  }
  p.thread = std::thread([&p] { p.http.listen_after_bind(); });
  p.http.wait_until_ready();
}

Server::~Server() {
  parts_->http.stop();
  if (parts_->thread.joinable()) {
    parts_->thread.join();
  }
}

std::string Server::address() const {
  const std::string& listen = parts_->options.listen;
  const std::string host = listen.find(':') == std::string::npos ? listen : "[" + listen + "]";
  return "http://" + host + ":" + std::to_string(parts_->port) + "/" + parts_->token + "/";
}

std::string Server::advice() const {
  const std::string port = std::to_string(parts_->port);
  return parts_->local() ? "from another machine: ssh -L " + port + ":" + parts_->options.listen + ":" + port +
                               " THIS_MACHINE, and open the same address there"
                         : "everybody who knows this address can look, and it is sent without encryption";
}

} // namespace neel::view
