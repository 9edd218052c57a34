//===- StackFiles.h - Formats for flame graphs and pprof --------*- C++ -*-===//
//
// Declares the writers of a StackProfile. Equal profiles give equal bytes. Used
// by `udpc export`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKFILES_H
#define UDPC_PROFDATA_STACKS_STACKFILES_H

#include "profdata/stacks/StackProfile.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Options of formats whose frames are functions.
struct StackFrameOptions {
  /// Whether the source line of the innermost function is a separate frame.
  bool Lines = false;
};

/// Writes folded stacks with the values of \p Type: "main;f;g 12", one line for
/// each stack, sorted. Omits values of 0. In names, ";" becomes ":" and a line
/// break becomes a space. Source: the README of Brendan Gregg's FlameGraph.
void writeFolded(const StackProfile &Profile, size_t Type,
                 StackFrameOptions Options, llvm::raw_ostream &OS);

/// Writes speedscope's JSON, with one profile for each type. Omits negative
/// samples, which areas cannot show. Source: speedscope's file-format-spec.ts.
void writeSpeedscope(const StackProfile &Profile, StackFrameOptions Options,
                     llvm::raw_ostream &OS);

/// Writes pprof's profile.proto, compressed by gzip. Source:
/// proto/profile.proto of google/pprof.
void writePprof(const StackProfile &Profile, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_STACKFILES_H
