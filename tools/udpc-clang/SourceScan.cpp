//===- SourceScan.cpp - Searches a source for uses of udpc ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/SourceScan.h"
#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

static constexpr unsigned MaxFiles = 256;
static constexpr size_t MaxBytes = 8 << 20;

/// Returns whether \p Text has \p First, blanks and \p Second.
static bool hasWords(StringRef Text, StringRef First, StringRef Second) {
  for (size_t At = Text.find(First); At != StringRef::npos;
       At = Text.find(First, At + 1)) {
    StringRef Rest = Text.substr(At + First.size());
    StringRef Trimmed = Rest.ltrim(" \t");
    if (Trimmed.size() != Rest.size() && Trimmed.starts_with(Second))
      return true;
  }
  return false;
}

bool udpc::hasFrontEndWords(StringRef Text) {
  for (StringRef Word : {"udpc::", "udpc_event", "udpc_spin", "UDPC_EVENT",
                         "UDPC_SPIN", "\"udpc "}) // _Pragma("udpc ...")
    if (Text.contains(Word))
      return true;
  return hasWords(Text, "pragma", "udpc") || hasWords(Text, "using", "udpc") ||
         hasWords(Text, "udpc", "::");
}

/// Returns the next name of `#include "..."` or `<...>` in \p Text and advances
/// \p Text past it; "" at the end.
static StringRef nextInclude(StringRef &Text, bool &IsAngled) {
  while (true) {
    size_t At = Text.find("include");
    if (At == StringRef::npos)
      return "";
    StringRef Before = Text.take_front(At).rtrim(" \t");
    Text = Text.drop_front(At + 7);
    StringRef Rest = Text.ltrim(" \t");
    IsAngled = Rest.starts_with("<");
    if (!Before.ends_with('#') ||
        (!Rest.consume_front("\"") && !Rest.consume_front("<")))
      continue;
    StringRef Name = Rest.take_until(
        [&](char C) { return C == (IsAngled ? '>' : '"') || C == '\n'; });
    if (!Name.empty())
      return Name;
  }
}

bool udpc::usesFrontEndWords(StringRef Source, ArrayRef<std::string> Folders) {
  SmallVector<std::string> Queue = {Source.str()};
  StringSet<> Known;
  Known.insert(Source);
  size_t Bytes = 0;
  for (size_t I = 0; I != Queue.size() && I != MaxFiles; ++I) {
    std::unique_ptr<MemoryBuffer> Buffer = readRegularFile(Queue[I]);
    if (!Buffer)
      continue;
    StringRef Text = Buffer->getBuffer();
    // udpc's own header defines the words; only uses count.
    if (!StringRef(Queue[I]).ends_with("udpc/marks.h") &&
        hasFrontEndWords(Text))
      return true;
    Bytes += Text.size();
    if (Bytes > MaxBytes)
      return false;
    std::string Own = sys::path::parent_path(Queue[I]).str();
    bool IsAngled;
    for (StringRef Name = nextInclude(Text, IsAngled); !Name.empty();
         Name = nextInclude(Text, IsAngled)) {
      auto Take = [&](StringRef Folder) {
        SmallString<128> Path(Folder);
        sys::path::append(Path, Name);
        if (!sys::fs::exists(Path))
          return false;
        if (Known.insert(Path).second)
          Queue.push_back(Path.str().str());
        return true;
      };
      if (!IsAngled && Take(sys::path::is_absolute(Name) ? "" : Own))
        continue;
      for (const std::string &Folder : Folders)
        if (Take(Folder))
          break;
    }
  }
  return false;
}
