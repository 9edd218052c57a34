//===- ReferenceCaches.cpp - Caches behind a trace of references ----------===//
//
// Reads the trace of `valgrind --tool=lackey --trace-mem=yes` and simulates caches
// with those references that udpc simulates as well: of the program's own code,
// and of known library functions that it calls. The rules are Cachegrind's
// (cg_sim.c). Shares no code with the runtime, and only reading is optimised.
//
//   reference-caches MAP I1 D1 LL [I1 D1 LL ...] < trace
//
// Caches are <size>,<associativity>,<line size>; each three of them are one
// simulation. MAP has lines "<first> <end> own|mute|call <name>", addresses in
// hex, sorted: code of a function of the program; the same, but its data are
// ignored; or what the program jumps to when it calls a library function
// (its entry in the PLT). From there until the program's own code goes on,
// references count as the library function's.
//
// For each simulation and function there is a line
//   <simulation> <name> Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

class Cache {
public:
  explicit Cache(const char *Text) {
    unsigned Size, Associativity;
    if (std::sscanf(Text, "%u,%u,%u", &Size, &Associativity, &LineSize) != 3 ||
        !Size || !Associativity || !LineSize) {
      std::fprintf(stderr, "reference-caches: no cache: '%s'\n", Text);
      std::exit(1);
    }
    Sets.resize(Size / LineSize / Associativity,
                std::vector<Way>(Associativity));
  }

  /// Whether one of the lines that are accessed was not there.
  bool misses(uint64_t Address, unsigned Size) {
    bool Missed = false;
    for (uint64_t Line = Address / LineSize,
                  Last = (Address + Size - 1) / LineSize;
         Line <= Last; ++Line)
      Missed |= !use(Line);
    return Missed;
  }
  unsigned lineSize() const { return LineSize; }

private:
  struct Way {
    uint64_t Line = ~uint64_t(0);
    uint64_t Used = 0;
  };

  bool use(uint64_t Line) {
    std::vector<Way> &Set = Sets[Line % Sets.size()];
    Way *Oldest = &Set.front();
    for (Way &W : Set) {
      if (W.Line == Line) {
        W.Used = ++Now;
        return true;
      }
      if (W.Used < Oldest->Used)
        Oldest = &W;
    }
    *Oldest = {Line, ++Now};
    return false;
  }

  unsigned LineSize;
  uint64_t Now = 0;
  std::vector<std::vector<Way>> Sets;
};

/// In Cachegrind's order.
enum Event { Ir, Dr = 3, Dw = 6, NumEvents = 9 };

class Simulation {
public:
  Simulation(char **Caches, size_t NumFunctions)
      : I1(Caches[0]), D1(Caches[1]), LL(Caches[2]),
        SmallestLine(std::min({I1.lineSize(), D1.lineSize(), LL.lineSize()})),
        Counts(NumFunctions) {}

  void access(size_t Function, Event First, uint64_t Address, unsigned Size) {
    uint64_t *C = Counts[Function].Of + First;
    ++C[0];
    Size = std::min(Size, SmallestLine);
    if (!(First == Ir ? I1 : D1).misses(Address, Size))
      return;
    ++C[1];
    C[2] += LL.misses(Address, Size);
  }

  struct FunctionCounts {
    uint64_t Of[NumEvents] = {};
  };
  const std::vector<FunctionCounts> &counts() const { return Counts; }

private:
  Cache I1, D1, LL;
  unsigned SmallestLine;
  std::vector<FunctionCounts> Counts;
};

/// The code whose references are asked for.
class CodeMap {
public:
  struct Function {
    std::string Name;
    bool IsMute, IsCall;
  };
  static constexpr int32_t NoFunction = -1;

  explicit CodeMap(const char *Path) {
    std::FILE *File = std::fopen(Path, "r");
    if (!File) {
      std::perror(Path);
      std::exit(1);
    }
    uint64_t Start, End;
    char Kind[8], Name[8192];
    while (std::fscanf(File, "%" SCNx64 " %" SCNx64 " %7s %8191s", &Start, &End,
                       Kind, Name) == 4) {
      if (Functions.empty())
        First = Start;
      // One number for each byte of code is all the search there is.
      At.resize(Start - First, NoFunction);
      At.resize(End - First, static_cast<int32_t>(Functions.size()));
      Functions.push_back(
          {Name, !std::strcmp(Kind, "mute"), !std::strcmp(Kind, "call")});
    }
    std::fclose(File);
  }

  int32_t find(uint64_t Address) const {
    return Address - First < At.size() ? At[Address - First] : NoFunction;
  }
  const std::vector<Function> &functions() const { return Functions; }

private:
  uint64_t First = 0;
  std::vector<int32_t> At;
  std::vector<Function> Functions;
};

/// Standard input, by lines.
class Lines {
public:
  /// The next line, which ends with '\n'; null at the end.
  const char *next() {
    for (;;) {
      auto *End = static_cast<char *>(std::memchr(Next, '\n', Filled - Next));
      if (End) {
        const char *Line = Next;
        Next = End + 1;
        return Line;
      }
      size_t Rest = Filled - Next;
      std::memmove(Buffer.data(), Next, Rest);
      // Valgrind writes line by line. A reader that waits for each costs both
      // half a million changes of context for a million lines; let them pile up.
      ::usleep(2000);
      ssize_t Read = ::read(0, Buffer.data() + Rest, Buffer.size() - Rest);
      if (Read <= 0)
        return nullptr;
      Next = Buffer.data();
      Filled = Next + Rest + Read;
    }
  }

private:
  std::vector<char> Buffer = std::vector<char>(1 << 20);
  char *Next = Buffer.data(), *Filled = Next;
};

} // namespace

static uint64_t readHex(const char *&Text) {
  uint64_t Value = 0;
  for (;; ++Text) {
    unsigned char C = *Text;
    if (C >= '0' && C <= '9')
      Value = Value << 4 | (C - '0');
    else if (C >= 'a' && C <= 'f')
      Value = Value << 4 | (C - 'a' + 10);
    else
      return Value;
  }
}

static unsigned readSize(const char *Text) {
  unsigned Value = 0;
  for (; *Text >= '0' && *Text <= '9'; ++Text)
    Value = Value * 10 + (*Text - '0');
  return Value;
}

int main(int argc, char **argv) {
  if (argc < 5 || (argc - 2) % 3) {
    std::fprintf(stderr, "usage: reference-caches MAP I1 D1 LL... < trace\n");
    return 1;
  }
  CodeMap Map(argv[1]);
  std::vector<Simulation> Simulations;
  for (int I = 2; I != argc; I += 3)
    Simulations.emplace_back(argv + I, Map.functions().size());

  Lines Input;
  int32_t Function = CodeMap::NoFunction;
  // A library function's entry has been jumped to; its own code and whatever it
  // calls is not in the map.
  bool IsInLibrary = false;
  while (const char *Line = Input.next()) {
    char Kind = Line[0] == ' ' ? Line[1] : Line[0];
    if (!std::strchr("ILSM", Kind))
      continue; // "==pid== ..."
    const char *Text = Line + 3;
    uint64_t Address = readHex(Text);
    unsigned Size = readSize(Text + 1);
    if (Kind == 'I') {
      int32_t Found = Map.find(Address);
      if (Found != CodeMap::NoFunction) {
        Function = Found;
        IsInLibrary = false;
      } else {
        IsInLibrary =
            Function != CodeMap::NoFunction && Map.functions()[Function].IsCall;
        if (!IsInLibrary)
          Function = CodeMap::NoFunction;
      }
    }
    if (Function == CodeMap::NoFunction ||
        IsInLibrary != Map.functions()[Function].IsCall)
      continue;
    if (Kind == 'I' ? IsInLibrary : Map.functions()[Function].IsMute)
      continue;
    Event First = Kind == 'I' ? Ir : Kind == 'S' ? Dw : Dr;
    for (Simulation &S : Simulations)
      S.access(Function, First, Address, Size);
  }

  for (size_t I = 0; I != Simulations.size(); ++I)
    for (size_t F = 0; F != Map.functions().size(); ++F) {
      std::printf("%zu %s", I, Map.functions()[F].Name.c_str());
      for (uint64_t Count : Simulations[I].counts()[F].Of)
        std::printf(" %" PRIu64, Count);
      std::putchar('\n');
    }
}
