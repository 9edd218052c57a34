//===- InlineDeferral.h - Does a build inline as with a profile -*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_INLINEDEFERRAL_H
#define UDPC_TOOLS_UDPC_CLANG_INLINEDEFERRAL_H

namespace udpc {

struct Request;

/// Whether LLVM defers inlining in the build without us, as it does where it is
/// given a profile, or takes a flag for one: it may then leave a call out of
/// line in the hope that the caller is inlined instead.
bool defersInlining(const Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_INLINEDEFERRAL_H
