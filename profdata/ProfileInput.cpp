//===- ProfileInput.cpp - Reads files that may be profiles ----------------===//

#include "profdata/ProfileInput.h"
#include "profdata/PackedProfile.h"
#include "profdata/ProfileFile.h"

using namespace llvm;
using namespace udpc;

Expected<std::unique_ptr<MemoryBuffer>> udpc::openProfile(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return invalidProfile(File, Buffer.getError().message());
  if (Error E = decompressProfile(*Buffer, File))
    return E;
  return std::move(*Buffer);
}

Expected<std::unique_ptr<MemoryBuffer>>
udpc::openProfile(StringRef File, ProfilePart Wanted, std::string &Note) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openProfile(File);
  if (!Buffer)
    return Buffer;
  if (Error E = convertContinuous(*Buffer, File, Wanted, Note))
    return E;
  return Buffer;
}
