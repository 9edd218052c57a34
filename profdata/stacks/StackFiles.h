//===- StackFiles.h - Flame graphs' and pprof's formats ---------*- C++ -*-===//
//
// Writers of a StackProfile. Equal profiles give equal bytes.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKFILES_H
#define UDPC_PROFDATA_STACKS_STACKFILES_H

#include "profdata/stacks/StackProfile.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Of formats whose frames are functions.
struct StackFrameOptions {
  /// The innermost function's line of the source is a frame of its own.
  bool Lines = false;
};

/// Folded stacks with the values of \p Type: "main;f;g 12", one line for each
/// stack, sorted; values of 0 are left out. In names, ";" becomes ":" and a
/// line break a space. Source: the README of Brendan Gregg's FlameGraph.
void writeFolded(const StackProfile &Profile, size_t Type,
                 StackFrameOptions Options, llvm::raw_ostream &OS);

/// speedscope's JSON, with one profile for each type; samples that are negative
/// are left out, since areas cannot show them. Source: speedscope's
/// file-format-spec.ts.
void writeSpeedscope(const StackProfile &Profile, StackFrameOptions Options,
                     llvm::raw_ostream &OS);

/// pprof's profile.proto, compressed by gzip. Source: proto/profile.proto of
/// google/pprof.
void writePprof(const StackProfile &Profile, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_STACKFILES_H
