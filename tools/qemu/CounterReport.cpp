//===- CounterReport.cpp - Writes the counter file ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/CounterReport.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::qemu;

namespace {

/// Buffers text for a sink.
class ReportPrinter {
public:
  ReportPrinter(TextWriter Write, void *Context)
      : Write(Write), Context(Context) {}

  ReportPrinter &operator<<(const char *Text) {
    for (; *Text; ++Text) {
      if (Used == sizeof(Buffer))
        flush();
      Buffer[Used++] = *Text;
    }
    return *this;
  }
  /// Prints a decimal number. It has 128 bits because registers of several
  /// cores add up to more than 64 bits.
  ReportPrinter &operator<<(__int128 Number) {
    char Digits[48];
    char *P = Digits + sizeof(Digits);
    *--P = 0;
    bool Negative = Number < 0;
    do {
      int Digit = int(Number % 10);
      *--P = char('0' + (Digit < 0 ? -Digit : Digit));
      Number /= 10;
    } while (Number);
    if (Negative)
      *--P = '-';
    return *this << P;
  }
  bool flush() {
    Good = Good && Write(Context, Buffer, Used);
    Used = 0;
    return Good;
  }

private:
  TextWriter Write;
  void *Context;
  bool Good = true;
  size_t Used = 0;
  char Buffer[4096];
};

/// One counter on all cores, each read once, so that the file is consistent
/// while threads count. The last element belongs to Counters::Others.
struct Shares {
  int64_t Totals[MaxCores + 1];
  int64_t Written[MaxCores + 1];
  /// Whether the register has counted or was written while the program ran.
  bool Listed[MaxCores + 1];
  unsigned NumCores;

  Shares(const Counters &C, unsigned Counter) : NumCores(C.NumCores) {
    for (unsigned I = 0; I <= NumCores; ++I) {
      unsigned Core = I == NumCores ? MaxCores : I;
      Totals[I] = C.core(Core).Totals[Counter].load(std::memory_order_relaxed);
      // A register that is not listed is not part of the sum either.
      Listed[I] = Totals[I] || C.core(Core).Adjustment[Counter];
      Written[I] = Listed[I] ? C.writtenOf(Core, Counter) : 0;
    }
  }
};

} // namespace

namespace {
/// A counter of one thread, or the sums of several.
struct Numbers {
  __int128 Count, Written, Value, Overflows;

  static Numbers of(const Shares &S, unsigned I, const CounterWidth &Width) {
    int64_t Register = wrappingSum(S.Totals[I], S.Written[I]);
    return {S.Totals[I], S.Written[I], Width.value(Register),
            Width.overflows(Register)};
  }
  void add(const Numbers &Other) {
    Count += Other.Count;
    Written += Other.Written;
    Value += Other.Value;
    Overflows += Other.Overflows;
  }
};
} // namespace

static void printNumbers(ReportPrinter &Out, const Numbers &N) {
  Out << "\"count\":" << N.Count;
  if (N.Written)
    Out << ",\"written\":" << N.Written;
  Out << ",\"value\":" << N.Value << ",\"overflows\":" << N.Overflows;
}

static void printCounter(ReportPrinter &Out, unsigned Counter, const Shares &S,
                         const ReportStyle &Style) {
  const CounterWidth &Width = Style.Width;
  Numbers All = {};
  for (unsigned I = 0; I <= S.NumCores; ++I)
    All.add(Numbers::of(S, I, Width));
  Out << "{\"counter\":" << Counter << ",";
  printNumbers(Out, All);
  if (Style.PerThread) {
    Out << ",\"threads\":[";
    const char *Separator = "";
    for (unsigned I = 0; I <= S.NumCores; ++I) {
      if (!S.Listed[I])
        continue;
      Out << Separator << "{\"thread\":";
      if (I == S.NumCores)
        Out << "\"others\"";
      else
        Out << I;
      Out << ",";
      printNumbers(Out, Numbers::of(S, I, Width));
      Out << "}";
      Separator = ",";
    }
    Out << "]";
  }
  Out << "}";
}

/// Prints \p Text with the escapes of a JSON string.
static void printText(ReportPrinter &Out, const char *Text) {
  static const char Digits[] = "0123456789abcdef";
  for (; *Text; ++Text) {
    unsigned char C = static_cast<unsigned char>(*Text);
    char Escaped[] = {'\\', 'u', '0', '0', Digits[C >> 4], Digits[C & 15], 0};
    char Plain[] = {*Text, 0};
    Out << (C < 0x20 || C == '"' || C == '\\' ? Escaped : Plain);
  }
}

static void printOffsets(ReportPrinter &Out, const Counters &C,
                         const OffsetList &Offsets) {
  Out << ",\"offsets\":[";
  for (size_t I = 0; I != C.NumOffsets; ++I) {
    char Address[24];
    snprintf(Address, sizeof(Address), "0x%llx",
             static_cast<unsigned long long>(Offsets[I].Address));
    Out << (I ? ",\n" : "\n") << "{\"module\":\"";
    printText(Out, Offsets[I].Module.c_str());
    Out << "\",\"offset\":\"" << Address << "\",\"count\":"
        << C.offsetCounts()[I].load(std::memory_order_relaxed) << "}";
  }
  Out << "\n]";
}

bool qemu::printReport(const Counters &C, const ReportStyle &Style,
                       TextWriter Write, void *Context, const uint8_t *Wanted) {
  ReportPrinter Out(Write, Context);
  Out << "{\"version\":1,\"target\":\"" << Style.Target
      << "\",\"width\":" << Style.Width.bits() << ",\"counters\":[";
  const char *Separator = "\n";
  // A masked counter has no callback, so it is neither listed nor counted.
  for (unsigned Counter = 0; Counter != NumCounters; ++Counter) {
    if (!C.Seen[Counter] || (Wanted && !Wanted[Counter]))
      continue;
    Out << Separator;
    printCounter(Out, Counter, Shares(C, Counter), Style);
    Separator = ",\n";
  }
  Out << "\n]";
  if (Style.Offsets && C.NumOffsets)
    printOffsets(Out, C, *Style.Offsets);
  Out << "}\n";
  return Out.flush();
}

bool qemu::hasCounts(const Counters &C) {
  for (unsigned Counter = 0; Counter != NumCounters; ++Counter) {
    Shares S(C, Counter);
    for (unsigned I = 0; I <= S.NumCores; ++I)
      if (S.Totals[I])
        return true;
  }
  for (size_t I = 0; I != C.NumOffsets; ++I)
    if (C.offsetCounts()[I].load(std::memory_order_relaxed))
      return true;
  return false;
}

uint64_t qemu::fingerprint(const Counters &C) {
  uint64_t Hash = 0;
  for (unsigned Counter = 0; Counter != NumCounters; ++Counter) {
    Shares S(C, Counter);
    for (unsigned I = 0; I <= S.NumCores; ++I)
      Hash = (Hash ^ uint64_t(S.Totals[I])) * 0x100000001b3;
  }
  for (size_t I = 0; I != C.NumOffsets; ++I)
    Hash = (Hash ^ C.offsetCounts()[I].load(std::memory_order_relaxed)) *
           0x100000001b3;
  return Hash;
}

/// Returns whether \p Path exists and must not be replaced: a device, a FIFO or
/// a name of standard output.
static bool isSpecial(const char *Path) {
  struct stat Status;
  if (strncmp(Path, "/dev/", 5) == 0)
    return true;
  return stat(Path, &Status) == 0 && !S_ISREG(Status.st_mode);
}

bool qemu::expandOutputName(const char *Pattern, pid_t Process, bool Forked,
                            OutputName &Name) {
  char Number[16];
  snprintf(Number, sizeof(Number), "%d", int(Process));
  size_t Used = 0;
  bool Fits = true;
  auto Append = [&](const char *Text, size_t Size) {
    Fits = Fits && Used + Size < PATH_MAX;
    if (Fits)
      memcpy(Name.Path + Used, Text, Size);
    Used += Fits ? Size : 0;
  };
  bool Numbered = false;
  for (const char *P = Pattern; *P; ++P) {
    if (P[0] == '%' && P[1] == 'p') {
      Append(Number, strlen(Number));
      Numbered = true;
      ++P;
    } else {
      Append(P, 1);
      if (P[0] == '%' && P[1] == '%')
        ++P;
    }
  }
  Name.Path[Used] = 0;
  Name.IsLiteral = !Numbered;
  if (Forked && !Numbered && !isSpecial(Name.Path)) {
    Append(".", 1);
    Append(Number, strlen(Number));
  }
  Name.Path[Used] = 0;
  return Fits;
}

static bool isStream(const OutputName &Name) {
  return Name.IsLiteral && isSpecial(Name.Path);
}

static OutputName temporaryName(const OutputName &Name, pid_t Writer) {
  OutputName Temporary;
  snprintf(Temporary.Path, sizeof(Temporary.Path), "%s.%d.tmp", Name.Path,
           int(Writer));
  return Temporary;
}

static bool writeAll(void *Context, const char *Text, size_t Size) {
  while (Size) {
    ssize_t Written = write(*static_cast<int *>(Context), Text, Size);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Text += Written;
    Size -= size_t(Written);
  }
  return true;
}

/// Opens the target for writing; a temporary file is always created anew.
/// Returns -1 and sets errno on error.
static int openTarget(const OutputName &Target, bool Special) {
  if (Special)
    return open(Target.Path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_APPEND);
  int Flags = O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL | O_NOFOLLOW;
  int File = open(Target.Path, Flags, 0666);
  // The old file was left by a killed process with the same number.
  if (File < 0 && errno == EEXIST && unlink(Target.Path) == 0)
    File = open(Target.Path, Flags, 0666);
  return File;
}

int qemu::writeReport(const Counters &C, const ReportStyle &Style,
                      const OutputName &Name, pid_t Writer) {
  bool Special = isStream(Name);
  OutputName Target = Special ? Name : temporaryName(Name, Writer);
  int File = openTarget(Target, Special);
  if (File < 0)
    return errno;
  int Error = printReport(C, Style, writeAll, &File) ? 0 : errno;
  if (close(File) != 0 && !Error)
    Error = errno;
  if (Special)
    return Error;
  if (!Error && rename(Target.Path, Name.Path) != 0)
    Error = errno;
  if (Error)
    unlink(Target.Path);
  return Error;
}

void qemu::removeTemporary(const OutputName &Name, pid_t Writer) {
  unlink(temporaryName(Name, Writer).Path);
}

int qemu::prepareOutput(const OutputName &Name, pid_t Writer) {
  // Opening a FIFO would wait for a reader.
  if (isStream(Name))
    return access(Name.Path, W_OK) == 0 ? 0 : errno;
  OutputName Target = temporaryName(Name, Writer);
  int File = openTarget(Target, /*Special=*/false);
  if (File < 0)
    return errno;
  close(File);
  unlink(Target.Path);
  return unlink(Name.Path) == 0 || errno == ENOENT ? 0 : errno;
}
