//===- Plugin.cpp - A plugin that counts udpc instructions in QEMU --------===//
//
// Finds udpc instructions when QEMU translates a block, and counts their
// executions. Counting is a callback: QEMU's own inline additions lose counts
// when two threads execute the same instruction.
//
//===----------------------------------------------------------------------===//

#include "include/udpc/abi.h"
#include "tools/qemu/QemuPlugin.h"
#include "tools/qemu/PluginArguments.h"
#include "tools/qemu/Watcher.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

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

template <int Step> static void count(unsigned CoreNumber, void *Data) {
  unsigned Counter = unsigned(reinterpret_cast<uintptr_t>(Data));
  int64_t Total = TheProcess.Memory->add(CoreNumber, Counter, Step);
  const CounterWidth &Width = TheProcess.Style.Width;
  if (__builtin_expect(Width.overflowed(Total, Step), false) &&
      !TheProcess.Memory->OverflowReported[Counter].exchange(true))
    tell("counter %u overflowed its %u bits; counting continues", Counter,
         Width.bits());
}

static void reportUnknown(uint8_t Command, uint64_t Address) {
  static std::atomic<bool> Reported[256];
  if (!Reported[Command].exchange(true))
    tell("unknown command %u at 0x%llx", Command,
         static_cast<unsigned long long>(Address));
}

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block) {
  for (size_t I = 0, End = qemu_plugin_tb_n_insns(Block); I != End; ++I) {
    qemu_plugin_insn *Insn = qemu_plugin_tb_get_insn(Block, I);
    uint8_t Counter, Command;
    if (qemu_plugin_insn_size(Insn) != TheGuest->Size ||
        !TheGuest->Decode(
            static_cast<const uint8_t *>(qemu_plugin_insn_data(Insn)), Counter,
            Command) ||
        TheArguments.Masked[Counter])
      continue;
    qemu_plugin_vcpu_udata_cb_t Callback;
    if (Command == uint8_t(abi::SiteCommand::Inc))
      Callback = count<1>;
    else if (Command == uint8_t(abi::SiteCommand::Dec))
      Callback = count<-1>;
    else {
      reportUnknown(Command, qemu_plugin_insn_vaddr(Insn));
      continue;
    }
    TheProcess.Memory->Seen[Counter] = true;
    qemu_plugin_register_vcpu_insn_exec_cb(
        Insn, Callback, QEMU_PLUGIN_CB_NO_REGS,
        reinterpret_cast<void *>(uintptr_t(Counter)));
  }
}

static void coreAppeared(qemu_plugin_id_t, unsigned CoreNumber) {
  TheProcess.Memory->noteCore(CoreNumber);
}

//===----------------------------------------------------------------------===//
// Ends and forks
//===----------------------------------------------------------------------===//

static void atExit(qemu_plugin_id_t, void *) {
  if (!TheProcess.wanted()) {
    TheProcess.Memory->Written = true;
    return;
  }
  if (int Error = writeReport(*TheProcess.Memory, TheProcess.Style, TheProcess.Name,
                              TheProcess.Process))
    tell("cannot write '%s': %s", TheProcess.Name.Path, strerror(Error));
  TheProcess.Memory->Written = true;
}

/// Anonymous memory that a watcher shares, at \p Where or anywhere.
static Counters *mapCounters(void *Where) {
  void *Memory =
      mmap(Where, sizeof(Counters), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS | (Where ? MAP_FIXED : 0), -1, 0);
  return Memory == MAP_FAILED ? nullptr : static_cast<Counters *>(Memory);
}

/// The child counts from 0. It keeps the blocks that the parent has translated,
/// and so the set of counters in them; its thread keeps its number.
static void forked() {
  TheWatcher.leave();
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
  TheProcess.Process = getpid();
  TheProcess.Forked = true;
  expandOutputName(TheArguments.Out.c_str(), TheProcess.Process, true,
                   TheProcess.Name);
  if (int Error = TheWatcher.start(TheProcess))
    tell(
        "no watcher for a child: %s; its counts are written if it ends by exit",
        strerror(Error));
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

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
  if (!TheGuest) {
    tell("guests of %s are not supported, only x86_64 and riscv64",
         Info.target_name);
    return false;
  }
  std::vector<std::string> Messages = parseArguments(Argc, Argv, TheArguments);
  for (const std::string &Message : Messages)
    tell("%s", Message.c_str());
  if (!Messages.empty())
    return false;

  // The guest may change the current folder.
  if (TheArguments.Out[0] != '/') {
    char Folder[PATH_MAX];
    if (!getcwd(Folder, sizeof(Folder))) {
      tell("no current folder: %s", strerror(errno));
      return false;
    }
    std::string Escaped;
    for (const char *P = Folder; *P; ++P)
      Escaped += *P == '%' ? "%%" : std::string(1, *P);
    TheArguments.Out = Escaped + "/" + TheArguments.Out;
  }
  TheProcess.Process = getpid();
  TheProcess.Style = {TheGuest->Name, CounterWidth(TheArguments.Width),
                   TheArguments.PerThread};
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
  // QEMU may not report the first vCPU.
  TheProcess.Memory->noteCore(0);
  Error = TheWatcher.start(TheProcess);
  if (Error)
    tell("cannot start the watcher: %s", strerror(Error));
  return !Error;
}

int qemu_plugin_install(qemu_plugin_id_t Id, const qemu_info_t *Info, int Argc,
                        char **Argv) {
  if (!setUp(*Info, Argc, Argv))
    return 1;
  pthread_atfork(nullptr, nullptr, forked);
  qemu_plugin_register_vcpu_init_cb(Id, coreAppeared);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, translated);
  qemu_plugin_register_atexit_cb(Id, atExit, nullptr);
  return 0;
}
