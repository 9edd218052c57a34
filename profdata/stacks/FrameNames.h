//===- FrameNames.h - The frames of a stack, as people read them -*- C++ -*-==//

#ifndef UDPC_PROFDATA_STACKS_FRAMENAMES_H
#define UDPC_PROFDATA_STACKS_FRAMENAMES_H

#include "profdata/stacks/StackFiles.h"

namespace udpc {

struct FrameName {
  std::string Name; ///< Never empty.
  std::string File; ///< "" if unknown.
  uint32_t Line;    ///< Of frames that are a line; else 0.

  bool operator<(const FrameName &O) const {
    return std::tie(Name, File, Line) < std::tie(O.Name, O.File, O.Line);
  }
};

/// The frames of \p Stack, from the outermost function to the innermost one,
/// inlined ones included; with Options.Lines then the line, as "list.h:3".
std::vector<FrameName> frameNames(const StackProfile &Profile,
                                  const StackProfile::Key &Stack,
                                  StackFrameOptions Options);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_FRAMENAMES_H
