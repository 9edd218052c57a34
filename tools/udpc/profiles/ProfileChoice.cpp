//===- ProfileChoice.cpp - Chooses the profiles of a command --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/profiles/ProfileChoice.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static bool isSearched(StringRef Name, ProfileSearch Search) {
  if (Search == ProfileSearch::Costs && Name.starts_with("cachegrind.out."))
    return true;
  if (!Name.starts_with("udpc."))
    return false;
  bool IsEvents = Name.ends_with(".prof"), IsCosts = Name.ends_with(".cache");
  if (Search == ProfileSearch::Either)
    return IsEvents || IsCosts;
  return Search == ProfileSearch::Events ? IsEvents : IsCosts;
}

static StringRef searchedFiles(ProfileSearch Search) {
  switch (Search) {
  case ProfileSearch::Events:
    return "udpc.*.prof";
  case ProfileSearch::Caches:
    return "udpc.*.cache";
  case ProfileSearch::Costs:
    return "udpc.*.cache and no cachegrind.out.*";
  case ProfileSearch::Either:
    return "udpc.*.prof and no udpc.*.cache";
  }
  llvm_unreachable("not a search");
}

/// Returns the more detailed file of the run that wrote \p Name: its cache
/// profile instead of its file in Cachegrind's format.
static std::string moreDetailed(StringRef Name) {
  StringRef Pid = Name;
  if (Pid.consume_front("cachegrind.out.")) {
    std::string Ours = ("udpc." + Pid + ".cache").str();
    if (sys::fs::exists(Ours))
      return Ours;
  }
  return Name.str();
}

/// Returns the part of \p Name that all files of a run have.
static StringRef runOf(StringRef Name) {
  if (!Name.consume_front("cachegrind.out.")) {
    Name.consume_front("udpc.");
    Name = Name.rsplit('.').first;
  }
  return Name;
}

/// Returns the newest profile that \p Search finds, or "". Sets \p Found to the
/// number of runs that have left one.
static std::string newestProfile(ProfileSearch Search, unsigned &Found) {
  std::string Newest;
  StringSet<> Runs;
  sys::TimePoint<> Time;
  std::error_code EC;
  for (sys::fs::directory_iterator It(".", EC), End; !EC && It != End;
       It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path());
    if (!isSearched(Name, Search))
      continue;
    ErrorOr<sys::fs::basic_file_status> Status = It->status();
    if (!Status)
      continue;
    std::string Shown = moreDetailed(Name);
    Runs.insert(runOf(Name));
    auto Written = Status->getLastModificationTime();
    if (Newest.empty() || std::tie(Written, Shown) > std::tie(Time, Newest)) {
      Newest = Shown;
      Time = Written;
    }
  }
  Found = Runs.size();
  return Newest;
}

Expected<std::vector<std::string>>
udpc::chooseProfiles(std::vector<std::string> Named, ProfileSearch Search) {
  if (!Named.empty())
    return Named;
  unsigned Found = 0;
  std::string Newest = newestProfile(Search, Found);
  if (!Newest.empty()) {
    if (Found > 1)
      WithColor::note(errs(), "udpc")
          << "shows " << Newest << ", the newest of " << Found
          << " runs in this folder; to choose, name profiles\n";
    return std::vector<std::string>{Newest};
  }
  return createStringError("no " + searchedFiles(Search) +
                           " in this folder; run the instrumented program "
                           "here, or name a profile");
}
