//===- SourceText.cpp - Finds and reads source files ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/SourceText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

std::optional<SourceText> SourceText::read(StringRef Path) {
  // A name in a profile may be that of a device or a pipe, which could block or
  // be endless.
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || !sys::fs::is_regular_file(Status))
    return std::nullopt;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return std::nullopt;
  SourceText Text;
  Text.Path = Path.str();
  Text.Written = Status.getLastModificationTime();
  Text.Buffer = std::move(*Buffer);
  for (StringRef Rest = Text.Buffer->getBuffer(); !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    Text.Lines.push_back(Line.rtrim('\r'));
    Rest = After;
  }
  return Text;
}

std::optional<SourceText> SourceText::find(StringRef File,
                                           ArrayRef<std::string> Folders) {
  if (std::optional<SourceText> Text = read(File))
    return Text;
  for (StringRef Name = sys::path::relative_path(File); !Name.empty();) {
    for (const std::string &Folder : Folders) {
      SmallString<256> Path(Folder);
      sys::path::append(Path, Name);
      if (std::optional<SourceText> Text = read(Path))
        return Text;
    }
    size_t Slash = Name.find('/');
    if (Slash == StringRef::npos)
      break;
    Name = Name.drop_front(Slash + 1).ltrim('/');
  }
  return std::nullopt;
}
