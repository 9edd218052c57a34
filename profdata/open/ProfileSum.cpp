//===- ProfileSum.cpp - Reads and adds profiles of any kind ---------------===//

#include "profdata/open/ProfileSum.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/cache/CostVersions.h"
#include "profdata/events/TableVersions.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/support/WholeFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

template <typename T> T *ProfileSum::as() {
  if (std::holds_alternative<std::monostate>(Sum)) {
    if constexpr (std::is_same_v<T, EventProfile>)
      Sum.emplace<T>(Tables);
    else
      Sum.emplace<T>();
  }
  return std::get_if<T>(&Sum);
}

std::vector<std::string> ProfileSum::notes() const {
  if (const auto *Events = get<EventProfile>())
    return mergeNotes(*Events);
  const auto *Costs = get<CacheProfile>();
  if (!Costs)
    return {};
  std::vector<std::string> Notes = mergeNotes(*Costs);
  // Name the first file that differs.
  if (!Notes.empty() && !Mixture.empty())
    Notes.front() += ": " + Mixture;
  return Notes;
}

Error ProfileSum::mixed(StringRef File, StringRef Kind) const {
  static constexpr StringLiteral Kinds[] = {
      "", "event profiles", "cache profiles", "files in Cachegrind's format",
      "files in Callgrind's format"};
  return invalidProfile(File, Kind + "; those before it are " +
                                  Kinds[Sum.index()] +
                                  ", and only profiles of one kind can be "
                                  "added up");
}

Error ProfileSum::addFile(StringRef File) {
  Expected<ProfileInput> Input = ProfileInput::open(
      File, get<CacheProfile>() ? ProfilePart::Costs : Wanted);
  return Input ? add(*Input) : Input.takeError();
}

Error ProfileSum::add(const ProfileInput &Input) {
  if (!Input.note().empty())
    warn(Input.file() + ": " + Input.note());
  // A file that cannot be added must not determine the sum's kind.
  bool IsFirst = empty();
  if (IsFirst)
    FirstFile = Input.file().str();
  Error E = addKind(Input);
  if (E && IsFirst)
    Sum.emplace<std::monostate>();
  return E;
}

Error ProfileSum::addKind(const ProfileInput &Input) {
  StringRef Bytes = Input.bytes(), File = Input.file();
  switch (Wanted == ProfilePart::Events ? ProfileKind::Events : Input.kind()) {
  case ProfileKind::Events: {
    auto *To = as<EventProfile>();
    return To ? To->add(Input.buffer()) : mixed(File, "an event profile");
  }
  case ProfileKind::Costs: {
    auto *To = as<CacheProfile>();
    if (!To)
      return mixed(File, "a cache profile");
    Expected<CacheProfile> Profile =
        Tables ? CacheProfile::decode(Bytes, File, Tables)
               : CacheProfile::decodeWithReferences(Bytes, File, *To);
    if (!Profile)
      return Profile.takeError();
    addCosts(*To, *Profile, File);
    return Error::success();
  }
  case ProfileKind::Callgrind: {
    auto *To = as<CallGraph>();
    if (!To)
      return mixed(File, "in Callgrind's format");
    Expected<CallGraph> Graph = CallGraph::parse(Bytes, File);
    if (!Graph)
      return Graph.takeError();
    warnOfOtherCaches(Graph->costs(), File);
    if (Error E = To->add(*Graph))
      return invalidProfile(File, toString(std::move(E)));
    return Error::success();
  }
  case ProfileKind::Cachegrind: {
    auto *To = as<CachegrindFile>();
    if (!To)
      return mixed(File, "in Cachegrind's format");
    Expected<CachegrindFile> Costs = CachegrindFile::parse(Bytes, File);
    if (!Costs)
      return Costs.takeError();
    if (Error E = To->add(*Costs))
      return invalidProfile(File, toString(std::move(E)));
    warnOfOtherCaches(*Costs, File);
    return Error::success();
  }
  case ProfileKind::Log:
  case ProfileKind::Unknown:
    return invalidProfile(File, "not a udpc profile, and not in Cachegrind's "
                                "format");
  }
  llvm_unreachable("not a kind");
}

void ProfileSum::warnOfOtherCaches(const CachegrindFile &Costs,
                                   StringRef File) {
  std::string Differ = Caches.add(File, Costs);
  if (!Differ.empty())
    warn(File + ": " + Differ + "; misses of both are added up");
}

void ProfileSum::addCosts(CacheProfile &To, const CacheProfile &From,
                          StringRef File) {
  if (Mixture.empty() && To.NumRuns)
    if (std::string Differ = describeDifference(From.Caches, To.Caches);
        !Differ.empty())
      Mixture = (File + " differs from " + FirstFile + ": " + Differ).str();
  To.add(From);
}

Error ProfileSum::add(ProfileSum Other) {
  Warnings.insert(Warnings.end(), Other.Warnings.begin(), Other.Warnings.end());
  if (Other.empty())
    return Error::success();
  if (empty()) {
    FirstFile = Other.FirstFile;
    Mixture = Other.Mixture;
    Sum = std::move(Other.Sum);
    return Error::success();
  }
  if (Sum.index() != Other.Sum.index())
    return mixed(Other.FirstFile, "of another kind");
  if (auto *Events = get<EventProfile>()) {
    Events->add(*Other.get<EventProfile>());
    return Error::success();
  }
  if (auto *Costs = get<CacheProfile>()) {
    if (Mixture.empty())
      Mixture = Other.Mixture;
    addCosts(*Costs, *Other.get<CacheProfile>(), Other.FirstFile);
    return Error::success();
  }
  Error E = get<CallGraph>()
                ? get<CallGraph>()->add(*Other.get<CallGraph>())
                : get<CachegrindFile>()->add(*Other.get<CachegrindFile>());
  if (!E)
    return E;
  return invalidProfile(Other.FirstFile, "cannot be added to " + FirstFile +
                                             ": " + toString(std::move(E)));
}

void ProfileSum::keepSelfCosts() {
  if (const auto *Graph = get<CallGraph>()) {
    CachegrindFile Costs = Graph->costs();
    Sum = std::move(Costs);
  }
}

uint32_t ProfileSum::runs() const {
  if (const auto *Events = get<EventProfile>())
    return Events->runs();
  if (const auto *Costs = get<CacheProfile>())
    return Costs->NumRuns;
  return 0;
}

std::string ProfileSum::bytes() {
  if (const auto *Events = get<EventProfile>())
    return Events->bytes();
  if (auto *Caches = get<CacheProfile>()) {
    Caches->sort();
    return Caches->bytes();
  }
  assert(!empty() && "nothing was added");
  std::string Text;
  raw_string_ostream OS(Text);
  if (const auto *Graph = get<CallGraph>())
    Graph->print(OS);
  else
    get<CachegrindFile>()->print(OS);
  return Text;
}

Error ProfileSum::write(StringRef File) { return writeWhole(File, bytes()); }
