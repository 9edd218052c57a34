//===- SourceText.h - Finds and reads source files --------------*- C++ -*-===//
//
// Reads the sources that an annotation shows. Used by AnnotatedSource.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_SOURCETEXT_H
#define UDPC_PROFDATA_ANNOTATE_SOURCETEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// A source file by lines.
class SourceText {
public:
  std::string Path; ///< The path where the file was found.
  llvm::sys::TimePoint<> Written;

  /// Finds \p File by its name, then in each of \p Folders: by its whole name,
  /// then with successively fewer leading folders. None if it cannot be found
  /// or read.
  static std::optional<SourceText> find(llvm::StringRef File,
                                        llvm::ArrayRef<std::string> Folders);

  /// Returns the text of the line, numbered from 1, without newline.
  llvm::StringRef line(uint32_t Line) const { return Lines[Line - 1]; }
  uint32_t numLines() const { return Lines.size(); }
  bool isSame(const SourceText &Other) const {
    return Buffer->getBuffer() == Other.Buffer->getBuffer();
  }

private:
  static std::optional<SourceText> read(llvm::StringRef Path);

  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<llvm::StringRef> Lines;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_SOURCETEXT_H
