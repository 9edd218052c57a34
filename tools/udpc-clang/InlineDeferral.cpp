//===- InlineDeferral.cpp - Inlining with a profile -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/InlineDeferral.h"
#include "tools/udpc-clang/CommandLine.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ProfileData/InstrProfReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace udpc;

/// Returns whether clang passes the profile of -fprofile-use to LLVM. A profile
/// of -fprofile-instr-generate stays in the front end.
static bool isProfileOfIR(StringRef File) {
  SmallString<128> Path(File);
  if (Path.empty() || sys::fs::is_directory(Path))
    sys::path::append(Path, "default.profdata");
  IntrusiveRefCntPtr<vfs::FileSystem> Files = vfs::getRealFileSystem();
  auto Reader = IndexedInstrProfReader::create(Path, *Files);
  if (Reader)
    return (*Reader)->isIRLevelProfile();
  consumeError(Reader.takeError()); // Clang reports it.
  return true;
}

bool udpc::defersInlining(const Request &R) {
  return R.HasProfilingInfo || R.HasInstrumentation || R.HasSampleUse ||
         R.HasProbes || R.HasMemoryProfile ||
         (R.ProfileUse && isProfileOfIR(*R.ProfileUse));
}
