//===- YamlCheck.h - Validates the accepted subset of YAML ------*- C++ -*-===//
//
// Validates a file before it is parsed. LLVM's YAML parser does not validate
// its input: it reads past the end of malformed UTF-8, recurses into nested
// nodes, and does not resolve aliases and merge keys. Used by YamlReader.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_YAMLCHECK_H
#define UDPC_SPEC_YAMLCHECK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace udpc {

/// Receives a mistake and its position. Lines and columns count from 1; columns
/// count bytes.
using MistakeHandler = llvm::function_ref<void(unsigned Line, unsigned Column,
                                               const llvm::Twine &Message)>;

/// Checks that \p Text is UTF-8 without control characters. Reports the first
/// mistake; returns false if there is one.
bool checkYamlText(llvm::StringRef Text, MistakeHandler Report);

/// Checks that \p Text, which has passed checkYamlText, is one well-formed
/// document without anchors, aliases, merge keys and tags, nested at most a few
/// levels deep. Returns false if it is not.
bool checkYamlStructure(llvm::StringRef Text, MistakeHandler Report);

/// Returns an error message for the characters of \p Value, the decoded text of
/// a scalar, in which escapes can produce any character; "" if it is valid.
std::string characterMistake(llvm::StringRef Value);

/// Returns \p Text for a message: only the beginning if it is long.
std::string shortened(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_SPEC_YAMLCHECK_H
