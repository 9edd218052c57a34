//===- Plugin.cpp - A plugin that counts udpc instructions in QEMU --------===//
//
// Finds udpc instructions when QEMU translates a block, and counts their
// executions. Counting is a callback: QEMU's own inline additions lose counts
// when two threads execute the same instruction.
//
//===----------------------------------------------------------------------===//

#include "include/udpc/abi.h"
#include "tools/qemu/GuestModules.h"
#include "tools/qemu/OverflowLog.h"
#include "tools/qemu/PluginArguments.h"
#include "tools/qemu/QemuPlugin.h"
#include "tools/qemu/Watcher.h"
#include <algorithm>
#include <errno.h>
#include <fcntl.h>
#include <iterator>
#include <limits.h>
#include <map>
#include <mutex>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <unordered_map>

using namespace udpc;
using namespace udpc::qemu;

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

namespace {
struct Guest {
  const char *Name;
  size_t Size;
  bool (*Decode)(const uint8_t *Code, uint8_t &Counter, uint8_t &Command);
};
} // namespace

static const Guest Guests[] = {
    {"x86_64", encoding::x86_64::Size, encoding::x86_64::decode},
    {"riscv64", encoding::riscv64::Size, encoding::riscv64::decode},
};

// One for the process; set up by qemu_plugin_install.
static const Guest *TheGuest;
static PluginArguments TheArguments;
static WatchedProcess TheProcess;
static Watcher TheWatcher;

/// One write, so that lines of several processes are not interleaved.
__attribute__((format(printf, 1, 2))) static void tell(const char *Format,
                                                       ...) {
  char Text[PATH_MAX + 256];
  size_t Used = size_t(snprintf(Text, sizeof(Text), "udpc-qemu: "));
  va_list List;
  va_start(List, Format);
  int Size = vsnprintf(Text + Used, sizeof(Text) - Used - 1, Format, List);
  va_end(List);
  Used = Size < 0 ? Used : Used + size_t(Size);
  if (Used > sizeof(Text) - 2)
    Used = sizeof(Text) - 2;
  Text[Used++] = '\n';
  if (write(STDERR_FILENO, Text, Used) < 0) {
    // Errors cannot be reported.
  }
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {
/// A counter instruction in translated code. Never freed: QEMU does not tell
/// when it discards translations.
struct Site {
  uint64_t Address;
  uint8_t Counter;
};
} // namespace

/// The same site for each translation of an instruction.
static const Site *siteAt(uint64_t Address, uint8_t Counter) {
  static std::mutex Mutex;
  static std::map<std::pair<uint64_t, uint8_t>, Site> Sites;
  std::lock_guard<std::mutex> Lock(Mutex);
  return &Sites.try_emplace({Address, Counter}, Site{Address, Counter})
              .first->second;
}

/// Logs the counters of a thread, if a log is wanted.
static void logOverflow(const char *Cause, unsigned CoreNumber,
                        const Site &At) {
  if (TheArguments.Log.empty())
    return;
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  Overflow What = {Cause, At.Counter, CoreNumber, At.Address,
                   uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec)};
  static std::atomic<bool> Reported;
  int Error = appendOverflow(TheArguments.Log.c_str(), *TheProcess.Memory,
                             TheProcess.Style.Width, What, TheProcess.Process);
  if (Error && !Reported.exchange(true))
    tell("cannot write '%s': %s; overflows are missing in it",
         TheArguments.Log.c_str(), strerror(Error));
}

template <int Step> static void count(unsigned CoreNumber, void *Data) {
  const Site &At = *static_cast<const Site *>(Data);
  unsigned Counter = At.Counter;
  Counters &Memory = *TheProcess.Memory;
  int64_t Register = wrappingSum(Memory.add(CoreNumber, Counter, Step),
                                 Memory.writtenOf(CoreNumber, Counter));
  const CounterWidth &Width = TheProcess.Style.Width;
  if (__builtin_expect(Width.overflowed(Register, Step), false)) {
    if (!Memory.OverflowReported[Counter].exchange(true))
      tell("counter %u overflowed its %u bits; counting continues", Counter,
           Width.bits());
    logOverflow("overflow", CoreNumber, At);
  }
  int64_t Period = TheArguments.Every[Counter];
  if (__builtin_expect(Period != 0, false) &&
      Memory.elapse(CoreNumber, Counter, Step, Period))
    logOverflow("every", CoreNumber, At);
}

static void resetCounter(unsigned CoreNumber, void *Data) {
  TheProcess.Memory->reset(CoreNumber,
                           static_cast<const Site *>(Data)->Counter);
}

static void logCounters(unsigned CoreNumber, void *Data) {
  logOverflow("command", CoreNumber, *static_cast<const Site *>(Data));
}

/// With the argument `control`, masks may change while the code runs.
template <qemu_plugin_vcpu_udata_cb_t Action, uint8_t Command>
static void unlessMasked(unsigned CoreNumber, void *Data) {
  if (!TheProcess.Memory->isMasked(
          CoreNumber, static_cast<const Site *>(Data)->Counter, Command))
    Action(CoreNumber, Data);
}

/// By command. The first two are those of events.
static const qemu_plugin_vcpu_udata_cb_t Actions[] = {
    count<1>, count<-1>, resetCounter, logCounters};
static const qemu_plugin_vcpu_udata_cb_t MaskedActions[] = {
    unlessMasked<count<1>, 0>, unlessMasked<count<-1>, 1>,
    unlessMasked<resetCounter, 2>, unlessMasked<logCounters, 3>};
static_assert(uint8_t(abi::SiteCommand::Inc) == 0 &&
                  uint8_t(abi::SiteCommand::Dec) == 1,
              "Actions is indexed by command");

static void reportUnknown(uint8_t Command, uint64_t Address) {
  static std::atomic<bool> Reported[256];
  if (!Reported[Command].exchange(true))
    tell("unknown command %u at 0x%llx", Command,
         static_cast<unsigned long long>(Address));
}

/// Whether \p Insn, maybe with those after it, is the instruction of the
/// argument `encoding`.
static bool decodePattern(qemu_plugin_insn *Insn, uint8_t &Counter,
                          uint8_t &Command) {
  const InstructionPattern &P = TheArguments.Encoding;
  size_t Size = qemu_plugin_insn_size(Insn);
  if (Size != P.firstSize())
    return false;
  uint8_t Code[InstructionPattern::MaxSize];
  memcpy(Code, qemu_plugin_insn_data(Insn), Size);
  size_t Rest = P.size() - Size;
  auto *Next = static_cast<char *>(qemu_plugin_insn_haddr(Insn)) + Size;
  // They may be in another block, and on a page that is not readable.
  iovec To = {Code + Size, Rest}, From = {Next, Rest};
  if (Rest && process_vm_readv(getpid(), &To, 1, &From, 1, 0) != ssize_t(Rest))
    return false;
  return P.decode(Code, Counter, Command);
}

static bool decode(qemu_plugin_insn *Insn, uint8_t &Counter, uint8_t &Command) {
  if (!TheGuest->Decode)
    return false;
  if (!TheArguments.Encoding.empty())
    return decodePattern(Insn, Counter, Command);
  return qemu_plugin_insn_size(Insn) == TheGuest->Size &&
         TheGuest->Decode(
             static_cast<const uint8_t *>(qemu_plugin_insn_data(Insn)), Counter,
             Command);
}

//===----------------------------------------------------------------------===//
// The argument `offset`
//===----------------------------------------------------------------------===//

static GuestModules TheModules;

/// What OffsetList::names has found about each file: addresses, and their
/// indices in the list.
using FileOffsets = std::unordered_map<uint64_t, std::vector<size_t>>;

static const FileOffsets &offsetsIn(const std::string &Path) {
  static std::mutex Mutex;
  static std::map<std::string, FileOffsets> Files;
  std::lock_guard<std::mutex> Lock(Mutex);
  auto [File, New] = Files.try_emplace(Path);
  for (size_t I = 0; New && I != TheArguments.Offsets.size(); ++I)
    if (OffsetList::names(TheArguments.Offsets[I].Module, Path))
      File->second[TheArguments.Offsets[I].Address].push_back(I);
  return File->second;
}

static void countOffset(unsigned, void *Data) {
  TheProcess.Memory->offsetCounts()[reinterpret_cast<uintptr_t>(Data)]
      .fetch_add(1, std::memory_order_relaxed);
}

static void countOffsetsAt(qemu_plugin_insn *Insn) {
  const std::string *Path;
  uint64_t Address;
  if (!TheModules.find(
          reinterpret_cast<uintptr_t>(qemu_plugin_insn_haddr(Insn)), Path,
          Address))
    return;
  const FileOffsets &Offsets = offsetsIn(*Path);
  auto Found = Offsets.find(Address);
  if (Found == Offsets.end())
    return;
  for (size_t I : Found->second)
    qemu_plugin_register_vcpu_insn_exec_cb(
        Insn, countOffset, QEMU_PLUGIN_CB_NO_REGS, reinterpret_cast<void *>(I));
}

/// Any system call may have changed the mappings; few translations follow it.
static void systemCallReturned(qemu_plugin_id_t, unsigned, int64_t, int64_t) {
  TheModules.mappingsChanged();
}

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block) {
  for (size_t I = 0, End = qemu_plugin_tb_n_insns(Block); I != End; ++I) {
    qemu_plugin_insn *Insn = qemu_plugin_tb_get_insn(Block, I);
    uint8_t Counter, Command;
    if (!TheArguments.Offsets.empty())
      countOffsetsAt(Insn);
    if (!decode(Insn, Counter, Command))
      continue;
    bool MayChange = !TheArguments.Control.empty();
    uint8_t Masked = MayChange ? 0 : TheArguments.Masked[Counter];
    if (Masked == 0xff || (Command < 8 && Masked >> Command & 1))
      continue;
    uint64_t Address = qemu_plugin_insn_vaddr(Insn);
    if (Command >= std::size(Actions)) {
      reportUnknown(Command, Address);
      continue;
    }
    TheProcess.Memory->Seen[Counter] = true;
    qemu_plugin_register_vcpu_insn_exec_cb(
        Insn, MayChange ? MaskedActions[Command] : Actions[Command],
        QEMU_PLUGIN_CB_NO_REGS, const_cast<Site *>(siteAt(Address, Counter)));
  }
}

static void coreAppeared(qemu_plugin_id_t, unsigned CoreNumber) {
  TheProcess.Memory->noteCore(CoreNumber);
}

//===----------------------------------------------------------------------===//
// Ends and forks
//===----------------------------------------------------------------------===//

static void atExit(qemu_plugin_id_t, void *) {
  TheProcess.Control.remove();
  if (!TheProcess.wanted()) {
    TheProcess.Memory->Written = true;
    return;
  }
  if (int Error = writeReport(*TheProcess.Memory, TheProcess.Style,
                              TheProcess.Name, TheProcess.Process))
    tell("cannot write '%s': %s", TheProcess.Name.Path, strerror(Error));
  TheProcess.Memory->Written = true;
}

/// Anonymous memory that a watcher shares, at \p Where or anywhere.
static Counters *mapCounters(void *Where) {
  void *Memory =
      mmap(Where,
           sizeof(Counters) +
               TheArguments.Offsets.size() * sizeof(std::atomic<uint64_t>),
           PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS | (Where ? MAP_FIXED : 0), -1, 0);
  return Memory == MAP_FAILED ? nullptr : static_cast<Counters *>(Memory);
}

static void writeStartValues() {
  memcpy(TheProcess.Memory->Start, TheArguments.Start,
         sizeof(TheArguments.Start));
  TheProcess.Memory->NumOffsets = TheArguments.Offsets.size();
  // Without `control` these pages stay untouched.
  if (!TheArguments.Control.empty())
    for (auto &Masked : TheProcess.Memory->Masked)
      std::copy(std::begin(TheArguments.Masked), std::end(TheArguments.Masked),
                Masked);
}

/// Listens for commands, if the argument `control` wants it. Reports errors.
static bool openControl() {
  if (TheArguments.Control.empty())
    return true;
  // The parent's socket may be at the name without a number.
  OutputName Name;
  int Error = ENAMETOOLONG;
  if (expandOutputName(TheArguments.Control.c_str(), TheProcess.Process, false,
                       Name)) {
    if (TheProcess.Forked && Name.IsLiteral) {
      char *End = strchr(Name.Path, 0);
      snprintf(End, size_t(std::end(Name.Path) - End), ".%d",
               int(TheProcess.Process));
    }
    Error = TheProcess.Control.open(Name.Path);
  }
  if (Error)
    tell("cannot listen at '%s': %s", Name.Path, strerror(Error));
  return !Error;
}

static bool startControl() {
  if (TheArguments.Control.empty())
    return true;
  int Error = TheProcess.Control.start(*TheProcess.Memory, TheProcess.Style);
  if (Error)
    tell("cannot start the thread for control=: %s", strerror(Error));
  return !Error;
}

/// The child counts from 0. It keeps the blocks that the parent has translated,
/// and so the set of counters in them; its thread keeps its number.
static void forked() {
  TheWatcher.leave();
  TheProcess.Control.leave();
  bool Seen[NumCounters];
  for (unsigned I = 0; I != NumCounters; ++I)
    Seen[I] = TheProcess.Memory->Seen[I];
  unsigned NumCores = TheProcess.Memory->NumCores;
  if (!mapCounters(TheProcess.Memory)) {
    // A vfork child shares memory and must not change it.
    tell("no memory for the counters of a child: %s; it ends here",
         strerror(errno));
    _exit(127);
  }
  TheProcess.Memory->NumCores = NumCores;
  for (unsigned I = 0; I != NumCounters; ++I)
    TheProcess.Memory->Seen[I] = Seen[I];
  writeStartValues();
  TheProcess.Process = getpid();
  TheProcess.Forked = true;
  expandOutputName(TheArguments.Out.c_str(), TheProcess.Process, true,
                   TheProcess.Name);
  bool Listens = openControl();
  if (int Error = TheWatcher.start(TheProcess))
    tell(
        "no watcher for a child: %s; its counts are written if it ends by exit",
        strerror(Error));
  if (Listens)
    startControl();
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

/// Makes the names of files absolute: the guest may change the current folder.
static bool makeAbsolute() {
  char Folder[PATH_MAX];
  if (!getcwd(Folder, sizeof(Folder))) {
    tell("no current folder: %s", strerror(errno));
    return false;
  }
  std::string Escaped;
  for (const char *P = Folder; *P; ++P)
    Escaped += *P == '%' ? "%%" : std::string(1, *P);
  for (std::string *Name : {&TheArguments.Out, &TheArguments.Control})
    if (!Name->empty() && (*Name)[0] != '/')
      *Name = Escaped + "/" + *Name;
  std::string &Log = TheArguments.Log;
  if (!Log.empty() && Log[0] != '/')
    Log = std::string(Folder) + "/" + Log;
  // The log of this run. Without a reader nothing is written.
  int File = Log.empty() ? -1
                         : open(Log.c_str(),
                                O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK |
                                    O_NOCTTY | O_CLOEXEC,
                                0666);
  if (!Log.empty() && File < 0) {
    tell("cannot write '%s': %s", Log.c_str(), strerror(errno));
    return false;
  }
  if (File >= 0)
    close(File);
  return true;
}

/// Returns whether the guest is supported; reports if not.
static bool setUp(const qemu_info_t &Info, int Argc, char **Argv) {
  if (Info.system_emulation) {
    tell("only QEMU's user mode (such as qemu-x86_64) is supported");
    return false;
  }
  // The user who started QEMU would choose the file that it writes.
  if (getauxval(AT_SECURE)) {
    tell("not in a set-user-ID program");
    return false;
  }
  for (const Guest &G : Guests)
    if (strcmp(G.Name, Info.target_name) == 0)
      TheGuest = &G;
  std::vector<std::string> Messages = parseArguments(Argc, Argv, TheArguments);
  for (const std::string &Message : Messages)
    tell("%s", Message.c_str());
  if (!Messages.empty())
    return false;
  static const Guest WithoutInstruction = {Info.target_name, 0, nullptr};
  if (!TheGuest && !TheArguments.Offsets.empty())
    TheGuest = &WithoutInstruction;
  if (!TheGuest) {
    tell("guests of %s have no udpc instruction, only x86_64 and riscv64; "
         "offset= works",
         Info.target_name);
    return false;
  }

  if (!makeAbsolute())
    return false;
  TheProcess.Process = getpid();
  TheProcess.Style = {TheGuest->Name, CounterWidth(TheArguments.Width),
                      TheArguments.PerThread, &TheArguments.Offsets};
  int Error = ENAMETOOLONG;
  if (expandOutputName(TheArguments.Out.c_str(), TheProcess.Process, false,
                       TheProcess.Name))
    Error = prepareOutput(TheProcess.Name, TheProcess.Process);
  if (Error) {
    tell("cannot write '%s': %s", TheProcess.Name.Path, strerror(Error));
    return false;
  }
  TheProcess.Memory = mapCounters(nullptr);
  if (!TheProcess.Memory) {
    tell("no memory for the counters: %s", strerror(errno));
    return false;
  }
  writeStartValues();
  // QEMU may not report the first vCPU.
  TheProcess.Memory->noteCore(0);
  if (!openControl())
    return false;
  Error = TheWatcher.start(TheProcess);
  if (Error)
    tell("cannot start the watcher: %s", strerror(Error));
  return !Error && startControl();
}

int qemu_plugin_install(qemu_plugin_id_t Id, const qemu_info_t *Info, int Argc,
                        char **Argv) {
  if (!setUp(*Info, Argc, Argv))
    return 1;
  pthread_atfork(nullptr, nullptr, forked);
  qemu_plugin_register_vcpu_init_cb(Id, coreAppeared);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, translated);
  if (!TheArguments.Offsets.empty())
    qemu_plugin_register_vcpu_syscall_ret_cb(Id, systemCallReturned);
  qemu_plugin_register_atexit_cb(Id, atExit, nullptr);
  return 0;
}
