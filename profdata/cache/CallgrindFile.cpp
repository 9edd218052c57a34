//===- CallgrindFile.cpp - Files in Callgrind's format --------------------===//

#include "profdata/cache/CallgrindFile.h"
#include "profdata/cache/CacheProfile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

CallgrindFile CallgrindFile::of(const CacheProfile &Profile,
                                CachegrindFile::Options O) {
  CallgrindFile Out;
  Out.Pid = Profile.Pid;
  Out.Head = CachegrindFile::headOf(Profile);
  std::vector<unsigned> Shown = CachegrindFile::eventsOf(Profile);
  std::vector<FrameCosts> All = costsOf(Profile, O.Thread);
  for (const FrameCosts &C : All) {
    const CostTable &Table = Profile.Units[C.Unit];
    const abi::LineRec &Line = Table.Lines[C.Line];
    StringRef File = Table.string(Line.File);
    if (File.empty())
      File = "???";
    // The file of inlined code is that of the source line; the function's own
    // file is that of its definition.
    StringRef Home = Table.string(Table.Functions[Line.Function].File);
    if (Home.empty() || (O.Inlined && C.Frame != abi::NoIndex &&
                         Table.Frames[C.Frame].Parent != abi::NoIndex))
      Home = File;
    CachegrindFile::Counts &To =
        Out.Functions[{Profile.Modules[C.Unit], Home.str(),
                       CachegrindFile::functionOf(Table, C, O).str()}]
                     [File.str()][Line.Line];
    To.resize(Shown.size());
    for (size_t I = 0; I != Shown.size(); ++I) {
      To[I] = SaturatingAdd(To[I], C.Counts[Shown[I]]);
      Out.Head.Summary[I] =
          SaturatingAdd(Out.Head.Summary[I], C.Counts[Shown[I]]);
    }
  }
  return Out;
}

CallgrindFile CallgrindFile::of(const CachegrindFile &File) {
  CallgrindFile Out;
  Out.Head = File;
  Out.Head.Files.clear();
  for (const auto &[Path, Functions] : File.Files)
    for (const auto &[Function, Lines] : Functions)
      if (!Lines.empty())
        Out.Functions[{"", Path, Function}][Path] = Lines;
  return Out;
}

namespace {

/// "(1) name" for the first occurrence of a name, then "(1)".
class NameCompression {
public:
  std::string operator()(StringRef Name) {
    // Readers do not accept empty names.
    if (Name.empty())
      Name = "???";
    auto [It, New] = Numbers.try_emplace(Name, Numbers.size() + 1);
    std::string Out = "(" + std::to_string(It->second) + ")";
    if (New)
      Out += " " + CachegrindFile::oneLine(Name);
    return Out;
  }

private:
  StringMap<size_t> Numbers;
};

} // namespace

static void printCounts(raw_ostream &OS, const CachegrindFile::Counts &Counts) {
  for (uint64_t C : Counts)
    OS << ' ' << C;
  OS << '\n';
}

static void printLines(raw_ostream &OS, const CachegrindFile::Lines &Lines) {
  for (const auto &[Line, Counts] : Lines) {
    OS << Line;
    printCounts(OS, Counts);
  }
}

void CallgrindFile::print(raw_ostream &OS) const {
  OS << "# callgrind format\nversion: 1\ncreator: udpc\n";
  if (Pid)
    OS << "pid: " << Pid << '\n';
  OS << "cmd: " << CachegrindFile::oneLine(Head.Command) << '\n';
  for (const std::string &D : Head.Descriptions)
    OS << "desc: " << CachegrindFile::oneLine(D) << '\n';
  OS << "positions: line\nevents:";
  for (const std::string &E : Head.Events)
    OS << ' ' << E;
  OS << "\nsummary:";
  printCounts(OS, Head.Summary);
  OS << '\n';

  NameCompression ModuleNames, FileNames, FunctionNames;
  std::string LastModule;
  for (const auto &[Key, Files] : Functions) {
    // Unknown ones come first.
    const auto &[Module, Home, Function] = Key;
    if (Module != LastModule)
      OS << "ob=" << ModuleNames(Module) << '\n';
    LastModule = Module;
    OS << "fl=" << FileNames(Home) << "\nfn=" << FunctionNames(Function)
       << '\n';
    auto Own = Files.find(Home);
    if (Own != Files.end())
      printLines(OS, Own->second);
    for (const auto &[File, Lines] : Files)
      if (File != Home) {
        OS << "fi=" << FileNames(File) << '\n';
        printLines(OS, Lines);
      }
    if (Files.size() > (Own != Files.end()))
      OS << "fe=" << FileNames(Home) << '\n';
    OS << '\n';
  }
  OS << "totals:";
  printCounts(OS, Head.Summary);
}
