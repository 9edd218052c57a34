//===- Progress.h - How far a long pass is ---------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_PROGRESS_H
#define UDPC_TOOLS_UDPC_OUTPUT_PROGRESS_H

#include "llvm/ADT/Twine.h"

namespace udpc {

/// Says on a screen how far a long pass is; nothing where standard error is
/// none.
class Progress {
public:
  explicit Progress(llvm::StringRef What) : What(What) {}
  ~Progress() { clear(); }
  /// \p Done from 0 to 1.
  void share(double Done) { show(llvm::Twine(int(Done * 100)) + "%"); }
  void lines(unsigned Number) { show("line " + llvm::Twine(Number)); }
  void show(const llvm::Twine &Much);

  /// Makes room for something else.
  static void clear();

private:
  llvm::StringRef What;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_PROGRESS_H
