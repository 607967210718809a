// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "shape.hpp"

namespace litho {

/// One move of memory: a loop nest with a stride on both sides. Where the innermost loop is the lanes of channel blocks and
/// the channels do not fill the last block, `limit` says how many channels there are.
struct transfer {
  int input = 0;  ///< which input of its kernel it reads
  ints extents;
  ints from;  ///< elements per step
  ints to;
  std::int64_t from_offset = 0;
  std::int64_t to_offset = 0;
  int block_loop = -1;     ///< the loop over channel blocks
  std::int64_t limit = 0;  ///< channels; lanes at or beyond it are cleared on the way in and left out on the way out
  bool clear = false;
};

}  // namespace litho
