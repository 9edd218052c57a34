//===- WorkFolder.cpp - The loop's work folder ----------------------------===//

#include "tools/udpc/loop/WorkFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// The file that marks a folder as ours.
static constexpr StringLiteral Mark = ".udpc-loop";

std::string WorkFolder::file(StringRef Name) const {
  SmallString<128> File(Path);
  sys::path::append(File, Name);
  return File.str().str();
}

void WorkFolder::remove() const { sys::fs::remove_directories(Path); }

Expected<WorkFolder> WorkFolder::create(StringRef Path) {
  SmallString<128> Absolute(Path);
  if (std::error_code EC = sys::fs::make_absolute(Absolute))
    return createStringError(Path + ": " + EC.message());
  WorkFolder Folder(Absolute.str().str());
  std::error_code EC;
  bool IsEmpty = sys::fs::directory_iterator(Absolute, EC) ==
                 sys::fs::directory_iterator();
  if (!EC && !IsEmpty && !sys::fs::exists(Folder.file(Mark)))
    return createStringError(Path + ": is there already, and not of an earlier "
                                    "loop; name another folder by --work");
  if (!EC && !IsEmpty)
    EC = sys::fs::remove_directories(Absolute, /*IgnoreErrors=*/false);
  EC = sys::fs::create_directories(Absolute);
  if (EC)
    return createStringError(Path + ": " + EC.message());
  raw_fd_ostream OS(Folder.file(Mark), EC);
  if (EC)
    return createStringError(Folder.file(Mark) + ": " + EC.message());
  return Folder;
}
