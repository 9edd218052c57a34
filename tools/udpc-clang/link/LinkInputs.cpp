//===- LinkInputs.cpp - The files of a link -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

std::unique_ptr<MemoryBuffer> udpc::readRegularFile(StringRef Path) {
  if (!sys::fs::is_regular_file(Path))
    return nullptr;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  return Buffer ? std::move(*Buffer) : nullptr;
}

/// Returns the files that a thin archive names as its members; none for other
/// files.
static std::vector<std::string> membersOf(const MemoryBuffer &Archive) {
  std::vector<std::string> Members;
  if (!Archive.getBuffer().starts_with(object::ThinArchiveMagic))
    return Members;
  auto Opened = object::Archive::create(Archive.getMemBufferRef());
  if (!Opened) {
    consumeError(Opened.takeError());
    return Members;
  }
  Error Failed = Error::success();
  for (const object::Archive::Child &C : (*Opened)->children(Failed))
    if (Expected<std::string> Name = C.getFullName())
      Members.push_back(std::move(*Name));
    else
      consumeError(Name.takeError());
  consumeError(std::move(Failed));
  return Members;
}

bool udpc::inputContains(StringRef Path, StringRef Text) {
  std::unique_ptr<MemoryBuffer> File = readRegularFile(Path);
  if (!File)
    return false;
  if (File->getBuffer().contains(Text))
    return true;
  return any_of(membersOf(*File), [&](const std::string &Member) {
    std::unique_ptr<MemoryBuffer> Contents = readRegularFile(Member);
    return Contents && Contents->getBuffer().contains(Text);
  });
}

//===----------------------------------------------------------------------===//
// Finding the files
//===----------------------------------------------------------------------===//

namespace {

class InputFinder {
public:
  explicit InputFinder(LinkInputs &Inputs) : Inputs(Inputs) {}

  void addLibrary(StringRef Library) {
    std::vector<std::string> Names;
    if (StringRef Name = Library; Name.consume_front(":"))
      Names.push_back(Name.str());
    else if (Inputs.Static)
      Names.push_back(("lib" + Library + ".a").str());
    else
      Names = {("lib" + Library + ".so").str(), ("lib" + Library + ".a").str()};
    if (std::string Path = findFile(Names); !Path.empty())
      add(Path);
  }

  void addNamesOfScript(StringRef Path);

private:
  std::string findFile(ArrayRef<std::string> Names) const {
    for (const std::string &Folder : Inputs.LibraryFolders)
      for (const std::string &Name : Names) {
        SmallString<128> Path(Folder);
        sys::path::append(Path, Name);
        if (sys::fs::exists(Path))
          return Path.str().str();
      }
    return "";
  }
  void add(StringRef Path) {
    if (is_contained(Inputs.Files, Path))
      return;
    Inputs.Files.push_back(Path.str());
    addNamesOfScript(Path);
  }

  LinkInputs &Inputs;
};

} // namespace

/// Adds the files that the linker script \p Path names in INPUT and GROUP:
/// `GROUP ( /lib/libc.so.6 -lfoo AS_NEEDED ( bar.so ) )`.
void InputFinder::addNamesOfScript(StringRef Path) {
  constexpr uint64_t MaxSize = 1 << 16;
  uint64_t Size = 0;
  if (sys::fs::file_size(Path, Size) || Size > MaxSize)
    return;
  std::unique_ptr<MemoryBuffer> File = readRegularFile(Path);
  if (!File || identify_magic(File->getBuffer()) != file_magic::unknown)
    return;
  StringRef Text = File->getBuffer();
  bool IsList = false; ///< Inside INPUT or GROUP.
  unsigned Depth = 0;
  while (true) {
    Text = Text.ltrim(" \t\r\n,");
    if (Text.empty())
      return;
    if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      Text = End == StringRef::npos ? "" : Text.drop_front(End + 2);
      continue;
    }
    if (Text.consume_front("(")) {
      ++Depth;
      continue;
    }
    if (Text.consume_front(")")) {
      if (Depth && !--Depth)
        IsList = false;
      continue;
    }
    StringRef Name = Text.take_until(
        [](char C) { return StringRef(" \t\r\n,()").contains(C); });
    Text = Text.drop_front(Name.size());
    if (Name == "INPUT" || Name == "GROUP") {
      IsList = true;
      continue;
    }
    if (!IsList || !Depth || Name == "AS_NEEDED")
      continue;
    if (Name.consume_front("-l")) {
      addLibrary(Name);
      continue;
    }
    Name = Name.trim('"');
    SmallString<128> Beside(sys::path::parent_path(Path));
    sys::path::append(Beside, Name);
    if (sys::path::is_absolute(Name) || !sys::fs::exists(Beside))
      Beside = sys::fs::exists(Name) ? Name : StringRef(findFile(Name.str()));
    if (!Beside.empty())
      add(Beside);
  }
}

void udpc::findLinkInputs(LinkInputs &Inputs) {
  InputFinder F(Inputs);
  for (const std::string &File : std::vector(Inputs.Files))
    F.addNamesOfScript(File);
  for (const std::string &Library : Inputs.Libraries)
    F.addLibrary(Library);
}
