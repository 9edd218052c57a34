//===- ProfileOptions.cpp - Options of the profile pass -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/options/ProfileOptions.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc profiling");

namespace {

struct ProfileParser : cl::parser<std::string> {
  using cl::parser<std::string>::parser;

  bool parse(cl::Option &O, StringRef, StringRef Text, std::string &Value) {
    if (!parseProfile(Text))
      return O.error("unknown profile '" + Text +
                     "'; expected counts, cache or cache-any-i1 and, after "
                     "commas, branches, calls, jumps, small or "
                     "region=<glob>");
    Value = Text.str();
    return false;
  }
};

} // namespace

static cl::opt<std::string, false, ProfileParser> ProfileOption(
    "udpc-profile",
    cl::value_desc("what[,branches][,calls][,jumps][,small][,region=<glob>]"),
    cl::desc("Profile the code as Cachegrind does: counts (instructions and "
             "accesses to memory per line), cache (and how often they miss "
             "simulated caches) or cache-any-i1 (the same, for an I1 of any "
             "number of sets); branches: and how often branches are "
             "mispredicted, as Cachegrind predicts them; calls: and who called "
             "whom, with inclusive costs; jumps: and how often each jump is "
             "taken; small: checks of caches are calls, for small code; "
             "region: these functions are regions"),
    cl::cat(Category));

StringRef udpc::requestedProfileText() { return ProfileOption; }

ProfileParts udpc::requestedProfile() {
  return parseProfile(ProfileOption).value_or(ProfileParts());
}

ProfileParts udpc::profileOf(const Function &F) {
  return parseProfile(F.getFnAttribute(ProfileAttribute).getValueAsString())
      .value_or(ProfileParts());
}
