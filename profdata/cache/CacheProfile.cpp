//===- CacheProfile.cpp - Reads and writes cache profiles -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CacheProfile.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;
using namespace udpc;

bool CacheProfile::isCacheProfile(StringRef Bytes) {
  return hasMagic(Bytes, abi::CacheProfileMagic);
}

/// Sort keys and valid ranges of the records of threads.
static uint32_t place(const abi::CountRec &R) { return R.Slot; }
static uint32_t place(const abi::OperationCountRec &R) { return R.Operation; }
static uint32_t place(const abi::LineCountRec &R) { return R.Line; }

static size_t numPlaces(const CostTable &T, const abi::CountRec &) {
  return T.numSlots();
}
static size_t numPlaces(const CostTable &T, const abi::OperationCountRec &) {
  return T.numOperations();
}
static size_t numPlaces(const CostTable &T, const abi::LineCountRec &) {
  return T.numLines();
}

template <typename T> static std::pair<uint32_t, uint32_t> keyOf(const T &R) {
  return {R.Unit, place(R)};
}

/// Returns an error message for the \p Records of a thread, or "".
template <typename T>
static std::string checkPlaces(ArrayRef<CostTable> Units,
                               const std::vector<T> &Records,
                               const char *What) {
  for (size_t I = 0; I != Records.size(); ++I) {
    const T &R = Records[I];
    if (R.Unit >= Units.size() || place(R) >= numPlaces(Units[R.Unit], R))
      return std::string("a count names ") + What + " that does not exist";
    if (I && keyOf(Records[I - 1]) >= keyOf(R))
      return std::string("the counts are not sorted by unit and ") +
             StringRef(What).split(' ').second.str();
  }
  return "";
}

/// Returns an error message for \p Calls, or "".
static std::string checkCalls(ArrayRef<CostTable> Units,
                              ArrayRef<abi::CallRec> Calls) {
  for (auto [Index, C] : enumerate(Calls)) {
    if (C.Unit != abi::NoIndex &&
        (C.Unit >= Units.size() || C.Function >= Units[C.Unit].numFunctions()))
      return "a call of a function that does not exist";
    if (C.Parent < abi::BeyondContexts &&
        (C.Parent >= Index || Calls[C.Parent].Unit == abi::NoIndex))
      return "a call whose context is not a call before it";
    if (C.CallerUnit == abi::NoIndex)
      continue;
    if (C.CallerUnit >= Units.size() ||
        C.Caller >= Units[C.CallerUnit].numFunctions() ||
        (C.Callee != abi::NoIndex &&
         C.Callee >= Units[C.CallerUnit].numCallees()))
      return "a call from a place that does not exist";
  }
  return "";
}

/// Whether each parent exists, no region is inside itself, and none is nested
/// too deeply.
static bool isForest(ArrayRef<CacheProfileRegion> Regions) {
  std::map<uint64_t, uint64_t> Parents;
  for (const CacheProfileRegion &R : Regions)
    Parents[R.Id] = R.Parent;
  std::map<uint64_t, unsigned> Depths = {{0, 0}};
  for (const CacheProfileRegion &R : Regions) {
    std::vector<uint64_t> Path;
    uint64_t Id = R.Id;
    for (; !Depths.count(Id); Id = Parents[Id]) {
      if (!Parents.count(Id) || Path.size() > abi::MaxRegions)
        return false;
      Path.push_back(Id);
    }
    unsigned Depth = Depths[Id];
    if (Depth + Path.size() > abi::MaxRegions)
      return false;
    for (uint64_t Inner : reverse(Path))
      Depths[Inner] = ++Depth;
  }
  return true;
}

/// Reads the regions into \p P. Returns an error message, or "".
static std::string takeRegions(RecordCursor &C, CacheProfile &P) {
  abi::RegionsRec &Header = P.RegionsHeader;
  if (!C.read(Header))
    return "the regions are cut off";
  for (uint64_t I = 0; I != Header.NumRegions; ++I) {
    abi::RegionRec Rec;
    CacheProfileRegion R;
    StringRef Name;
    if (!C.read(Rec) || Rec.NameSize > abi::MaxRegionName ||
        !C.take(paddedSize(Rec.NameSize), Name) ||
        !C.read(Rec.NumCounts, R.Counts.Slots) ||
        !C.read(Rec.NumLines, R.Counts.Lines))
      return "region " + std::to_string(I) + " is cut off";
    R.Name = Name.take_front(Rec.NameSize).str();
    R.Id = Rec.Id;
    R.Parent = Rec.Parent;
    R.Begins = Rec.Begins;
    R.Ends = Rec.Ends;
    for (const std::string &Wrong :
         {checkPlaces(P.Units, R.Counts.Slots, "a slot"),
          checkPlaces(P.Units, R.Counts.Lines, "a line")})
      if (!Wrong.empty())
        return "region " + std::to_string(I) + ": " + Wrong;
    if (R.Id <= (I ? P.Regions.back().Id : 0))
      return "the regions are not sorted by their number";
    P.Regions.push_back(std::move(R));
  }
  Header.NumRegions = 0;
  return isForest(P.Regions) ? "" : "a region within one that does not exist";
}

Expected<CacheProfile> CacheProfile::decode(StringRef Bytes, StringRef Name,
                                            TableSource *Tables) {
  Expected<CacheProfile> P = decodeKeeping(Bytes, Name, Tables, nullptr);
  if (!P)
    return P;
  std::vector<bool> IsKept;
  for (const CostTable &T : P->Units)
    IsKept.push_back(!T.isReference());
  if (is_contained(IsKept, false)) {
    if (!Tables)
      return invalidProfile(Name, "a small profile, whose tables are not "
                                  "looked for here");
    for (abi::CallRec &C : P->Calls)
      if (C.CallerUnit != abi::NoIndex && !IsKept[C.CallerUnit])
        C.CallerUnit = C.Caller = C.Callee = abi::NoIndex;
    P->keepUnits(IsKept);
    for (size_t I = 0; I != IsKept.size(); ++I)
      if (!IsKept[I])
        P->Units[I] = CostTable();
  }
  return P;
}

Expected<CacheProfile>
CacheProfile::decodeWithReferences(StringRef Bytes, StringRef Name,
                                   const CacheProfile &Known) {
  return decodeKeeping(Bytes, Name, nullptr, &Known);
}

/// Returns the bytes of unit \p I in \p Known if it is of \p Module and \p
/// Bytes begin with them; else "". Most profiles that are added up have the
/// same units in the same order.
static StringRef knownUnit(StringRef Bytes, StringRef Module, size_t I,
                           const CacheProfile *Known) {
  if (!Known || I >= Known->Units.size() || Known->Modules[I] != Module)
    return "";
  StringRef Own = Known->Units[I].bytes();
  return Own.size() >= sizeof(abi::CostHeader) && Bytes.starts_with(Own) ? Own
                                                                         : "";
}

/// Decodes the table at the beginning of \p Bytes and sets \p Size to its size.
/// For a reference, returns the table that \p Tables has for it, if any.
static Expected<CostTable> decodeTable(StringRef Bytes, StringRef Module,
                                       TableSource *Tables, size_t &Size) {
  bool IsReference = TableReference::isReference(Bytes);
  Expected<CostTable> T =
      IsReference ? CostTable::ofReference(Bytes) : CostTable::decode(Bytes);
  if (!T)
    return T;
  Size = T->bytes().size();
  if (!IsReference || !Tables)
    return T;
  StringRef Found = Tables->find(
      cantFail(TableReference::parse(Bytes, sizeof(abi::CostHeader))), Module);
  return Found.empty() ? std::move(T) : CostTable::decode(Found);
}

Expected<CacheProfile> CacheProfile::decodeKeeping(StringRef Bytes,
                                                   StringRef Name,
                                                   TableSource *Tables,
                                                   const CacheProfile *Known) {
  Expected<abi::ProfileHeader> Checked =
      checkProfile(Bytes, Name, "udpc cache profile", abi::CacheProfileMagic,
                   abi::CacheProfileVersion);
  if (!Checked)
    return Checked.takeError();
  const abi::ProfileHeader &H = *Checked;
  if (H.Version != abi::CacheProfileVersion)
    return invalidProfile(Name, "profile version " + Twine(H.Version) +
                                    " of an older udpc, whose cost tables this "
                                    "one does not read: build the program and "
                                    "run it again");
  RecordCursor C(Bytes.drop_front(sizeof(H)));
  auto Malformed = [&](const Twine &What) {
    return invalidProfile(Name, "malformed cache profile: " + What);
  };

  CacheProfile P;
  P.Pid = H.Pid;
  P.NumRuns = H.NumRuns;
  StringRef CommandBytes;
  if (!C.read(P.Caches))
    return Malformed("the caches are cut off");
  if (!C.take(paddedSize(H.CommandSize), CommandBytes))
    return Malformed("the command line is cut off");
  P.Command = CommandBytes.take_front(H.CommandSize).str();

  for (uint32_t I = 0; I != H.NumUnits; ++I) {
    StringRef Module;
    if (!takeModule(C, H.Version, Module))
      return Malformed("unit " + Twine(I) + " is cut off");
    size_t Size = 0;
    StringRef Own = knownUnit(C.rest(), Module, I, Known);
    if (!Own.empty() && !TableReference::isReference(Own)) {
      P.Units.push_back(CostTable::ofDecoded(Own));
      P.Modules.push_back(Module.str());
      C.take(Own.size(), Own);
      continue;
    }
    Expected<CostTable> Table = decodeTable(C.rest(), Module, Tables, Size);
    if (!Table)
      return Malformed("cost table " + Twine(I) + ": " +
                       toString(Table.takeError()));
    StringRef Taken;
    C.take(Size, Taken);
    P.Units.push_back(std::move(*Table));
    P.Modules.push_back(Module.str());
  }
  for (uint32_t I = 0; I != H.NumThreads; ++I) {
    abi::CostThreadRec R;
    CacheProfileThread T;
    if (!C.read(R) || !C.read(R.NumCounts, T.Slots) ||
        !C.read(R.NumOperations, T.Operations) || !C.read(R.NumLines, T.Lines))
      return Malformed("thread " + Twine(I) + " is cut off");
    T.Index = R.Index;
    T.Tid = R.Tid;
    for (const std::string &Wrong :
         {checkPlaces(P.Units, T.Slots, "a slot"),
          checkPlaces(P.Units, T.Operations, "an operation"),
          checkPlaces(P.Units, T.Lines, "a line")})
      if (!Wrong.empty())
        return Malformed("thread " + Twine(I) + ": " + Wrong);
    for (const abi::OperationCountRec &O : T.Operations)
      if (O.Leader != abi::NoIndex &&
          O.Leader >= P.Units[O.Unit].numOperations())
        return Malformed("thread " + Twine(I) +
                         ": a leader that does not exist");
    if (I && P.Threads.back().Index >= T.Index)
      return Malformed("the threads are not sorted by their index");
    P.Threads.push_back(std::move(T));
  }
  if (!C.read(P.CallsHeader) || !C.read(P.CallsHeader.NumCalls, P.Calls))
    return Malformed("the calls are cut off");
  if (std::string Wrong = checkCalls(P.Units, P.Calls); !Wrong.empty())
    return Malformed(Wrong);
  P.addEqualCalls();
  if (std::string Wrong = takeRegions(C, P); !Wrong.empty())
    return Malformed(Wrong);
  if (!C.rest().empty())
    return Malformed("bytes after the last record");
  return P;
}

template <typename T>
static void appendAll(std::string &Out, const std::vector<T> &Records) {
  for (const T &R : Records)
    appendRecord(Out, R);
}

static void appendRegions(std::string &Out, const CacheProfile &P) {
  abi::RegionsRec Header = P.RegionsHeader;
  Header.NumRegions = P.Regions.size();
  appendRecord(Out, Header);
  for (const CacheProfileRegion &R : P.Regions) {
    appendRecord(Out, abi::RegionRec{R.Id, R.Parent, R.Begins, R.Ends,
                                     R.Counts.Slots.size(),
                                     R.Counts.Lines.size(), R.Name.size()});
    Out += R.Name;
    Out.resize(Out.size() + paddedSize(R.Name.size()) - R.Name.size());
    appendAll(Out, R.Counts.Slots);
    appendAll(Out, R.Counts.Lines);
  }
}

std::string CacheProfile::bytes() const {
  std::string Out(sizeof(abi::ProfileHeader), '\0');
  appendRecord(Out, Caches);
  size_t BeforeCommand = Out.size();
  Out += Command;
  Out.resize(BeforeCommand + paddedSize(Command.size()));
  for (auto [Unit, Module] : zip_equal(Units, Modules)) {
    appendModule(Out, Module);
    Out += Unit.bytes();
  }
  for (const CacheProfileThread &T : Threads) {
    appendRecord(Out, abi::CostThreadRec{T.Index, T.Tid, T.Slots.size(),
                                         T.Operations.size(), T.Lines.size()});
    appendAll(Out, T.Slots);
    appendAll(Out, T.Operations);
    appendAll(Out, T.Lines);
  }
  abi::CallsRec Header = CallsHeader;
  Header.NumCalls = Calls.size();
  appendRecord(Out, Header);
  appendAll(Out, Calls);
  appendRegions(Out, *this);
  abi::ProfileHeader H = {};
  std::memcpy(H.Magic, abi::CacheProfileMagic, sizeof(H.Magic));
  H.Version = abi::CacheProfileVersion;
  H.Pid = Pid;
  H.NumUnits = Units.size();
  H.NumThreads = Threads.size();
  H.CommandSize = Command.size();
  H.NumRuns = NumRuns;
  sealProfile(Out, H);
  return Out;
}

Error CacheProfile::write(StringRef File) const {
  return writeWhole(File, bytes());
}
