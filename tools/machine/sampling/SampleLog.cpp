//===- SampleLog.cpp - Logs of samples ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/sampling/SampleLog.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

/// Lowest descriptor of a log, above the program's own.
constexpr int FirstDescriptor = 512;

void machine::printCounters(raw_ostream &OS, const EventCounts &Counts) {
  for (unsigned I = 0; I != NumEventCounters; ++I)
    OS << format("{\"type\": \"event %2u\", \"value\": ", I)
       << Counts.counter(I) << "}\n";
}

void machine::printCounterTable(raw_ostream &OS, const EventCounts &Counts) {
  static constexpr const char *Kinds[] = {"counted", "modelled",
                                          "not modelled"};
  OS << formatv("{0,-7}  {1,-17}  {2,16}\n", "counter", "name", "value");
  for (unsigned I = 0; I != NumEventCounters; ++I) {
    const CounterDescription &D = describeCounter(I);
    std::string Value = D.Kind == CounterKind::Zero
                            ? "-"
                            : formatv("{0:N}", Counts.counter(I)).str();
    OS << formatv("{0,7}  {1,-17}  {2,16}  {3}\n", I, D.Name, Value,
                  Kinds[unsigned(D.Kind)]);
  }
}

void machine::printSample(raw_ostream &OS, uint64_t Number, uint64_t Cycles,
                          uint64_t Instructions, const EventCounts &Counts) {
  OS << "{\"type\": \"max_inst\", \"times\": " << Number
     << ", \"cycles\": " << Cycles << ", \"inst\": " << Instructions << "}\n";
  printCounters(OS, Counts);
}

Error SampleLog::openFile(const std::string &Name) {
  bool IsStandardError = Name == "-";
  int Descriptor = IsStandardError
                       ? STDERR_FILENO
                       : ::open(Name.c_str(),
                                O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  // The log must stay open if the program closes its standard error.
  int High =
      Descriptor < 0 ? -1 : fcntl(Descriptor, F_DUPFD_CLOEXEC, FirstDescriptor);
  int Failure = errno;
  if (!IsStandardError && Descriptor >= 0)
    close(Descriptor);
  if (High < 0)
    return createStringError(Name + ": " +
                             std::generic_category().message(Failure));
  File = std::make_unique<raw_fd_ostream>(High, /*shouldClose=*/true,
                                          /*unbuffered=*/true);
  return Error::success();
}

std::string SampleLog::nameFor(unsigned Execution) const {
  std::string Name = Path + "." + std::to_string(getpid());
  return Execution ? Name + "." + std::to_string(Execution) : Name;
}

Error SampleLog::open(StringRef Name, unsigned Execution) {
  Path = Name.str();
  return openFile(Execution && Path != "-" ? nameFor(Execution) : Path);
}

Error SampleLog::openForChild(unsigned Execution) {
  if (!File || Path == "-")
    return Error::success();
  return openFile(nameFor(Execution));
}

void SampleLog::append(StringRef Text) {
  *File << Text;
  if (!File->has_error())
    return;
  errs() << "udpc-machine: error: " << Path << ": " << File->error().message()
         << "; no more samples are logged\n";
  File->clear_error();
  File.reset();
}
