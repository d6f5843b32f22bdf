// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/http.hpp"

#include "errors/errors.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace neel::view {

namespace {

constexpr std::size_t longest_target = 8192, most_headers = 100;

/// Headers that ask for what this server refuses: it would read another request than was meant.
constexpr struct {
  const char* name;
  int status;
  const char* why;
} refused[] = {{"transfer-encoding", 501, "expected a body with a Content-Length"},
               {"content-encoding", 415, "expected a body that is not compressed"},
               {"range", 416, "parts of files are not served"},
               {"expect", 417, "no expectation is met here"}};

std::string_view reason(int status) {
  constexpr std::pair<int, std::string_view> reasons[] = {{200, "OK"},
                                                          {400, "Bad Request"},
                                                          {403, "Forbidden"},
                                                          {404, "Not Found"},
                                                          {405, "Method Not Allowed"},
                                                          {413, "Content Too Large"},
                                                          {414, "URI Too Long"},
                                                          {415, "Unsupported Media Type"},
                                                          {416, "Range Not Satisfiable"},
                                                          {417, "Expectation Failed"},
                                                          {431, "Request Header Fields Too Large"},
                                                          {501, "Not Implemented"},
                                                          {505, "HTTP Version Not Supported"}};
  const auto* const found =
      std::find_if(std::begin(reasons), std::end(reasons), [&](const auto& r) { return r.first == status; });
  return found == std::end(reasons) ? "Internal Server Error" : found->second;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

std::string lower(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return all;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, last - first + 1);
}

template <class T>
std::optional<T> whole(std::string_view text) {
  T value{};
  const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc{} && rest == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "GET /path?query HTTP/1.1"
HttpResponse read_first_line(std::string_view line, HttpRequest& to) {
  const std::size_t first = line.find(' '), second = line.rfind(' ');
  if (first == std::string_view::npos || second == first || std::any_of(line.begin(), line.end(), is_control)) {
    return said(400, "this is no request");
  }
  const std::string_view target = line.substr(first + 1, second - first - 1), version = line.substr(second + 1);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    return said(505, "expected HTTP/1.1");
  }
  if (target.size() > longest_target) {
    return said(414, "the address is too long");
  }
  if (!target.starts_with('/') || target.find(' ') != std::string_view::npos) {
    return said(400, "this is no address");
  }
  const std::size_t mark = std::min(target.find('?'), target.size());
  to.method = line.substr(0, first);
  to.path = target.substr(0, mark);
  to.query = target.substr(std::min(mark + 1, target.size()));
  to.last = version == "HTTP/1.0";
  return {};
}

/// "Name: value"
bool read_header(std::string_view line, HttpRequest& to) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, std::min(colon, line.size()));
  if (colon == std::string_view::npos || name.empty() || trimmed(name).size() != name.size()) {
    return false;
  }
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (std::any_of(name.begin(), name.end(), is_control) ||
      std::any_of(value.begin(), value.end(), [](char c) { return is_control(c) && c != '\t'; })) {
    return false;
  }
  std::string& all = to.headers[lower(name)];
  all += (all.empty() ? "" : ", ") + std::string(value); // one that must stand there once is then refused
  return true;
}

/// What the headers say of the body and the connection.
HttpResponse read_meaning(HttpRequest& to) {
  for (const auto& r : refused) {
    if (to.headers.count(r.name) > 0) {
      return said(r.status, r.why);
    }
  }
  to.last = to.last || lower(to.header("connection")) == "close";
  if (to.headers.count("content-length") == 0) {
    return {};
  }
  const auto length = whole<std::uint64_t>(to.header("content-length"));
  if (!length) {
    return said(400, "Content-Length is not a whole number");
  }
  if (*length > most_in_body) {
    return said(413, "the body is too long");
  }
  to.length = static_cast<std::size_t>(*length);
  return {};
}

} // namespace

std::string HttpRequest::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

HttpResponse said(int status, const std::string& text) { return {status, text + "\n"}; }

HttpResponse read_head(std::string_view head, HttpRequest& to) {
  const auto next = [&] {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    return line;
  };
  if (HttpResponse bad = read_first_line(next(), to); !bad.good()) {
    return bad;
  }
  for (std::size_t n = 0; !head.empty(); ++n) {
    if (n == most_headers) {
      return said(431, "there are too many headers");
    }
    if (!read_header(next(), to)) {
      return said(400, "this is no header");
    }
  }
  return read_meaning(to);
}

std::string head_of(const HttpResponse& response, bool last, const std::string& headers) {
  return "HTTP/1.1 " + std::to_string(response.status) + " " + std::string(reason(response.status)) +
         "\r\nContent-Type: " + response.type + "\r\nContent-Length: " + std::to_string(response.body.size()) +
         "\r\nConnection: " + (last ? "close" : "keep-alive") + "\r\n" + headers + "\r\n";
}

std::int64_t number(const HttpRequest& request, const std::string& name, std::int64_t otherwise) {
  std::string_view rest = request.query;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (one == name || one.starts_with(name + "=")) {
      const auto value = whole<std::int64_t>(one.substr(std::min(name.size() + 1, one.size())));
      if (!value) {
        throw InputError(name + " is not a whole number");
      }
      return *value;
    }
  }
  return otherwise;
}

} // namespace neel::view
