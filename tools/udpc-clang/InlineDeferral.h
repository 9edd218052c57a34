//===- InlineDeferral.h - Inlining with a profile ------------- -*- C++ -*-===//
//
// Tells CompileFlags.cpp whether the user's own flags already make LLVM defer
// inlining.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_INLINEDEFERRAL_H
#define UDPC_TOOLS_UDPC_CLANG_INLINEDEFERRAL_H

namespace udpc {

struct Request;

/// Returns whether LLVM defers inlining in the build without udpc, as it does
/// with a profile or a flag for one: it may then leave a call out of line in
/// the hope that the caller is inlined instead.
bool defersInlining(const Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_INLINEDEFERRAL_H
