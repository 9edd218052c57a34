//===- LogWriter.cpp - Appends records to the log -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/LogWriter.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/Threads.h"
#include "runtime/events/EventNames.h"
#include "runtime/log/LoadedModules.h"
#include "runtime/log/LogFile.h"
#include "runtime/modules/BuildId.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include "udpc/amounts.h"
#include <errno.h>
#include <limits.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// The file and its predecessor, which remains open after rotation: other
/// threads may be writing to it.
static LogFile Files[2];
/// The file in use, or null.
static LogFile *Current;
static char Path[PATH_MAX];
static uint64_t Began;
static uint64_t MaxSize;
static uint32_t NextSequence, Lost, Part;
/// Number of events that the file names.
static int NumNamed;
/// Checksum of the modules in the file; 0 for none.
static uint32_t ModulesWritten;
/// Number of units when the modules were written.
static uint32_t UnitsThen;
static bool HasWarned;
static int LastError;

static LogFile *current() {
  return __atomic_load_n(&Current, __ATOMIC_ACQUIRE);
}

bool rt::logIsOpen() { return current() != nullptr; }
const char *rt::logPath() { return Path; }
uint32_t rt::logPart() { return __atomic_load_n(&Part, __ATOMIC_RELAXED); }

bool rt::logIsOn() { return *options().log.Text && !isPrivileged(); }

namespace {
/// Guards the state while the file is opened or renamed. All signals are
/// blocked, so the holder cannot be interrupted on its own thread, and it only
/// executes system calls.
class FileLock {
public:
  FileLock() {
    while (__atomic_exchange_n(&Taken, true, __ATOMIC_ACQUIRE)) {
      timespec Time = {0, 50000};
      rawSyscall(SYS_nanosleep, asLong(&Time));
    }
  }
  ~FileLock() { __atomic_store_n(&Taken, false, __ATOMIC_RELEASE); }
  static void reset() { Taken = false; }

private:
  static bool Taken;
};
} // namespace
bool FileLock::Taken;

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

const char *rt::logErrorText() {
  int Error = __atomic_load_n(&LastError, __ATOMIC_RELAXED);
  switch (Error) {
  case EINVAL:
    return "it is no regular file";
  case EBADMSG:
    return "it has something else than a log; nothing is appended";
  default:
    return fileErrorText(Error, Path);
  }
}

static void noteError(int Error) {
  __atomic_add_fetch(&Lost, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&LastError, Error, __ATOMIC_RELAXED);
  if (__atomic_exchange_n(&HasWarned, true, __ATOMIC_RELAXED))
    return;
  const char *Advice = Error == EACCES || Error == EROFS || Error == EPERM
                           ? "; UDPC_OPTIONS=log=<path> sets another path"
                           : "";
  warn("cannot write the log ", static_cast<const char *>(Path), ": ",
       logErrorText(), Advice);
}

/// Writes a record to \p File; all signals are blocked.
static int writeRecord(const LogFile &File, log::RecordType Type,
                       uint64_t Thread, const LogPiece *Pieces, unsigned N) {
  log::RecordHeader Header = {};
  Header.Type = static_cast<uint16_t>(Type);
  Header.Time = monotonicTime();
  Header.Thread = Thread == abi::OtherThreads ? log::OtherThreads : Thread;
  Header.Pid = processPid();
  Header.Sequence = __atomic_fetch_add(&NextSequence, 1, __ATOMIC_RELAXED);
  unsigned Padding;
  if (!sealRecord(Header, Pieces, N, Padding))
    return EFBIG;
  return File.write(Header, Pieces, N, Padding);
}

static int writeStart(const LogFile &File) {
  OutputNameParts Names = outputNameParts();
  uint64_t CommandSize;
  const char *Command = commandLine(CommandSize);
  uint8_t Id[MaxBuildId];
  log::StartRec Rec = {};
  Rec.Version = log::Version;
  Rec.Part = Part;
  Rec.Began = Began;
  Rec.WallTime = wallTime();
  Rec.ParentPid = rawSyscall(SYS_getppid);
  Rec.HostSize = lengthOf(Names.Host);
  Rec.ProgramSize = lengthOf(Names.Program);
  Rec.CommandSize = CommandSize;
  Rec.BuildIdSize = readExecutableBuildId(Id);
  const LogPiece Pieces[] = {{&Rec, sizeof(Rec)},
                             {Names.Host, Rec.HostSize},
                             {Names.Program, Rec.ProgramSize},
                             {Command, Rec.CommandSize},
                             {Id, Rec.BuildIdSize}};
  return writeRecord(File, log::RecordType::Start, log::None, Pieces, 5);
}

/// Writes the names \p First to \p End - 1, which \p NameOf returns.
template <typename Names>
static int writeNames(const LogFile &File, log::RecordType Type, uint32_t First,
                      uint32_t End, Names NameOf) {
  // Static, because a stack may be small. Guarded by the FileLock.
  static char Text[8 << 10];
  while (First != End) {
    log::NamesRec Rec = {First, 0};
    size_t Size = 0;
    for (; First != End; ++First, ++Rec.Count) {
      const char *Name = NameOf(First);
      size_t Length = lengthOf(Name);
      if (Size && Size + Length + 1 > sizeof(Text))
        break;
      // No symbol is this long, but a glob may be an event's name.
      if (Length >= sizeof(Text))
        Length = sizeof(Text) - 1;
      copyBytes(Text + Size, Name, Length);
      Size += Length;
      Text[Size++] = 0;
    }
    const LogPiece Pieces[] = {{&Rec, sizeof(Rec)}, {Text, Size}};
    if (int Error = writeRecord(File, Type, log::None, Pieces, 2))
      return Error;
  }
  return 0;
}

/// Names new events in \p File. Needs the FileLock.
static int nameEvents(const LogFile &File) {
  int Known = numEvents();
  int Error = writeNames(File, log::RecordType::Names, NumNamed, Known,
                         [](uint32_t I) { return eventName(I); });
  if (!Error)
    __atomic_store_n(&NumNamed, Known, __ATOMIC_RELEASE);
  return Error;
}

//===----------------------------------------------------------------------===//
// Opening and rotation
//===----------------------------------------------------------------------===//

static int choosePath() {
  if (*Path)
    return 0;
  TextBuffer Out(Path, sizeof(Path));
  if (expandOutputName(options().log.Text, outputNameParts(), Out))
    return 0;
  *Path = 0;
  return ENAMETOOLONG;
}

/// Opens a new file and writes the records with which every file begins. Needs
/// the FileLock.
static int openFile() {
  if (int Error = choosePath())
    return Error;
  LogFile &File = current() == &Files[0] ? Files[1] : Files[0];
  File.close();
  if (int Error = File.open(Path))
    return Error;
  int Error = writeStart(File);
  __atomic_store_n(&NumNamed, 0, __ATOMIC_RELAXED);
  if (!Error)
    Error = nameEvents(File);
  if (Error) {
    File.close();
    return Error;
  }
  ModulesWritten = 0;
  ++Part;
  __atomic_store_n(&Current, &File, __ATOMIC_RELEASE);
  return 0;
}

/// Returns whether \p File can be appended to.
static bool isReady(const LogFile *File) {
  uint64_t Size;
  return File && File->isOurs(Size) && Size < MaxSize;
}

/// Makes current() a file that can be appended to, and names all events in it.
static int prepareFile() {
  if (isReady(current()) &&
      __atomic_load_n(&NumNamed, __ATOMIC_ACQUIRE) == numEvents())
    return 0;
  FileLock Lock;
  LogFile *File = current();
  uint64_t Size;
  if (!isReady(File)) {
    if (File && File->isOurs(Size))
      rotateFiles(Path, *File);
    return openFile();
  }
  return nameEvents(*File);
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

void rt::initLog() {
  Began = monotonicTime();
  if (!amounts::parseSize(options().log_size.Text, MaxSize) ||
      MaxSize < amounts::LeastLogSize) {
    warn("UDPC_OPTIONS: log_size: '", options().log_size.Text,
         "' must be between 4K and 1073741824G, as 500K, 16M, 2G are; it is "
         "16M");
    MaxSize = 16 << 20;
  }
  if (*options().log.Text && isSharedName(options().log.Text)) {
    warn("UDPC_OPTIONS: log: %m is for profiles; the log is ", "not written");
    clearBytes(optionsToSet().log.Text, 1);
  }
}

bool rt::appendLog(log::RecordType Type, uint64_t Thread,
                   const LogPiece *Pieces, unsigned N) {
  if (!logIsOn() || !ownsCounts())
    return false;
  SignalSet Blocked = blockSignals();
  int Error = prepareFile();
  if (!Error)
    Error = writeRecord(*current(), Type, Thread, Pieces, N);
  if (Error)
    noteError(Error);
  restoreSignals(Blocked);
  return !Error;
}

bool rt::setLogPath(const char *NewPath) {
  SignalSet Blocked = blockSignals();
  bool Good = true;
  {
    FileLock Lock;
    if (current())
      Good = sameText(Path, NewPath);
    else
      Good = !TextBuffer(Path, sizeof(Path)).add(NewPath).overflowed();
    if (!Good && !current())
      *Path = 0;
  }
  restoreSignals(Blocked);
  return Good;
}

bool rt::modulesAreWritten() {
  return ModulesWritten && UnitsThen == numUnits();
}

void rt::writeModules() {
  if (!logIsOn() || !ownsCounts())
    return;
  MemoryImage Modules = {};
  if (findLoadedModules(Modules)) {
    Modules.release();
    return;
  }
  SignalSet Blocked = blockSignals();
  // Opens the file if necessary; then ModulesWritten is 0.
  int Error = prepareFile();
  if (Error)
    noteError(Error);
  restoreSignals(Blocked);
  uint32_t Checksum = checksumOf(Modules);
  const LogPiece All = {Modules.Bytes, Modules.Size};
  if (!Error && Checksum != ModulesWritten &&
      appendLog(log::RecordType::Modules, log::None, &All, 1))
    ModulesWritten = Checksum;
  UnitsThen = numUnits();
  Modules.release();
}

void rt::endLog() {
  if (!logIsOpen())
    return;
  log::EndRec Rec = {static_cast<uint32_t>(log::Trigger::End), Lost};
  const LogPiece Piece = {&Rec, sizeof(Rec)};
  appendLog(log::RecordType::End, log::None, &Piece, 1);
}

void rt::restartLog() {
  FileLock::reset();
  for (LogFile &File : Files)
    File.close();
  Current = nullptr;
  *Path = 0;
  NextSequence = Lost = Part = ModulesWritten = 0;
  HasWarned = false;
  Began = monotonicTime();
}
