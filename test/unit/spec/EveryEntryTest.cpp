//===- EveryEntryTest.cpp - Entries with every ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/spec/ParsedSpec.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

TEST(EventSpec, ReadsEvery) {
  auto Spec = parse("version: 1\nevents:\n"
                    "  - {event: a, entry: f}\n"
                    "  - {event: a, entry: g, every: 1000, warmup: 5}\n"
                    "  - {event: b, entry: f, every: 65536, phase: random}\n"
                    "  - {event: c, entry: f, every: 0, action: log}\n"
                    "  - {event: c, entry: g, every: 0, action: log}\n"
                    "  - {event: d, entry: f}\n");
  ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
  auto Every = [&](unsigned Event) { return *Spec->Events[Event].Every; };
  EXPECT_EQ(Every(0).Period, 1000u);
  EXPECT_EQ(Every(0).Warmup, 5u);
  EXPECT_EQ(Every(0).Action, udpc::abi::EveryAction::Handler);
  EXPECT_FALSE(Every(0).HasRandomPhase);
  EXPECT_EQ(Every(1).Period, 65536u);
  EXPECT_TRUE(Every(1).HasRandomPhase);
  EXPECT_EQ(Every(2).Period, 0u);
  EXPECT_EQ(Every(2).Action, udpc::abi::EveryAction::Log);
  // By default sites are counted apart if N is large.
  EXPECT_FALSE(*Every(0).SitesApart);
  EXPECT_TRUE(*Every(1).SitesApart);
  EXPECT_FALSE(*Every(2).SitesApart);
  EXPECT_FALSE(Spec->Events[3].Every);
}

TEST(EventSpec, NamesMistakesInEvery) {
  auto Errors = [](StringRef Item) {
    return errorsOf(("version: 1\nevents:\n  - " + Item + "\n").str());
  };
  EXPECT_EQ(Errors("{event: a, entry: f, warmup: 5}"),
            "s.yaml:3:26: 'warmup' belongs to 'every'");
  EXPECT_EQ(Errors("{event: a, entry: f, every: ten}"),
            "s.yaml:3:33: 'ten' is not how many occurrences, or 0 for a period "
            "that the program sets");
  EXPECT_EQ(Errors("{event: a, entry: f, every: 3, action: halt}"),
            "s.yaml:3:44: unknown action 'halt'; expected handler, "
            "count-by-stack, log, snapshot, stop or trap");
  EXPECT_EQ(Errors("{event: a, entry: f, every: 3, phase: odd}"),
            "s.yaml:3:43: unknown phase 'odd'; expected fixed or random");
  EXPECT_EQ(Errors("{event: a, entry: f, every: 3}\n"
                   "  - {event: a, entry: g, every: 4}"),
            "s.yaml:4:26: event 'a' has another rule in line 3; give 'every' "
            "and what belongs to it once");
  EXPECT_EQ(Errors("{event: a, entry: f, every: 3, sites: apart}\n"
                   "  - {event: a, entry: g, command: dec}"),
            "s.yaml:4:1: event 'a': sites that count down cannot be counted "
            "apart; write sites: together");
  EXPECT_EQ(Errors("{event: a, entry: f, every: 3, lowering: instruction}\n"
                   "  - {event: a, entry: g}"),
            "s.yaml:4:1: event 'a': line 3 has another lowering; an event with "
            "'every' is counted by instructions or by other code, not both");
  EXPECT_EQ(Errors("{event: a, entry: f, every: 3, sites: many}"),
            "s.yaml:3:43: unknown way to count sites 'many'; expected together "
            "or apart");
}

} // namespace udpc
