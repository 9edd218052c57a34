//===- YamlReader.h - Reads YAML with precise errors ------------*- C++ -*-===//
//
// The base class of readers of YAML files: LLVM's parser, on validated text,
// and errors with location, found text and expected text. Errors are collected,
// so that one run shows all of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_YAMLREADER_H
#define UDPC_SPEC_YAMLREADER_H

#include "spec/YamlCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

class YamlReader {
public:
  explicit YamlReader(llvm::MemoryBufferRef Buffer);
  // The parser keeps a pointer to this object.
  YamlReader(const YamlReader &) = delete;
  YamlReader &operator=(const YamlReader &) = delete;

  void addError(unsigned Line, unsigned Column, const llvm::Twine &Message);
  void addError(const llvm::yaml::Node &N, const llvm::Twine &Message);
  unsigned lineOf(const llvm::yaml::Node &N) const {
    return SM.getLineAndColumn(N.getSourceRange().Start).first;
  }

  /// Returns the text of a scalar: one line, without control characters, at
  /// most MaxTextLength bytes. None after an error that names \p Expected.
  std::optional<std::string> scalar(llvm::yaml::Node &N,
                                    const llvm::Twine &Expected);
  /// Returns the number of a scalar, 0 to \p Max. None after an error that
  /// names \p Expected.
  std::optional<uint64_t> number(llvm::yaml::Node &N, uint64_t Max,
                                 const llvm::Twine &Expected);
  /// Returns one of \p Words, parsed by \p Read. None after an error.
  template <typename T>
  std::optional<T> word(llvm::yaml::Node &N, llvm::StringRef What,
                        llvm::StringRef Words,
                        std::optional<T> (*Read)(llvm::StringRef)) {
    std::optional<std::string> Text = scalar(N, Words);
    if (!Text)
      return std::nullopt;
    std::optional<T> Value = Read(*Text);
    if (!Value)
      addError(N, "unknown " + What + " '" + shortened(*Text) + "'; expected " +
                      Words);
    return Value;
  }

  /// Passes each name, key and value of \p Map to \p Take, which returns
  /// whether the name is valid; if not, the error suggests one of \p Known.
  /// Returns false if a key is not a scalar.
  bool forEachKey(
      llvm::yaml::MappingNode &Map, llvm::ArrayRef<llvm::StringRef> Known,
      llvm::function_ref<bool(llvm::StringRef Name, llvm::yaml::Node &Key,
                              llvm::yaml::Node &Value)>
          Take);

protected:
  /// Validates the text and its structure. The stream may be read only after
  /// this has returned true.
  bool check();

  /// Returns all errors, one per line. If there are many, the rest are only
  /// counted.
  std::string errorText() const;

  /// The maximum length of a scalar, in bytes: linkage names can have
  /// thousands.
  static constexpr size_t MaxTextLength = 16384;

  llvm::MemoryBufferRef Buffer;
  llvm::SourceMgr SM;
  llvm::yaml::Stream Stream;
  std::vector<std::string> Errors;

private:
  void unknownKey(llvm::yaml::Node &Key, llvm::StringRef Name,
                  llvm::ArrayRef<llvm::StringRef> Known);
};

} // namespace udpc

#endif // UDPC_SPEC_YAMLREADER_H
