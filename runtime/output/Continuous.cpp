//===- Continuous.cpp - The file of counts as an output -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/Continuous.h"
#include "runtime/counts/Threads.h"
#include "runtime/interfaces/CountFile.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/output/Dump.h"
#include "runtime/output/OutputFile.h"
#include "runtime/output/SharedProfile.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static char Path[PATH_MAX];
static bool IsOpen, IsShared;

const char *rt::continuousPath() { return IsOpen ? Path : nullptr; }

void rt::clearContinuous() { IsOpen = false; }

/// Stores the path of a shared profile with the process number.
static int expandShared(const char *Pattern, char (&Out)[PATH_MAX]) {
  OutputNameParts Parts = outputNameParts();
  Parts.Forked = false;
  Parts.Signature = buildSignature();
  for (uint64_t Attempt = 0;; ++Attempt) {
    TextBuffer Name(Out, sizeof(Out));
    if (!expandOutputName(Pattern, Parts, Name))
      return ENAMETOOLONG;
    Name.add('.').add(processPid());
    if (Attempt)
      Name.add('.').add(Attempt);
    if (Name.overflowed())
      return ENAMETOOLONG;
    if (!isFromBeforeExec(Out, /*NameIsOurs=*/true))
      return 0;
  }
}

static int choosePath() {
  const char *Pattern = options().output.Text;
  IsShared = isSharedName(Pattern);
  if (IsShared)
    return expandShared(Pattern, Path);
  OutputFile &File = eventOutput();
  if (int Error = File.choosePath(Pattern, /*CanBeShared=*/true))
    return Error;
  TextBuffer(Path, sizeof(Path)).add(File.path());
  return File.target().IsStream ? ESPIPE : 0;
}

/// Creates the file under a temporary name. Returns 0 or an errno.
static int create() {
  static char Temporary[PATH_MAX];
  int FD = createTemporary(Path, Temporary);
  if (FD < 0)
    return -FD;
  long Moved = duplicateUp(FD);
  closeFile(FD);
  int Error = Moved < 0 ? static_cast<int>(-Moved) : startCountFile(Moved);
  if (Error && Moved >= 0)
    closeFile(static_cast<int>(Moved));
  if (!Error) {
    Error = renameFile(Temporary, Path);
    if (!Error)
      return 0;
    cancelCountFile();
  }
  removeFile(Temporary);
  return Error;
}

void rt::startContinuous() {
  if (!options().continuous)
    return;
  int Error = choosePath();
  setCountFilePath(Path);
  if (!Error)
    Error = create();
  if (Error == ESPIPE)
    return warn("continuous: the profile goes to a stream, which cannot hold "
                "counts that change; they are written when the program ends");
  if (Error) {
    warn("continuous: cannot create ", Path, ": ", fileErrorText(Error, Path),
         "; the end of the program tries to write the profile");
    // The event profile's writer would warn for the same reason.
    if (!IsShared)
      eventOutput().HasWarned = true;
    return;
  }
  installBusHandler();
  IsOpen = true;
  addUnitsToFile();
  if (ThreadRecord *Self = currentThread())
    moveSlotsToFile(*Self);
}

void rt::nameCountFile() {
  if (!IsOpen || !IsShared)
    return;
  static char Named[PATH_MAX];
  if (expandShared(options().output.Text, Named) || sameText(Named, Path) ||
      renameFile(Path, Named))
    return;
  TextBuffer(Path, sizeof(Path)).add(static_cast<const char *>(Named));
}

void rt::endContinuous() {
  if (!IsOpen)
    return;
  IsOpen = false;
  // The profile has replaced the file, unless there was nothing to write.
  if (IsShared || !eventOutput().HasWritten)
    removeFile(Path);
}
