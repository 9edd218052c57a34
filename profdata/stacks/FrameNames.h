//===- FrameNames.h - Readable frames of stacks -----------------*- C++ -*-===//
//
// The names of frames in the formats for flame graphs. Used by their writers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_FRAMENAMES_H
#define UDPC_PROFDATA_STACKS_FRAMENAMES_H

#include "profdata/stacks/StackFiles.h"

namespace udpc {

/// A frame as it is shown.
struct FrameName {
  std::string Name; ///< Never empty.
  std::string File; ///< "" if unknown.
  uint32_t Line;    ///< For frames that are a line; else 0.

  bool operator<(const FrameName &O) const {
    return std::tie(Name, File, Line) < std::tie(O.Name, O.File, O.Line);
  }
};

/// Returns the frames of \p Stack, including inlined ones, from the outermost
/// function to the innermost; with Options.Lines, the line follows, as
/// "list.h:3".
std::vector<FrameName> frameNames(const StackProfile &Profile,
                                  const StackProfile::Key &Stack,
                                  StackFrameOptions Options);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_FRAMENAMES_H
