//===- Sampling.cpp - Start, log and API of udpc_sampling.o ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sampling/ControlFile.h"
#include "runtime/sampling/SampleDelivery.h"
#include "runtime/system/StandardError.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

using namespace udpc::rt;

static udpc_sampling Settings;
static int LogFile = -1;
static uint64_t Number;
/// The process that is writing a sample; 0: none. A forked child may inherit
/// its parent's number.
static int Writer;

static void writeAll(const char *Text, size_t Size) {
  while (Size) {
    ssize_t Done = write(LogFile, Text, Size);
    if (Done < 0 && errno == EINTR)
      continue;
    if (Done <= 0) {
      sayOfSampling("samples are no longer written: the log has no room");
      LogFile = -1;
      return;
    }
    Text += Done;
    Size -= static_cast<size_t>(Done);
  }
}

static FileIdentity identify(int FD) {
  return identifyFile(
      FD, [](int FD, struct stat *Status) { return fstat(FD, Status); },
      [](int FD) { return fcntl(FD, F_GETFL); });
}

/// Standard error at the start of the program.
static FileIdentity StandardError;

void udpc::rt::sayOfSampling(const char *Text, const char *Argument,
                             const char *After) {
  if (!takesMessages(StandardError, identify(STDERR_FILENO),
                     identify(STDOUT_FILENO)))
    return;
  char Line[1024];
  TextBuffer Out(Line, sizeof(Line) - 1);
  Out.add("udpc: warning: ").add(Text).add(Argument).add(After);
  Line[Out.size()] = '\n';
  ssize_t Ignored = write(STDERR_FILENO, Line, Out.size() + 1);
  (void)Ignored;
}

static void beginWriting() {
  int Self = getpid();
  for (;;) {
    int Owner = __atomic_load_n(&Writer, __ATOMIC_RELAXED);
    if (Owner != Self &&
        __atomic_compare_exchange_n(&Writer, &Owner, Self, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
  }
}

bool udpc::rt::deliverSample(udpc_sample &Sample, const char *(*NameOf)(int)) {
  static char Buffer[256 + 256 * SampleLineSize];
  int SavedErrno = errno;
  beginWriting();
  bool Wanted = !Settings.periods || Number < Settings.periods;
  if (Wanted) {
    Sample.number = ++Number;
    if (LogFile >= 0) {
      TextBuffer Out(Buffer, sizeof(Buffer));
      appendSample(Sample, NameOf, Out);
      writeAll(Buffer, Out.size());
    }
  }
  bool More = !Settings.periods || Number < Settings.periods;
  __atomic_store_n(&Writer, 0, __ATOMIC_RELEASE);
  if (Wanted && Settings.handler)
    Settings.handler(&Sample, Settings.argument);
  errno = SavedErrno;
  return More;
}

/// The events that the counter registers can sample, by number.
static constexpr const char *RegisterEvents[] = {
#define UDPC_SAMPLE_EVENT(Name, Help) Name,
#include "udpc/lists/sample_events.inc"
};
static constexpr unsigned NumSelections = 8;

/// Returns the number of the registers' event \p Name; NumSelections if there
/// is none.
static unsigned findRegisterEvent(const char *Name) {
  uint64_t N;
  if (parseNumber(Name, N))
    return N < NumSelections ? static_cast<unsigned>(N) : NumSelections;
  unsigned Found = 0;
  for (const char *Event : RegisterEvents) {
    if (sameText(Event, Name))
      return Found;
    ++Found;
  }
  return NumSelections;
}

/// Least period: restarting executes instructions that count before the jump
/// back.
static constexpr uint64_t FewestInstructions = 16;

static bool startSource(const char *Event, uint64_t Most) {
  if (!hasCounterRegisters())
    return startEvents(Event, Most, Settings.warmup);
  unsigned Select = findRegisterEvent(Event);
  if (Select ==
      NumSelections) // An event of a spec, on a machine with registers.
    return startEvents(Event, Most, Settings.warmup);
  if (!Select && Most < FewestInstructions) {
    sayOfSampling("not sampled: a period has at least 17 instructions");
    return false;
  }
  startRegisters(Select, Most, Settings.warmup);
  return true;
}

static bool openLog(const char *Path) {
  if (!Path)
    return true;
  LogFile =
      open(Path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (LogFile < 0)
    sayOfSampling("not sampled: cannot write ", Path);
  return LogFile >= 0;
}

extern "C" void udpc_sampling_stop(void) {
  if (hasCounterRegisters())
    stopRegisters();
  stopEvents();
  if (LogFile >= 0)
    close(LogFile);
  LogFile = -1;
}

extern "C" int udpc_sampling_start(const udpc_sampling *Wanted) {
  if (!Wanted || !Wanted->every) {
    sayOfSampling("not sampled: udpc_sampling_start needs `every` above 0");
    return -1;
  }
  udpc_sampling_stop();
  Settings = *Wanted;
  Number = 0;
  if (!openLog(Settings.log))
    return -1;
  return startSource(Settings.event ? Settings.event : "0", Settings.every - 1)
             ? 0
             : -1;
}

/// Reads the file \p Path and appends a NUL. Returns false with errno.
static bool readFile(const char *Path, char *Out, size_t Size) {
  int File = open(Path, O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  size_t Length = 0;
  ssize_t N = 1;
  while (Length + 1 < Size &&
         (N = read(File, Out + Length, Size - 1 - Length)) > 0)
    Length += static_cast<size_t>(N);
  close(File);
  Out[Length] = 0;
  if (N > 0)
    errno = EFBIG;
  return N == 0;
}

/// Runs before the program's own constructors without priority.
__attribute__((constructor(101))) static void startByControlFile() {
  StandardError = identify(STDERR_FILENO);
  // A program with more privileges than its user must not read the user's
  // files.
  if (getauxval(AT_SECURE))
    return;
  const char *Named = getenv("UDPC_SAMPLING");
  const char *Path = Named ? Named : "samplectrl.txt";
  static char Text[16384];
  if (!readFile(Path, Text, sizeof(Text))) {
    if (Named || errno != ENOENT)
      sayOfSampling("not sampled: cannot read ", Path,
                    errno == EFBIG ? ": too long" : "");
    return;
  }
  static SampleControl Control;
  char Message[256];
  TextBuffer Error(Message, sizeof(Message));
  unsigned Line;
  if (!parseSampleControl(Text, Control, Line, Error)) {
    char Place[64];
    TextBuffer Out(Place, sizeof(Place));
    Out.add(":");
    if (Line)
      Out.add(uint64_t(Line)).add(":");
    Out.add(" ");
    char Whole[512];
    TextBuffer(Whole, sizeof(Whole)).add(Place).add(Message);
    sayOfSampling("not sampled: ", Path, Whole);
    return;
  }
  udpc_sampling S = {};
  S.event = Control.Event;
  S.every = Control.MaxEvents + 1;
  S.warmup = Control.Warmup;
  S.periods = Control.Periods;
  S.log = Control.Log[0] ? Control.Log : "udpc.samples.json";
  udpc_sampling_start(&S);
}
