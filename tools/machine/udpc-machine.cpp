//===- udpc-machine.cpp - Runs a riscv64 program with counter registers ---===//

#include "tools/machine/CounterUnit.h"
#include "tools/machine/ElfLoader.h"
#include "tools/machine/Options.h"
#include "tools/machine/Sampler.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

/// As Linux gives programs by default.
constexpr uint64_t StackSize = 8 << 20;
/// The exit status for failures of the machine itself, as of timeout(1).
constexpr int CannotRun = 125;

static void report(Error E) {
  WithColor::error(errs(), "udpc-machine") << toString(std::move(E)) << '\n';
}

/// Ends this process as the program ended.
[[noreturn]] static void endAs(const ProgramEnd &End) {
  if (!End.Signal)
    _exit(End.Status);
  // A core dump would be the machine's, not the program's.
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

/// The counters are on from the first instruction.
static void countAll(CounterRegisters &Registers) {
  Registers.write(int(RegisterTag::WriteProcTag), CountedProcess);
  Registers.write(int(RegisterTag::WriteEnable), 1);
}

static Error finish(const CommandLine &Options, Machine &M, CounterUnit *Unit,
                    SampleLog &Counters, const Sampler *Sampling) {
  if (Counters.isOpen()) {
    SmallString<4096> Text;
    raw_svector_ostream OS(Text);
    printCounters(OS, M.registers().Counts);
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
  SystemCalls Calls(**Memory, Options->Program[0]);
  auto M = Machine::create(**Memory, Calls, Options->Machine);
  if (!M)
    return M.takeError();
  auto Program = loadProgram(**Memory, Options->Program[0]);
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
  SampleLog Samples, Counters;
  std::unique_ptr<Sampler> Sampling;
  if (Options->Samples.Every) {
    StringRef Name = Options->Samples.Log;
    if (Error E = Samples.open(Name.empty() ? "-" : Name))
      return std::move(E);
    Sampling = std::make_unique<Sampler>(Options->Samples, Samples,
                                         Options->StartsAtBreak);
    Sampling->setMachine(M->get());
    (*M)->setTracer(Sampling.get());
  } else if (!Options->Counters.empty()) {
    if (Error E = Counters.open(Options->Counters))
      return std::move(E);
    countAll((*M)->registers());
  }
  // Children write files of their own.
  (*M)->onFork([&] {
    for (SampleLog *L : {&Samples, &Counters})
      if (Error E = L->openForChild())
        report(std::move(E));
    if (Unit)
      if (Error E = Unit->forked())
        report(std::move(E));
  });
  ProgramEnd End = (*M)->run(Program->Entry, *Stack);
  if (Error E = finish(*Options, **M, Unit.get(), Counters, Sampling.get()))
    report(std::move(E));
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
