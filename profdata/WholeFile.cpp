//===- WholeFile.cpp - Reads and writes files as a whole ------------------===//

#include "profdata/WholeFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>

using namespace llvm;
using namespace udpc;

using ReadFile = ErrorOr<std::unique_ptr<MemoryBuffer>>;

static Expected<std::unique_ptr<MemoryBuffer>> orError(ReadFile Read,
                                                       StringRef Path) {
  if (!Read)
    return createStringError(Read.getError(),
                             Path + ": " + Read.getError().message());
  return std::move(*Read);
}

Expected<std::unique_ptr<MemoryBuffer>> udpc::readWhole(StringRef Path) {
  return orError(MemoryBuffer::getFile(Path, /*IsText=*/false,
                                       /*RequiresNullTerminator=*/false),
                 Path);
}

Expected<std::unique_ptr<MemoryBuffer>> udpc::readWholeOrInput(StringRef Path) {
  return orError(MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false),
                 Path);
}

/// Closes \p OS, whose destructor would end the process after an error.
static std::error_code closed(raw_fd_ostream &OS) {
  OS.close();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

/// Renames a temporary file to \p Path when it is complete. Not by
/// llvm::writeToOutput(), which also renames it if the disk is full, and finds
/// no folder whose name has a '%'.
static Error writeBeside(StringRef Path,
                         function_ref<Error(raw_ostream &)> Print) {
  static std::atomic<unsigned> Number;
  std::string Suffix =
      utostr(sys::Process::getProcessId()) + "-" + utostr(Number++);
  std::string Temporary = (Path + ".temp-" + Suffix).str();
  std::error_code EC;
  sys::RemoveFileOnSignal(Temporary);
  raw_fd_ostream OS(Temporary, EC, sys::fs::CD_CreateAlways, sys::fs::FA_Write,
                    sys::fs::OF_None);
  Error Printed = Error::success();
  if (!EC) {
    Printed = Print(OS);
    EC = closed(OS);
    if (!EC && !Printed)
      EC = sys::fs::rename(Temporary, Path);
    if (EC || Printed)
      sys::fs::remove(Temporary);
  }
  sys::DontRemoveFileOnSignal(Temporary);
  if (Printed)
    return Printed;
  return EC ? createFileError(Path, EC) : Error::success();
}

Error udpc::writeWhole(StringRef Path,
                       function_ref<Error(raw_ostream &)> Print) {
  if (Path == "-")
    return Print(outs());
  // /dev/stdout must not be replaced by a file.
  sys::fs::file_status Status;
  bool IsDevice = !sys::fs::status(Path, Status) && sys::fs::exists(Status) &&
                  !sys::fs::is_regular_file(Status) &&
                  !sys::fs::is_directory(Status);
  if (!IsDevice)
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
