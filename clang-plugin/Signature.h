//===- Signature.h - A function's declaration as text ----------*- C++ -*-===//

#ifndef UDPC_CLANG_PLUGIN_SIGNATURE_H
#define UDPC_CLANG_PLUGIN_SIGNATURE_H

#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace udpc {

/// The return type, the qualified name and the parameters with their types and
/// names as written: `int server::Connection::handle(int fd, const Request &r)
/// const`. Instances of templates end with their arguments: `T max(T a, T b)
/// [T = int]`. The same in every compilation; "" if it is longer than anybody
/// would match.
std::string signatureOf(const clang::FunctionDecl &F);

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_SIGNATURE_H
