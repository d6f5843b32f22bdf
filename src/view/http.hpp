// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Requests and responses of HTTP/1.1 (RFC 9112), as far as the page needs them: bodies have a length and are taken as they are.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace neel::view {

struct HttpRequest {
  std::string method, path, query;
  std::map<std::string, std::string> headers; ///< names in lower case
  std::string body;
  std::size_t length = 0; ///< of the body
  bool last = false;      ///< of its connection

  std::string header(const std::string& name) const;
};

struct HttpResponse {
  int status = 200;
  std::string body, type = "text/plain; charset=utf-8";
  bool good() const { return status == 200; }
};

/// A sentence.
HttpResponse said(int status, const std::string& text);

inline constexpr std::size_t most_in_head = 16384, most_in_body = 65536; ///< bytes

/// Reads the lines of a request before its body, without the empty one. A response that is not good: why it is refused.
HttpResponse read_head(std::string_view head, HttpRequest& to);
/// The lines of a response before its body, with the empty one. `headers`: those of all responses.
std::string head_of(const HttpResponse& response, bool last, const std::string& headers);

/// A whole number in the query, or `otherwise` where there is none. Throws InputError.
std::int64_t number(const HttpRequest& request, const std::string& name, std::int64_t otherwise);

} // namespace neel::view
