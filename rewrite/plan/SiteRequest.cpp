//===- SiteRequest.cpp - The sites that a spec names in a binary ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/SiteRequest.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/tables/SiteTable.h"
#include "spec/Matching.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

/// Returns the address ranges of the loaded code of \p File.
template <class ELFT>
static std::vector<AddressRange> codeOf(const ELFFile<ELFT> &File) {
  std::vector<AddressRange> Result;
  auto Headers = File.program_headers();
  if (!Headers) {
    consumeError(Headers.takeError());
    return Result;
  }
  for (const auto &H : *Headers)
    if (H.p_type == ELF::PT_LOAD && (H.p_flags & ELF::PF_X))
      Result.push_back({H.p_vaddr, H.p_vaddr + H.p_filesz});
  return Result;
}

/// Returns the name by which the dynamic linker knows a library, or "".
template <class ELFT> static std::string sonameOf(const ELFFile<ELFT> &File) {
  auto Entries = File.dynamicEntries();
  if (!Entries) {
    consumeError(Entries.takeError());
    return "";
  }
  uint64_t Strings = 0, Offset = 0, Size = 0;
  for (const auto &D : *Entries) {
    if (D.d_tag == ELF::DT_STRTAB)
      Strings = D.d_un.d_ptr;
    else if (D.d_tag == ELF::DT_STRSZ)
      Size = D.d_un.d_val;
    else if (D.d_tag == ELF::DT_SONAME)
      Offset = D.d_un.d_val;
  }
  auto Start =
      Strings ? File.toMappedAddr(Strings) : Expected<const uint8_t *>(nullptr);
  if (!Start) {
    consumeError(Start.takeError());
    return "";
  }
  if (!*Start || !Offset || Offset >= Size ||
      Size > uint64_t(File.end() - *Start))
    return "";
  StringRef Table(reinterpret_cast<const char *>(*Start), Size);
  return Table.drop_front(Offset).split('\0').first.str();
}

/// Returns the names of \p F in specs.
static std::vector<FunctionNames> namesOf(const CodeFunction &F) {
  std::vector<FunctionNames> Result;
  for (StringRef Name : F.Names)
    Result.push_back(FunctionNames(Name));
  if (F.Names.empty())
    Result.push_back(
        FunctionNames("sub_" + utohexstr(F.begin(), /*LowerCase=*/true)));
  return Result;
}

namespace {

class RequestFinder {
public:
  RequestFinder(const EventSpec &Spec, const ModuleCode &Code,
                const ELFObjectFileBase &File, StringRef Path)
      : Spec(Spec), Functions(Code.functions()),
        Loaded(withELFFile(File, [](const auto &F) { return codeOf(F); })),
        Module(sys::path::filename(Path)),
        Soname(withELFFile(File, [](const auto &F) { return sonameOf(F); })) {
    for (const CodeFunction &F : Functions)
      Names.push_back(namesOf(F));
  }

  void add(const SpecEntry &Entry);
  SiteRequests take() { return std::move(Result); }

private:
  const CodeFunction *functionAt(uint64_t Address) const;
  bool isCode(uint64_t Address) const {
    return any_of(Loaded,
                  [&](const AddressRange &R) { return R.contains(Address); });
  }
  void addSite(const SpecEntry &Entry, uint64_t Address, const CodeFunction *F,
               StringRef Name);
  void addFunctions(const SpecEntry &Entry);
  void addAddress(const SpecEntry &Entry);
  /// \p Why: see UnmatchedRequest.
  void noteUnmatched(const SpecEntry &Entry, const Twine &Why);
  std::string suggestions(const SpecEntry &Entry) const;

  const EventSpec &Spec;
  const ArrayRef<CodeFunction> Functions;
  const std::vector<AddressRange> Loaded; ///< Ranges of loaded code.
  const std::string Module, Soname;
  std::vector<std::vector<FunctionNames>> Names; ///< By function.
  /// Event, kind, command and address of each site.
  std::set<std::tuple<unsigned, abi::SiteKind, abi::SiteCommand, uint64_t>>
      Known;
  /// Whether the current entry has matched, including places that other entries
  /// have matched before.
  bool HasMatched = false;
  SiteRequests Result;
};

} // namespace

const CodeFunction *RequestFinder::functionAt(uint64_t Address) const {
  for (const CodeFunction &F : Functions)
    if (any_of(F.Ranges,
               [&](const AddressRange &R) { return R.contains(Address); }))
      return &F;
  return nullptr;
}

void RequestFinder::addSite(const SpecEntry &Entry, uint64_t Address,
                            const CodeFunction *F, StringRef Name) {
  HasMatched = true;
  // Entries of one event that match the same place count it once.
  if (!Known.insert({Entry.Event, Entry.Kind, Entry.Command, Address}).second)
    return;
  SiteRequest S;
  S.Address = Address;
  S.Kind = Entry.Kind;
  S.Entry = Entry.Number;
  S.Function = Name.str();
  if (F)
    S.Ranges = F->Ranges;
  Result.Sites.push_back(std::move(S));
  ++Result.NumSites[Entry.Number];
}

std::string UnmatchedRequest::message(StringRef Module) const {
  std::string Text =
      Place + " " +
      (Why.empty() ? ("matched nothing in " + Module).str() : Why);
  if (HasNoSymbols)
    Text += ", which has no symbols: its functions are called sub_<address>";
  return Text + Near;
}

void RequestFinder::noteUnmatched(const SpecEntry &Entry, const Twine &Why) {
  std::string Place =
      (Spec.File + ":" + Twine(Entry.SpecLine) + ": event '" +
       Spec.Events[Entry.Event].Name + "': " + kindWord(Entry.Kind) + " \"" +
       Entry.Pattern + "\"")
          .str();
  UnmatchedRequest U = {Entry.Number, std::move(Place), Why.str(), "", false};
  if (U.Why.empty()) {
    U.HasNoSymbols = all_of(
        Functions, [](const CodeFunction &F) { return F.Names.empty(); });
    U.Near = U.HasNoSymbols ? "" : suggestions(Entry);
  }
  Result.Unmatched.push_back(std::move(U));
}

std::string RequestFinder::suggestions(const SpecEntry &Entry) const {
  std::vector<FunctionNames> All;
  for (const std::vector<FunctionNames> &Of : Names)
    append_range(All, Of);
  return proposeFunctions(Entry.Literal, Entry.Mangled, All).inWords();
}

void RequestFinder::addFunctions(const SpecEntry &Entry) {
  Matcher Match(Entry);
  for (const auto &[F, Of] : zip(Functions, Names)) {
    auto Name =
        find_if(Of, [&](const FunctionNames &N) { return Match.matches(N); });
    if (Name != Of.end())
      addSite(Entry, F.begin(), &F, Name->Linkage);
  }
}

void RequestFinder::addAddress(const SpecEntry &Entry) {
  // Formats a name as in reports: symbol+0x10.
  auto Named = [&](StringRef Name, uint64_t Offset) {
    return (Name + "+0x" + utohexstr(Offset, /*LowerCase=*/true)).str();
  };
  if (Entry.Literal == Module || Entry.Literal == Soname) {
    uint64_t Address = Entry.Offset;
    if (!isCode(Address))
      return noteUnmatched(Entry, "is not in the code of " + Module);
    const CodeFunction *F = functionAt(Address);
    return addSite(
        Entry, Address, F,
        F && F->Ranges.front().contains(Address)
            ? Named(namesOf(*F).front().Linkage, Address - F->begin())
            : Named(Module, Address));
  }
  Matcher Match(Entry);
  bool IsFunction = false;
  for (const auto &[F, Of] : zip(Functions, Names)) {
    auto Name =
        find_if(Of, [&](const FunctionNames &N) { return Match.matches(N); });
    if (Name == Of.end())
      continue;
    IsFunction = true;
    uint64_t Address = F.begin() + Entry.Offset;
    if (F.Ranges.front().contains(Address))
      addSite(Entry, Address, &F, Named(Name->Linkage, Entry.Offset));
  }
  if (IsFunction && !HasMatched)
    noteUnmatched(Entry, "is behind the end of that function in " + Module);
}

void RequestFinder::add(const SpecEntry &Entry) {
  Result.NumSites.push_back(0);
  HasMatched = false;
  size_t Unmatched = Result.Unmatched.size();
  if (Entry.isAddress())
    addAddress(Entry);
  else
    addFunctions(Entry);
  if (!HasMatched && Unmatched == Result.Unmatched.size())
    noteUnmatched(Entry, "");
}

/// Sets the source positions of \p Sites.
static void findLines(std::vector<SiteRequest> &Sites,
                      const ELFObjectFileBase &With) {
  std::unique_ptr<DWARFContext> Context = DWARFContext::create(
      With, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      [](Error E) { consumeError(std::move(E)); },
      [](Error E) { consumeError(std::move(E)); });
  DILineInfoSpecifier Wanted(
      DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
      DILineInfoSpecifier::FunctionNameKind::None);
  for (SiteRequest &S : Sites) {
    std::optional<DILineInfo> Info = Context->getLineInfoForAddress(
        {S.Address, SectionedAddress::UndefSection}, Wanted);
    if (!Info || Info->FileName == DILineInfo::BadString || !Info->Line)
      continue;
    S.File = Info->FileName;
    S.Line = Info->Line;
    // In site tables, functions have no column.
    S.Column = S.Kind == abi::SiteKind::Offset ? Info->Column : 0;
  }
}

SiteRequests SiteRequests::find(const EventSpec &Spec, const ModuleCode &Code,
                                const ELFObjectFileBase &File, StringRef Path,
                                const ELFObjectFileBase *Debug) {
  RequestFinder Finder(Spec, Code, File, Path);
  for (const SpecEntry &Entry : Spec.Entries)
    Finder.add(Entry);
  SiteRequests Result = Finder.take();
  findLines(Result.Sites, Debug ? *Debug : File);
  return Result;
}
