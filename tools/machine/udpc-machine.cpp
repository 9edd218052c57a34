//===- udpc-machine.cpp - Runs a riscv64 program with counter registers ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/Options.h"
#include "tools/machine/emulator/CounterUnit.h"
#include "tools/machine/linux/ElfLoader.h"
#include "tools/machine/sampling/Sampler.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

/// Size of the stack; the default of Linux.
constexpr uint64_t StackSize = 8 << 20;
/// Exit status for failures of the machine itself, as of timeout(1).
constexpr int CannotRun = 125;

static void report(Error E) {
  WithColor::error(errs(), "udpc-machine") << toString(std::move(E)) << '\n';
}

/// Ends this process the way the program ended.
[[noreturn]] static void endAs(const ProgramEnd &End) {
  if (!End.Signal)
    _exit(End.Status);
  // Prevent a core dump, which would be of the machine, not of the program.
  rlimit None = {0, 0};
  setrlimit(RLIMIT_CORE, &None);
  signal(End.Signal, SIG_DFL);
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, End.Signal);
  sigprocmask(SIG_UNBLOCK, &Set, nullptr);
  raise(End.Signal);
  _exit(128 + End.Signal);
}

/// Returns whether the file is a program for the machine rather than the host.
static bool isGuestProgram(const std::string &Path) {
  constexpr unsigned RiscV = 243;
  char Header[20] = {};
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  bool IsRead = read(File, Header, sizeof(Header)) == sizeof(Header);
  close(File);
  return IsRead &&
         !std::memcmp(Header,
                      "\x7f"
                      "ELF\2",
                      5) &&
         (unsigned(uint8_t(Header[18])) | unsigned(uint8_t(Header[19])) << 8) ==
             RiscV;
}

static std::vector<char *> pointersTo(const std::vector<std::string> &Strings) {
  std::vector<char *> Pointers;
  for (const std::string &S : Strings)
    Pointers.push_back(const_cast<char *>(S.c_str()));
  Pointers.push_back(nullptr);
  return Pointers;
}

/// Replaces this process by the host's program, or by a machine with the same
/// options that runs the other riscv64 program.
static int64_t execute(const CommandLine &Options, Machine &M,
                       SystemCalls &Calls, const Execution &E) {
  std::string Path = E.Path;
  std::vector<std::string> Arguments = E.Arguments;
  if (isGuestProgram(Path)) {
    Arguments = {"udpc-machine",
                 "--execution=" + std::to_string(Options.Execution + 1),
                 "--argv0=" + E.Arguments[0]};
    const CounterRegisters &Registers = M.registers();
    Arguments.push_back(
        "--registers=" +
        toHex(StringRef(reinterpret_cast<const char *>(&Registers),
                        sizeof(Registers))));
    if (int File = Calls.tracing().handOver(); File >= 0)
      Arguments.push_back("--trace=" + std::to_string(File));
    Arguments.insert(Arguments.end(), Options.Own.begin(), Options.Own.end());
    Arguments.push_back(Path);
    Arguments.insert(Arguments.end(), E.Arguments.begin() + 1,
                     E.Arguments.end());
    Path = "/proc/self/exe";
  }
  execve(Path.c_str(), pointersTo(Arguments).data(),
         pointersTo(E.Environment).data());
  return -errno;
}

/// Turns the counters on from the first instruction.
static void countAll(CounterRegisters &Registers) {
  Registers.write(int(RegisterTag::WriteProcTag), CountedProcess);
  Registers.write(int(RegisterTag::WriteEnable), 1);
}

/// Sets \p Registers to the bytes \p Left by the process's previous program.
static void inherit(CounterRegisters &Registers, StringRef Left) {
  static_assert(std::is_trivially_copyable_v<CounterRegisters>,
                "its bytes are passed to another process");
  CounterRegisters Before;
  std::memcpy(&Before, Left.data(), sizeof(Before));
  Registers.write(int(RegisterTag::WriteProcTag), Before.procTag());
  Registers.takeOver(Before);
}

static Error finish(const CommandLine &Options, Machine &M, CounterUnit *Unit,
                    SampleLog &Counters, const Sampler *Sampling) {
  if (Counters.isOpen()) {
    SmallString<4096> Text;
    raw_svector_ostream OS(Text);
    auto *Print = Options.Counters == "-" ? printCounterTable : printCounters;
    Print(OS, M.registers().Counts);
    Counters.append(Text);
  }
  if (Sampling && !Sampling->hasStarted())
    WithColor::warning(errs(), "udpc-machine")
        << "the program never called brk, so nothing was sampled; use "
           "--start=entry\n";
  return Unit ? Unit->write() : Error::success();
}

static Expected<ProgramEnd> run(int Argc, char **Argv) {
  Expected<CommandLine> Options = readCommandLine(Argc, Argv);
  if (!Options)
    return Options.takeError();
  auto Memory = GuestMemory::create();
  if (!Memory)
    return Memory.takeError();
  SystemCalls Calls(**Memory, Options->Path);
  Calls.signals().inherit();
  auto M = Machine::create(**Memory, Calls, Options->Machine);
  if (!M)
    return M.takeError();
  auto Program = loadProgram(**Memory, Options->Path);
  if (!Program)
    return Program.takeError();
  std::vector<std::string> Environment;
  for (char **Variable = environ; *Variable; ++Variable)
    Environment.push_back(*Variable);
  auto Stack =
      makeStack(**Memory, *Program, Options->Program, Environment, StackSize);
  if (!Stack)
    return Stack.takeError();

  std::unique_ptr<CounterUnit> Unit;
  if (Options->Unit) {
    auto Created = CounterUnit::create(*Options->Unit);
    if (!Created)
      return Created.takeError();
    Unit = std::move(*Created);
    (*M)->setUnit(Unit.get());
  }
  bool CountsFromStart = Options->Samples.Every || !Options->Counters.empty();
  if (!CountsFromStart && Options->Registers.size() == sizeof(CounterRegisters))
    inherit((*M)->registers(), Options->Registers);
  if (Options->Trace >= 0)
    Calls.tracing().takeOver(Options->Trace);

  SampleLog Samples, Counters;
  std::unique_ptr<Sampler> Sampling;
  if (Options->Samples.Every) {
    StringRef Name = Options->Samples.Log;
    if (Error E = Samples.open(Name.empty() ? "-" : Name, Options->Execution))
      return std::move(E);
    Sampling = std::make_unique<Sampler>(Options->Samples, Samples,
                                         Options->StartsAtBreak);
    Sampling->setMachine(M->get());
    (*M)->setTracer(Sampling.get());
  } else if (!Options->Counters.empty()) {
    if (Error E = Counters.open(Options->Counters, Options->Execution))
      return std::move(E);
    countAll((*M)->registers());
  }
  // Children and programs executed later write files of their own.
  if (Options->Execution && Unit)
    if (Error E = Unit->executed(Options->Execution))
      return std::move(E);
  (*M)->onFork([&] {
    for (SampleLog *L : {&Samples, &Counters})
      if (Error E = L->openForChild(Options->Execution))
        report(std::move(E));
    if (Unit)
      if (Error E = Unit->forked())
        report(std::move(E));
  });
  auto Finish = [&] {
    if (Error E = finish(*Options, **M, Unit.get(), Counters, Sampling.get()))
      report(std::move(E));
  };
  Calls.onExecute([&](const Execution &E) -> int64_t {
    struct stat Status;
    if (access(E.Path.c_str(), X_OK) || stat(E.Path.c_str(), &Status))
      return -errno;
    if (!S_ISREG(Status.st_mode))
      return -EACCES;
    Finish();
    return execute(*Options, **M, Calls, E);
  });
  ProgramEnd End = (*M)->run(Program->Entry, *Stack);
  Finish();
  if (!End.Reason.empty())
    errs() << "udpc-machine: " << strsignal(End.Signal) << ": " << End.Reason
           << '\n';
  return End;
}

int main(int Argc, char **Argv) {
  Expected<ProgramEnd> End = run(Argc, Argv);
  if (!End) {
    report(End.takeError());
    return CannotRun;
  }
  endAs(*End);
}
