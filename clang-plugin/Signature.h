//===- Signature.h - Spellings of a declaration -----------------*- C++ -*-===//

#ifndef UDPC_CLANG_PLUGIN_SIGNATURE_H
#define UDPC_CLANG_PLUGIN_SIGNATURE_H

#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace udpc {

/// The values of SignatureAttribute (ir/Markers.h), each at most once and in
/// one line. The same in every compilation; none if they are too long.
std::vector<std::string> signaturesOf(const clang::FunctionDecl &F);

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_SIGNATURE_H
