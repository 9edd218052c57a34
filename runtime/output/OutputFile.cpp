//===- OutputFile.cpp - The file of an output -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/OutputFile.h"
#include "runtime/output/SharedProfile.h"
#include "runtime/output/Streams.h"
#include "runtime/system/Process.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

/// Number in the file names that distinguishes this program from earlier
/// programs of the same process, before exec. All outputs share it, because
/// text does not contain the process number.
static unsigned Attempt;

void OutputFile::forget() {
  HavePath = HasWarned = HasWritten = false;
  releaseAdded();
  Kept.forget();
  Attempt = 0;
}

int OutputFile::choosePath(const char *Pattern, bool CanBeShared) {
  if (HavePath)
    return 0;
  int Error = chooseName(Pattern, CanBeShared);
  HavePath = !Error;
  return Error;
}

int OutputFile::stopSharing() {
  if (!IsShared)
    return 0;
  // Counts that were added to the shared file stay there and are not part of
  // the new file.
  IsShared = false;
  uint64_t Length = lengthOf(Path);
  TextBuffer End(Path + Length, sizeof(Path) - Length);
  return End.add('.').add(processPid()).overflowed() ? ENAMETOOLONG : 0;
}

int OutputFile::becomePart(const OutputFile &Whole, unsigned Number) {
  IsStream = Whole.IsStream;
  IsShared = Whole.IsShared;
  TextBuffer Out(Path, sizeof(Path));
  Out.add(Whole.Path);
  if (!IsStream)
    Out.add(".").add(uint64_t(Number));
  return Out.overflowed() ? ENAMETOOLONG : 0;
}

int OutputFile::chooseName(const char *Pattern, bool CanBeShared) {
  OutputNameParts Parts = outputNameParts();
  auto Expand = [&](const OutputNameParts &With) {
    TextBuffer Out(Path, sizeof(Path));
    return expandOutputName(Pattern, With, Out) ? 0 : ENAMETOOLONG;
  };
  if (isLiteralName(Pattern)) {
    // A stream has one name for all processes.
    OutputNameParts Plain = Parts;
    Plain.Forked = false;
    if (int Error = Expand(Plain))
      return Error;
    IsStream = isStream(Path);
    if (IsStream)
      return 0;
  }
  if (isSharedName(Pattern)) {
    Parts.Signature = buildSignature();
    // Outputs that cannot be added up have a file for each process.
    IsShared = CanBeShared;
    Parts.Forked = !IsShared && !hasProcess(Pattern, Parts);
    return Expand(Parts);
  }
  for (;; ++Attempt) {
    Parts.Attempt = Attempt;
    if (int Error = Expand(Parts))
      return Error;
    if (!isFromBeforeExec(Path, hasProcess(Pattern, Parts)))
      return 0;
  }
}
