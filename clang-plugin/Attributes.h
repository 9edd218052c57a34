//===- Attributes.h - [[udpc::event]] and [[udpc::spin]] -------*- C++ -*-===//
//
// In the AST the attributes are represented by clang's `annotate`, which clang
// preserves, copies to template instances and writes into precompiled headers.
// On a function it becomes an annotation in the IR; on statements
// MarkerWriter.h replaces it by calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_ATTRIBUTES_H
#define UDPC_CLANG_PLUGIN_ATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class Attr;
} // namespace clang

namespace udpc {

/// Whether the process has parsed one of our attributes; otherwise code is not
/// searched for them.
bool hasSeenAttributes();

/// The name in \p A if it is our \p Attribute (EventAttribute, SpinAttribute),
/// else "".
llvm::StringRef nameIn(const clang::Attr *A, llvm::StringRef Attribute);

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_ATTRIBUTES_H
