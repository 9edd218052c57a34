//===- SourceText.h - Finds and reads source files --------------*- C++ -*-===//

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
  std::string Path; ///< Where it was found.
  llvm::sys::TimePoint<> Written;

  /// Searches \p File by its name, then in each of \p Folders: by its whole
  /// name, then with successively fewer leading folders.
  static std::optional<SourceText> find(llvm::StringRef File,
                                        llvm::ArrayRef<std::string> Folders);

  /// The text of the line, numbered from 1, without newline.
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
