//===- Plugin.cpp - A plugin that counts udpc instructions in QEMU --------===//
//
// Sets up the counting, and writes the counts when the process or a child ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/qemu/InstructionCounting.h"
#include "tools/qemu/OffsetCounting.h"
#include "tools/qemu/PluginState.h"
#include "tools/qemu/QemuPlugin.h"
#include <algorithm>
#include <errno.h>
#include <fcntl.h>
#include <iterator>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::qemu;

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static Watcher TheWatcher;

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

/// Invalidates the mappings after every system call, any of which may have
/// changed them: few translations follow a call.
static void systemCallReturned(qemu_plugin_id_t, unsigned, int64_t, int64_t) {
  offsetMappingsChanged();
}

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block) {
  for (size_t I = 0, End = qemu_plugin_tb_n_insns(Block); I != End; ++I) {
    qemu_plugin_insn *Insn = qemu_plugin_tb_get_insn(Block, I);
    if (!TheArguments.Offsets.empty())
      countOffsetsAt(Insn);
    countInstruction(Insn);
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
    TheProcess.Memory->HasWrittenFile = true;
    return;
  }
  if (int Error = writeReport(*TheProcess.Memory, TheProcess.Style,
                              TheProcess.Name, TheProcess.Process))
    tell("cannot write '%s': %s", TheProcess.Name.Path, strerror(Error));
  TheProcess.Memory->HasWrittenFile = true;
}

/// Maps anonymous memory, shared with the watcher, at \p Where or anywhere.
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
  // Without `control` the masks are not read, so their pages stay untouched.
  if (!TheArguments.Control.empty())
    for (auto &Masked : TheProcess.Memory->Masked)
      std::copy(std::begin(TheArguments.Masked), std::end(TheArguments.Masked),
                Masked);
}

/// Listens for commands if the argument `control` is given. Reports errors and
/// returns false.
static bool openControl() {
  if (TheArguments.Control.empty())
    return true;
  // If the name has no %p, the parent's socket has it; append a number.
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

/// Sets up a child of fork, which counts from 0. It keeps the blocks that the
/// parent has translated, and thus the set of counters in them; its thread
/// keeps its number.
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

/// Makes file names absolute, because the guest may change the current folder.
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
  // Truncate the log. A FIFO without a reader is an error here.
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

/// Returns whether the guest and the arguments are supported; reports errors.
static bool setUp(const qemu_info_t &Info, int Argc, char **Argv) {
  if (Info.system_emulation) {
    tell("only QEMU's user mode (such as qemu-x86_64) is supported");
    return false;
  }
  // The user who started QEMU would choose a file to be written with the rights
  // of another user.
  if (getauxval(AT_SECURE)) {
    tell("not in a set-user-ID program");
    return false;
  }
  bool HasInstruction = setInstructionsOf(Info.target_name);
  std::vector<std::string> Messages = parseArguments(Argc, Argv, TheArguments);
  for (const std::string &Message : Messages)
    tell("%s", Message.c_str());
  if (!Messages.empty())
    return false;
  if (!HasInstruction && TheArguments.Offsets.empty()) {
    tell("guests of %s have no udpc instruction, only x86_64 and riscv64; "
         "offset= works",
         Info.target_name);
    return false;
  }

  if (!makeAbsolute())
    return false;
  TheProcess.Process = getpid();
  TheProcess.Style = {Info.target_name, CounterWidth(TheArguments.Width),
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
