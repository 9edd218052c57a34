//===- JsonText.h - Parses JSON of unknown origin ---------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_SUPPORT_JSONTEXT_H
#define UDPC_PROFDATA_SUPPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace udpc {

/// llvm::json::parse(), which recurses into arrays and objects, and so crashes
/// if they nest too deeply: that is an error here.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_JSONTEXT_H
