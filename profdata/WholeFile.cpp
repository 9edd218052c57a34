//===- WholeFile.cpp - Reads and writes files as a whole ------------------===//

#include "profdata/WholeFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

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

Error udpc::writeWhole(StringRef Path,
                       function_ref<Error(raw_ostream &)> Print) {
  // /dev/stdout must not be replaced by a file.
  sys::fs::file_status Status;
  bool IsDevice = !sys::fs::status(Path, Status) && sys::fs::exists(Status) &&
                  !sys::fs::is_regular_file(Status) &&
                  !sys::fs::is_directory(Status);
  if (!IsDevice)
    return writeToOutput(Path, Print);
  std::error_code EC;
  raw_fd_ostream OS(Path, EC, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (EC)
    return createStringError(EC, EC.message());
  if (Error E = Print(OS))
    return E;
  OS.close();
  EC = OS.error();
  OS.clear_error();
  return EC ? createStringError(EC, EC.message()) : Error::success();
}
