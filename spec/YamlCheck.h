//===- YamlCheck.h - The part of YAML that our files use -------*- C++ -*-===//
//
// LLVM's YAML parser trusts its input: it reads past the end of malformed
// UTF-8, descends into nested nodes by recursion, and leaves aliases and merge
// keys unresolved. So a file is checked before its grammar is read.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_YAMLCHECK_H
#define UDPC_SPEC_YAMLCHECK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace udpc {

/// Receives a mistake and its place. Lines and columns count from 1, columns in
/// bytes.
using MistakeHandler = llvm::function_ref<void(unsigned Line, unsigned Column,
                                               const llvm::Twine &Message)>;

/// Checks that \p Text is UTF-8 without control characters. Reports the first
/// mistake; false if there is one.
bool checkYamlText(llvm::StringRef Text, MistakeHandler Report);

/// Checks that \p Text, which has passed checkYamlText, is one well-formed
/// document without anchors, aliases, merge keys and tags, nested no deeper
/// than a few levels. False if it is not.
bool checkYamlStructure(llvm::StringRef Text, MistakeHandler Report);

/// What is wrong with the characters of \p Value, the decoded text of a scalar:
/// escapes can make any character. "" if nothing is.
std::string characterMistake(llvm::StringRef Value);

/// \p Text for a message: the beginning, if it is long.
std::string shortened(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_SPEC_YAMLCHECK_H
