//===- CounterUnit.cpp - Counts udpc instructions -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/emulator/CounterUnit.h"
#include "tools/qemu/OverflowLog.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

static Error cannotWrite(const char *Path, int Number) {
  return createStringError(Twine(Path) + ": " + std::strerror(Number));
}

static void warn(const Twine &Message) {
  WithColor::warning(errs(), "udpc-machine") << Message << '\n';
}

Expected<std::unique_ptr<CounterUnit>>
CounterUnit::create(StringRef Arguments) {
  std::unique_ptr<CounterUnit> Unit(new CounterUnit);
  SmallVector<StringRef> Parts;
  Arguments.split(Parts, ',', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Texts(Parts.begin(), Parts.end());
  std::vector<const char *> Pointers;
  for (const std::string &Text : Texts)
    Pointers.push_back(Text.c_str());
  std::vector<std::string> Messages = qemu::parseArguments(
      static_cast<int>(Pointers.size()), Pointers.data(), Unit->Arguments);
  if (!Messages.empty())
    return createStringError("--unit: " + join(Messages, "; "));
  if (!Unit->Arguments.Encoding.empty())
    return createStringError("--unit: encoding= is for QEMU's plugin only");
  if (Error E = Unit->setUp())
    return std::move(E);
  return Unit;
}

Error CounterUnit::setUp() {
  Memory = std::make_unique<qemu::Counters>();
  std::memcpy(Memory->Start, Arguments.Start, sizeof(Arguments.Start));
  Memory->noteCore(0);
  Style = {"riscv64", qemu::CounterWidth(Arguments.Width), Arguments.PerThread};
  int Number = ENAMETOOLONG;
  if (qemu::expandOutputName(Arguments.Out.c_str(), getpid(), IsChild, Name))
    Number = qemu::prepareOutput(Name, getpid());
  if (Number)
    return cannotWrite(Name.Path, Number);
  if (Arguments.Log.empty() || IsChild)
    return Error::success();
  int File = open(Arguments.Log.c_str(),
                  O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);
  if (File < 0)
    return cannotWrite(Arguments.Log.c_str(), errno);
  close(File);
  return Error::success();
}

void CounterUnit::log(const char *Cause, unsigned Core, unsigned Counter,
                      uint64_t Pc) {
  if (Arguments.Log.empty())
    return;
  qemu::LoggedEvent What = {Cause, Counter, Core, Pc, qemu::monotonicTime()};
  int Number = qemu::appendOverflow(Arguments.Log.c_str(), *Memory, Style.Width,
                                    What, getpid());
  if (!Number || ReportedLog)
    return;
  ReportedLog = true;
  warn(Arguments.Log + ": " + std::strerror(Number) +
       "; overflows are missing in it");
}

void CounterUnit::countOnce(unsigned Core, unsigned Counter, int Step,
                            uint64_t Pc) {
  int64_t Register = qemu::wrappingSum(Memory->add(Core, Counter, Step),
                                       Memory->writtenOf(Core, Counter));
  if (Style.Width.overflowed(Register, Step)) {
    if (!Memory->OverflowReported[Counter].exchange(true))
      warn("counter " + Twine(Counter) + " overflowed its " +
           Twine(Style.Width.bits()) + " bits; counting continues");
    log("overflow", Core, Counter, Pc);
  }
  int64_t Period = Arguments.Every[Counter];
  if (Period && Memory->elapse(Core, Counter, Step, Period))
    log("every", Core, Counter, Pc);
}

void CounterUnit::count(unsigned Core, encoding::CounterPart I, int Step,
                        uint64_t Pc) {
  for (unsigned N = 0; N != I.Times; ++N)
    countOnce(Core, I.Counter, Step, Pc);
}

void CounterUnit::executed(unsigned Thread, encoding::Instruction I,
                           uint64_t Pc) {
  I.forEachPart([&](encoding::CounterPart P) { executedPart(Thread, P, Pc); });
}

void CounterUnit::executedPart(unsigned Thread, encoding::CounterPart I,
                               uint64_t Pc) {
  unsigned Counter = I.Counter, Command = I.Command;
  Memory->noteCore(Thread);
  if (Arguments.Masked[Counter] >> Command & 1)
    return;
  Memory->Seen[Counter] = true;
  switch (Command) {
  case 0:
    return count(Thread, I, 1, Pc);
  case 1:
    return count(Thread, I, -1, Pc);
  case 2:
    return Memory->reset(Thread, Counter);
  case 3:
    return log("command", Thread, Counter, Pc);
  default:
    if (!ReportedCommand[Command])
      warn("unknown command " + Twine(Command) + " at 0x" +
           utohexstr(Pc, /*LowerCase=*/true));
    ReportedCommand[Command] = true;
  }
}

Error CounterUnit::forked() {
  IsChild = true;
  return setUp();
}

Error CounterUnit::executed(unsigned Execution) {
  StringRef Out = Arguments.Out;
  if (!Out.starts_with("/dev/"))
    Arguments.Out += (Out.contains("%p") ? "." : ".%p.") + utostr(Execution);
  return forked();
}

Error CounterUnit::write() {
  // A child that counts nothing leaves no file.
  if (IsChild && !qemu::hasCounts(*Memory))
    return Error::success();
  int Number = qemu::writeReport(*Memory, Style, Name, getpid());
  return Number ? cannotWrite(Name.Path, Number) : Error::success();
}
