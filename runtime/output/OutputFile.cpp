//===- OutputFile.cpp - Where an output goes ------------------------------===//

#include "runtime/output/OutputFile.h"
#include "runtime/core/Process.h"
#include "runtime/output/SharedProfile.h"
#include "runtime/output/Streams.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

/// What tells the names of this program from those of programs that the process
/// was before it called exec. The outputs share it: text does not say which
/// process has written it, but it stands beside profiles that do.
static unsigned Attempt;

void OutputFile::forget() {
  HavePath = HasWarned = false;
  forgetAdded();
  Attempt = 0;
}

int OutputFile::choosePath(const char *Pattern, bool CanBeShared) {
  if (HavePath)
    return 0;
  int Error = chooseName(Pattern, CanBeShared);
  HavePath = !Error;
  return Error;
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
    // What cannot be added up has a file for each process.
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
