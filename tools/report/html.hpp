// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace litho::reporter {

/// A text between tags or in an attribute: the page is also well-formed XML.
std::string escaped(std::string_view text);

/// At most so many characters, the last an ellipsis where some are missing.
std::string shortened(std::string_view text, std::size_t most);

/// 1,234,567
std::string grouped(std::int64_t number);

/// 1.5 KB, 12.0 MB
std::string bytes_text(std::int64_t bytes);

/// 4.09 G
std::string scaled(std::int64_t number);

/// The first row of a table; columns of numbers begin with '>'.
std::string table_head(const std::vector<std::string>& columns);

/// With so many digits behind the point.
std::string fixed(double number, int digits);

}  // namespace litho::reporter
