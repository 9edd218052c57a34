//===- JsonText.h - Parses JSON of unknown origin ---------------*- C++ -*-===//
//
// Used by all readers of JSON files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_JSONTEXT_H
#define UDPC_PROFDATA_SUPPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace udpc {

/// Parses \p Text like llvm::json::parse(), which recurses into arrays and
/// objects and crashes if they nest too deeply. That is an error here.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_JSONTEXT_H
