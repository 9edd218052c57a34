//===- ProfileInput.cpp - Reads files that may be profiles ----------------===//

#include "profdata/file/ProfileInput.h"
#include "profdata/file/PackedProfile.h"
#include "profdata/support/WholeFile.h"

using namespace llvm;
using namespace udpc;

Expected<std::unique_ptr<MemoryBuffer>> udpc::openProfile(StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      readWholeOrInput(File, mayBeProfile);
  if (!Buffer)
    return Buffer;
  if (Error E = decompressProfile(*Buffer, File))
    return E;
  return Buffer;
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
