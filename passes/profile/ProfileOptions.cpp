//===- ProfileOptions.cpp - Options of the profile pass -------------------===//

#include "passes/profile/ProfileOptions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc profiling");

static cl::opt<ProfileMode> ProfileOption(
    "udpc-profile", cl::desc("Profile the code as Cachegrind does"),
    cl::init(ProfileMode::None),
    cl::values(clEnumValN(ProfileMode::Counts, "counts",
                          "instructions and accesses to memory per line"),
               clEnumValN(ProfileMode::Cache, "cache",
                          "and how often they miss simulated caches"),
               clEnumValN(ProfileMode::CacheAnyI1, "cache-any-i1",
                          "the same, for an I1 of any number of sets")),
    cl::cat(Category));

ProfileMode udpc::requestedProfile() { return ProfileOption; }

ProfileMode udpc::profileOf(const Function &F) {
  return StringSwitch<ProfileMode>(
             F.getFnAttribute(ProfileAttribute).getValueAsString())
      .Case("counts", ProfileMode::Counts)
      .Case("cache", ProfileMode::Cache)
      .Case("cache-any-i1", ProfileMode::CacheAnyI1)
      .Default(ProfileMode::None);
}

StringRef udpc::profileWord(ProfileMode Mode) {
  switch (Mode) {
  case ProfileMode::None:
    return "";
  case ProfileMode::Counts:
    return "counts";
  case ProfileMode::Cache:
    return "cache";
  case ProfileMode::CacheAnyI1:
    return "cache-any-i1";
  }
  llvm_unreachable("covered");
}
