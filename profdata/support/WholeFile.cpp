//===- WholeFile.cpp - Reads and writes files as a whole ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

using ReadFile = Expected<std::unique_ptr<MemoryBuffer>>;

static Error failed(StringRef Path, std::error_code EC) {
  return createStringError(EC, Path + ": " + EC.message());
}

/// Reads \p File to its end, or only its beginning if \p MayBegin refuses it.
static ReadFile readStream(sys::fs::file_t File, StringRef Path, bool IsText,
                           BeginCheck MayBegin) {
  constexpr size_t Begin = 4096, Piece = 65536;
  SmallVector<char, 0> Content;
  bool IsChecked = !MayBegin;
  while (true) {
    size_t Size = Content.size();
    if (Size > MaxStreamSize)
      return createStringError(
          Path + ": more than 1 GiB, which is read of regular files only: "
                 "write it to a file, and name that");
    Content.resize_for_overwrite(Size + Piece);
    Expected<size_t> Got = sys::fs::readNativeFile(
        File, MutableArrayRef<char>(Content).drop_front(Size));
    if (!Got)
      return failed(Path, errorToErrorCode(Got.takeError()));
    Content.truncate(Size + *Got);
    if (!*Got)
      break;
    if (IsChecked || Content.size() < Begin)
      continue;
    IsChecked = true;
    if (!MayBegin(StringRef(Content.data(), Begin)))
      break;
  }
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Content), Path, /*RequiresNullTerminator=*/IsText);
}

static ReadFile readFile(StringRef Path, bool MayBeInput, bool IsText,
                         BeginCheck MayBegin = nullptr) {
  if (MayBeInput && Path == "-")
    return readStream(sys::fs::getStdinHandle(), "<stdin>", IsText, MayBegin);
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return failed(Path, errorToErrorCode(File.takeError()));
  scope_exit Close([&] { sys::fs::closeFile(*File); });
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(*File, Status))
    return failed(Path, EC);
  if (!sys::fs::is_regular_file(Status))
    return readStream(*File, Path, IsText, MayBegin);
  auto Buffer = MemoryBuffer::getOpenFile(*File, Path, Status.getSize(),
                                          /*RequiresNullTerminator=*/IsText);
  if (!Buffer)
    return failed(Path, Buffer.getError());
  return std::move(*Buffer);
}

Expected<std::unique_ptr<MemoryBuffer>> udpc::readWhole(StringRef Path,
                                                        BeginCheck MayBegin) {
  return readFile(Path, /*MayBeInput=*/false, /*IsText=*/false, MayBegin);
}

Expected<std::unique_ptr<MemoryBuffer>>
udpc::readWholeOrInput(StringRef Path, BeginCheck MayBegin) {
  return readFile(Path, /*MayBeInput=*/true, /*IsText=*/false, MayBegin);
}

static ReadFile readTextFile(StringRef Path, bool MayBeInput,
                             BeginCheck MayBegin) {
  bool IsRefused = false;
  ReadFile Buffer =
      readFile(Path, MayBeInput, /*IsText=*/true, [&](StringRef Begin) {
        IsRefused = MayBegin ? !MayBegin(Begin) : Begin.contains('\0');
        return !IsRefused;
      });
  if (Buffer && IsRefused)
    return createStringError((*Buffer)->getBufferIdentifier() +
                             ": not a text file");
  return Buffer;
}

Expected<std::unique_ptr<MemoryBuffer>> udpc::readText(StringRef Path,
                                                       BeginCheck MayBegin) {
  return readTextFile(Path, /*MayBeInput=*/false, MayBegin);
}

Expected<std::unique_ptr<MemoryBuffer>>
udpc::readTextOrInput(StringRef Path, BeginCheck MayBegin) {
  return readTextFile(Path, /*MayBeInput=*/true, MayBegin);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Closes \p OS, whose destructor would end the process after an error.
static std::error_code closed(raw_fd_ostream &OS) {
  OS.close();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

/// Writes a temporary file and renames it to \p Path when it is complete.
/// llvm::writeToOutput() would rename it even if the disk is full, and does not
/// find folders whose name has a '%'.
static Error writeBeside(StringRef Path,
                         function_ref<Error(raw_ostream &)> Print) {
  // CD_CreateNew neither overwrites a file that already has the name, nor
  // follows a link that another user has created there.
  static std::atomic<unsigned> Number;
  constexpr unsigned MaxAttempts = 100;
  std::string Temporary;
  std::error_code EC;
  int FD = -1;
  for (unsigned I = 0; I != MaxAttempts; ++I) {
    Temporary = (Path + ".temp-" + utostr(sys::Process::getProcessId()) + "-" +
                 utostr(Number++))
                    .str();
    EC = sys::fs::openFileForWrite(Temporary, FD, sys::fs::CD_CreateNew,
                                   sys::fs::OF_None);
    if (EC != std::errc::file_exists)
      break;
  }
  if (EC)
    return createFileError(Path, EC);
  sys::RemoveFileOnSignal(Temporary);
  raw_fd_ostream OS(FD, /*shouldClose=*/true);
  Error Printed = Print(OS);
  EC = closed(OS);
  if (!EC && !Printed)
    EC = sys::fs::rename(Temporary, Path);
  if (EC || Printed)
    sys::fs::remove(Temporary);
  sys::DontRemoveFileOnSignal(Temporary);
  if (Printed)
    return Printed;
  return EC ? createFileError(Path, EC) : Error::success();
}

/// Whether \p Path must not be replaced by a file, as /dev/stdout.
static bool isStream(StringRef Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status, /*follow=*/false))
    return false;
  // A link of another user may lead to any device.
  if (sys::fs::is_symlink_file(Status) &&
      ((Status.getUser() && Status.getUser() != geteuid()) ||
       sys::fs::status(Path, Status)))
    return false;
  return is_contained({sys::fs::file_type::fifo_file,
                       sys::fs::file_type::character_file,
                       sys::fs::file_type::socket_file},
                      Status.type());
}

Error udpc::writeWhole(StringRef Path,
                       function_ref<Error(raw_ostream &)> Print) {
  if (Path == "-")
    return Print(outs());
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) &&
      Status.type() == sys::fs::file_type::block_file)
    return createStringError(Path + ": a block device");
  if (!isStream(Path))
    return writeBeside(Path, Print);
  std::error_code EC;
  raw_fd_ostream OS(Path, EC, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (EC)
    return createStringError(EC, EC.message());
  Error Printed = Print(OS);
  EC = closed(OS);
  if (Printed)
    return Printed;
  return EC ? createStringError(EC, EC.message()) : Error::success();
}

Error udpc::writeWhole(StringRef Path, StringRef Bytes) {
  return writeWhole(Path, [&](raw_ostream &OS) {
    OS << Bytes;
    return Error::success();
  });
}
