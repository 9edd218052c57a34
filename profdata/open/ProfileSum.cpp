//===- ProfileSum.cpp - Reads and adds profiles of any kind ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/open/ProfileSum.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/cache/CostVersions.h"
#include "profdata/events/TableVersions.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/support/WholeFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

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

/// Names a file of a kind, and several of them.
static std::pair<StringRef, StringRef> kindNames(ProfileKind Kind) {
  switch (Kind) {
  case ProfileKind::Events:
    return {"an event profile", "event profiles"};
  case ProfileKind::Costs:
    return {"a cache profile", "cache profiles"};
  case ProfileKind::Cachegrind:
    return {"in Cachegrind's format", "files in Cachegrind's format"};
  case ProfileKind::Callgrind:
    return {"in Callgrind's format", "files in Callgrind's format"};
  case ProfileKind::Log:
  case ProfileKind::Unknown:
    break;
  }
  llvm_unreachable("not a kind of profile");
}

Error ProfileSum::mixed(StringRef File, StringRef What) const {
  return invalidProfile(File, What + "; those before it are " +
                                  kindNames(Kind).second +
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
  ProfileKind New =
      Wanted == ProfilePart::Events ? ProfileKind::Events : Input.kind();
  if (New == ProfileKind::Log || New == ProfileKind::Unknown)
    return invalidProfile(Input.file(),
                          "not a udpc profile, and not in Cachegrind's format");
  if (!empty())
    return New == Kind ? addContents(Input)
                       : mixed(Input.file(), kindNames(New).first);
  // A file that cannot be added must not determine the sum's kind.
  FirstFile = Input.file().str();
  Kind = New;
  if (Kind == ProfileKind::Events)
    Sum.emplace<EventProfile>(Tables);
  else if (Kind == ProfileKind::Costs)
    Sum.emplace<CacheProfile>();
  else
    Sum.emplace<CostGraph>();
  Error E = addContents(Input);
  if (E)
    Sum.emplace<std::monostate>();
  return E;
}

Error ProfileSum::addContents(const ProfileInput &Input) {
  StringRef Bytes = Input.bytes(), File = Input.file();
  if (auto *To = get<EventProfile>())
    return To->add(Input.buffer());
  if (auto *To = get<CacheProfile>()) {
    Expected<CacheProfile> Profile =
        Tables ? CacheProfile::decode(Bytes, File, Tables)
               : CacheProfile::decodeWithReferences(Bytes, File, *To);
    if (!Profile)
      return Profile.takeError();
    addCosts(*To, *Profile, File);
    return Error::success();
  }
  Expected<CostGraph> Graph = Kind == ProfileKind::Callgrind
                                  ? CostGraph::parseCallgrind(Bytes, File)
                                  : CostGraph::parseCachegrind(Bytes, File);
  if (!Graph)
    return Graph.takeError();
  if (Error E = addGraph(*Graph))
    return invalidProfile(File, toString(std::move(E)));
  if (std::string Differ = Caches.add(File, Graph->Descriptions);
      !Differ.empty())
    warn(File + ": " + Differ + "; misses of both are added up");
  return Error::success();
}

Error ProfileSum::addGraph(const CostGraph &From) {
  return Kind == ProfileKind::Callgrind ? get<CostGraph>()->add(From)
                                        : get<CostGraph>()->addExactly(From);
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
    Kind = Other.Kind;
    Sum = std::move(Other.Sum);
    return Error::success();
  }
  if (Kind != Other.Kind)
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
  Error E = addGraph(*Other.get<CostGraph>());
  if (!E)
    return E;
  return invalidProfile(Other.FirstFile, "cannot be added to " + FirstFile +
                                             ": " + toString(std::move(E)));
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
  if (Kind == ProfileKind::Callgrind)
    get<CostGraph>()->printCallgrind(OS);
  else
    get<CostGraph>()->printCachegrind(OS);
  return Text;
}

Error ProfileSum::write(StringRef File) { return writeWhole(File, bytes()); }
