//===- Signature.h - Spellings of a declaration -----------------*- C++ -*-===//
//
// The spellings by which a spec's entries can name one overload of a function.
// Plugin.cpp attaches them to definitions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_SIGNATURE_H
#define UDPC_CLANG_PLUGIN_SIGNATURE_H

#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace udpc {

/// The spellings of the declaration of \p F, as values of SignatureAttribute
/// (ir/Markers.h): distinct, one line each, and the same in every compilation.
/// Empty if they are too long.
std::vector<std::string> signaturesOf(const clang::FunctionDecl &F);

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_SIGNATURE_H
