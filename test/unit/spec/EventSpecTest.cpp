//===- EventSpecTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/spec/ParsedSpec.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(EventSpec, ReadsEveryKindOfEntry) {
  Expected<EventSpec> Spec = parse("version: 1\n"
                                   "events:\n"
                                   "  - event: calls\n"
                                   "    entry: \"ns::f(*\"\n"
                                   "    counter: 7\n"
                                   "  - event: in_flight\n"
                                   "    entry: mangled:_ZN*\n"
                                   "  - event: in_flight\n"
                                   "    return: { mangled: \"_ZN*\" }\n"
                                   "    command: dec\n"
                                   "  - event: thrown\n"
                                   "    unwind: \"*\"\n"
                                   "  - event: hot\n"
                                   "    line: src/a.c:12\n"
                                   "  - event: hot\n"
                                   "    line: b.c:3:9\n"
                                   "  - event: all\n"
                                   "    line: c.c:*\n"
                                   "defaults: { lowering: call }\n");
  ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
  ASSERT_EQ(Spec->Events.size(), 5u);
  EXPECT_EQ(Spec->Events[0].Name, "calls");
  EXPECT_EQ(Spec->Events[0].Counter, 7);
  EXPECT_EQ(Spec->Events[1].Counter, -1);
  ASSERT_EQ(Spec->Entries.size(), 7u);
  EXPECT_EQ(Spec->Entries[0].SpecLine, 3u);
  EXPECT_TRUE(Spec->Entries[1].Mangled);
  EXPECT_EQ(Spec->Entries[1].Glob, "_ZN*");
  EXPECT_EQ(Spec->Entries[2].Command, udpc::abi::SiteCommand::Dec);
  EXPECT_EQ(Spec->Entries[2].Event, Spec->Entries[1].Event);
  EXPECT_EQ(Spec->Entries[3].Kind, udpc::abi::SiteKind::Unwind);
  EXPECT_EQ(Spec->Entries[4].Glob, "src/a.c");
  EXPECT_EQ(Spec->Entries[4].Line, 12u);
  EXPECT_EQ(Spec->Entries[5].Line, 3u);
  EXPECT_EQ(Spec->Entries[5].Column, 9u);
  EXPECT_TRUE(Spec->Entries[6].AllLines);
  EXPECT_EQ(Spec->DefaultLowering, Lowering::Call);
}

struct BadSpec {
  const char *Text;
  const char *Message;
};

class EventSpecErrorsTest : public testing::TestWithParam<BadSpec> {};

TEST_P(EventSpecErrorsTest, NameThePlaceAndWhatWasExpected) {
  EXPECT_EQ(errorsOf(GetParam().Text), GetParam().Message);
}

INSTANTIATE_TEST_SUITE_P(
    All, EventSpecErrorsTest,
    testing::Values(
        BadSpec{"", "s.yaml:1:1: expected a mapping with the keys 'version' "
                    "and 'events', as in \"version: 1\""},
        BadSpec{"- a\n", "s.yaml:1:1: expected a mapping with the keys "
                         "'version' and 'events', as in \"version: 1\""},
        BadSpec{"version: 2\nevents: [{event: a, entry: f}]\n",
                "s.yaml:1:10: version 2 is not known; this udpc reads version "
                "1"},
        BadSpec{
            "version: 1\n",
            "s.yaml:1:1: 'events' is missing; expected a list of events, or "
            "one of regions, 'regions'"},
        BadSpec{"version: 1\nevnts: []\n",
                "s.yaml:2:1: unknown key 'evnts'; did you mean 'events'?"},
        BadSpec{"version: 1\nevents:\n  - event: a\n    entri: f\n",
                "s.yaml:4:5: unknown key 'entri'; did you mean 'entry'?"},
        BadSpec{
            "version: 1\nevents:\n  - event: a\n    qqqqqqqqq: f\n",
            "s.yaml:4:5: unknown key 'qqqqqqqqq'; expected one of: event, "
            "line, entry, return, unwind, loop, spin, mark, offset, in, at, "
            "named, command, counter, lowering, fidelity, every, "
            "warmup, phase, action, sites"},
        BadSpec{"version: 1\nevents:\n  - entry: f\n",
                "s.yaml:3:5: 'event' is missing; expected the event's name"},
        BadSpec{"version: 1\nevents:\n  - event: a\n",
                "s.yaml:3:5: event 'a' has no place; expected one of: line, "
                "entry, return, unwind, loop, spin, mark, offset"},
        BadSpec{"version: 1\nevents:\n  - event: a\n    entry: f\n    return: "
                "f\n",
                "s.yaml:5:5: 'return' and 'entry' in one item; write an item "
                "for each"},
        BadSpec{"version: 1\nevents:\n  - event: a\n    entry: f\n    command: "
                "add\n",
                "s.yaml:5:14: unknown command 'add'; expected inc or dec"},
        BadSpec{"version: 1\nevents:\n  - event: a\n    entry: f\n    counter: "
                "256\n",
                "s.yaml:5:14: '256' is not a counter number, 0 to 255"},
        BadSpec{"version: 1\nevents:\n  - {event: a, entry: f, counter: 3}\n"
                "  - {event: b, entry: g, counter: 3}\n",
                "s.yaml:4:35: counter 3 already belongs to event 'a'"},
        BadSpec{"version: 1\nevents:\n  - event: a\n    line: a.c\n",
                "s.yaml:4:11: 'a.c' is no place in a file; expected "
                "file:line, file:line:column or file:*"},
        BadSpec{"version: 1\nevents:\n  - event: a\n    line: a.c:0\n",
                "s.yaml:4:11: 'a.c:0' is no place in a file; expected "
                "file:line, file:line:column or file:*"},
        BadSpec{"version: 1\nevents: 3\n",
                "s.yaml:2:9: expected a list of events, each as \"- event: "
                "name\""},
        BadSpec{"version: 1\nevents: [{event: a, entry: f}]\n"
                "defaults: { lowering: fast }\n",
                "s.yaml:3:23: unknown lowering 'fast'; expected auto, inline, "
                "call or instruction"},
        BadSpec{"version: 1\nevents: [{event: a, entry: f}]\n"
                "defaults: { late: loops }\n",
                "s.yaml:3:19: unknown late 'loops'; expected true or "
                "false"}));

TEST(EventSpec, CountsAreLateIfTheSpecSaysSo) {
  auto IsLate = [](StringRef Defaults) {
    return cantFail(
               parse(("version: 1\nevents: [{event: a, entry: f}]\n" + Defaults)
                         .str()))
        .LateCounts;
  };
  EXPECT_FALSE(IsLate(""));
  EXPECT_FALSE(IsLate("defaults: { late: false }\n"));
  EXPECT_TRUE(IsLate("defaults: { late: true }\n"));
}

TEST(EventSpec, EntriesOverrideLoweringAndFidelity) {
  EventSpec S =
      cantFail(parse("version: 1\nevents:\n"
                     "  - { event: a, entry: f }\n"
                     "  - { event: b, entry: f, lowering: inline, fidelity: "
                     "exact }\n"
                     "defaults: { lowering: instruction, fidelity: "
                     "transparent }\n"));
  ASSERT_EQ(S.Entries.size(), 2u);
  EXPECT_EQ(S.loweringOf(S.Entries[0]), Lowering::Instruction);
  EXPECT_EQ(S.fidelityOf(S.Entries[0]), Fidelity::Transparent);
  EXPECT_EQ(S.loweringOf(S.Entries[1]), Lowering::Inline);
  EXPECT_EQ(S.fidelityOf(S.Entries[1]), Fidelity::Exact);
}

TEST(EventSpec, ReadsLoops) {
  EventSpec S =
      cantFail(parse("version: 1\nevents:\n"
                     "  - { event: a, loop: executions }\n"
                     "  - { event: b, loop: iterations, in: \"ns::f(*\", at: "
                     "\"src/a.c:12\" }\n"));
  ASSERT_EQ(S.Entries.size(), 2u);
  EXPECT_EQ(S.Entries[0].Kind, udpc::abi::SiteKind::LoopExecution);
  EXPECT_EQ(S.Entries[0].Glob, "*");
  EXPECT_EQ(S.Entries[0].Pattern, "executions");
  EXPECT_EQ(S.Entries[1].Kind, udpc::abi::SiteKind::LoopIteration);
  EXPECT_EQ(S.Entries[1].Glob, "ns::f(*");
  EXPECT_EQ(S.Entries[1].AtFile, "src/a.c");
  EXPECT_EQ(S.Entries[1].Line, 12u);
  EXPECT_EQ(S.Entries[1].Pattern, "iterations, in: ns::f(*, at: src/a.c:12");
}

TEST(EventSpec, GivesCountersToThoseThatNeedThem) {
  EventSpec S = cantFail(parse("version: 1\nevents:\n"
                               "  - { event: a, entry: f }\n"
                               "  - { event: b, entry: f, counter: 0 }\n"
                               "  - { event: c, entry: f, lowering: inline }\n"
                               "  - { event: d, entry: f }\n"));
  cantFail(
      S.assignCounters([](const CountedEvent &E) { return E.Name != "c"; }));
  EXPECT_EQ(S.Events[0].Counter, 1);
  EXPECT_EQ(S.Events[1].Counter, 0);
  EXPECT_EQ(S.Events[2].Counter, -1);
  EXPECT_EQ(S.Events[3].Counter, 2);
}

TEST(EventSpec, SaysWhatCannotBeTransparent) {
  auto Error = [](StringRef Entry) {
    return errorsOf(("version: 1\nevents:\n  - { event: a, " + Entry +
                     ", fidelity: transparent }\n")
                        .str());
  };
  EXPECT_EQ(Error("entry: f, lowering: inline"),
            "s.yaml:3:1: event 'a': fidelity: transparent needs lowering: "
            "instruction");
  EXPECT_EQ(Error("unwind: f"),
            "s.yaml:3:1: event 'a': unwind needs code of its own and cannot be "
            "transparent; write fidelity: exact");
  EXPECT_EQ(Error("line: \"a.c:1:2\""),
            "s.yaml:3:1: event 'a': a line with a column cannot be "
            "transparent; write fidelity: exact, or leave the column out");
  EXPECT_EQ(Error("entry: f, lowering: instruction"), "");
  EXPECT_EQ(Error("line: \"a.c:1\""), "");
}

TEST(EventSpec, NamesMistakesInLoops) {
  auto Error = [](StringRef Entry) {
    return errorsOf(
        ("version: 1\nevents:\n  - { event: a, " + Entry + " }\n").str());
  };
  EXPECT_EQ(Error("loop: both"),
            "s.yaml:3:23: unknown kind of loop event 'both'; expected "
            "executions or iterations");
  EXPECT_EQ(Error("loop: executions, at: \"a.c\""),
            "s.yaml:3:39: 'a.c' is no place in a file; expected file:line, "
            "where the loop or return statement begins");
  EXPECT_EQ(Error("entry: f, in: g"),
            "s.yaml:3:31: 'in' belongs to 'loop', 'spin' or 'mark'");
  EXPECT_EQ(Error("entry: f, at: \"a.c:1\""),
            "s.yaml:3:31: 'at' belongs to 'loop', 'spin' or 'return'");
  EXPECT_EQ(Error("entry: f, counter: 256"),
            "s.yaml:3:36: '256' is not a counter number, 0 to 255");
  EXPECT_EQ(Error("entry: f, fidelity: most"),
            "s.yaml:3:37: unknown fidelity 'most'; expected exact or "
            "transparent");
}

TEST(EventSpec, ShowsAllMistakesAtOnce) {
  EXPECT_EQ(errorsOf("version: 1\nevents:\n  - event: a\n    entrie: f\n  - "
                     "event: b\n    lnie: f.c:1\n"),
            "s.yaml:4:5: unknown key 'entrie'; did you mean 'entry'?\n"
            "s.yaml:6:5: unknown key 'lnie'; did you mean 'line'?");
}

TEST(EventSpec, RefusesBrokenYaml) {
  std::string Errors = errorsOf("version: 1\nevents:\n  - event: [a\n");
  EXPECT_NE(Errors.find("s.yaml:"), std::string::npos) << Errors;
}

TEST(EventSpec, RefusesBrokenGlobs) {
  std::string Errors =
      errorsOf("version: 1\nevents:\n  - event: a\n    entry: \"f[\"\n");
  EXPECT_NE(Errors.find("s.yaml:4:12: 'f[' is not a glob"), std::string::npos)
      << Errors;
}

TEST(EventSpec, NamesAFileThatCannotBeRead) {
  Expected<EventSpec> Spec = EventSpec::load("does/not/exist.yaml");
  ASSERT_FALSE(bool(Spec));
  EXPECT_EQ(toString(Spec.takeError()),
            "does/not/exist.yaml: cannot read the spec: No such file or "
            "directory");
}

TEST(EventSpec, ReadsMarks) {
  EventSpec S = cantFail(parse(
      "version: 1\nevents:\n"
      "  - { event: a, mark: cache.miss }\n"
      "  - { event: b, mark: \"cache.*\", in: \"ns::f(*\", command: dec }\n"
      "defaults: { fidelity: transparent }\n"));
  ASSERT_EQ(S.Entries.size(), 2u);
  const SpecEntry &All = S.Entries[0], &Some = S.Entries[1];
  EXPECT_TRUE(All.isMark());
  EXPECT_FALSE(All.isFunction());
  EXPECT_TRUE(All.canBeTransparent());
  EXPECT_EQ(All.NameGlob, "cache.miss");
  EXPECT_EQ(All.Glob, "*");
  EXPECT_EQ(All.Pattern, "cache.miss");
  EXPECT_EQ(Some.NameGlob, "cache.*");
  EXPECT_EQ(Some.Glob, "ns::f(*");
  EXPECT_EQ(Some.Command, udpc::abi::SiteCommand::Dec);
  EXPECT_EQ(Some.Pattern, "cache.*, in: ns::f(*");

  StringRef Head = "version: 1\nevents:\n  - ";
  EXPECT_EQ(errorsOf((Head + "{event: a, mark: [b]}\n").str()),
            "s.yaml:3:23: expected a glob over the names of marks; put a glob "
            "that begins with [ or { between quotes");
  EXPECT_EQ(errorsOf((Head + "{event: a, mark: \"[\"}\n").str()),
            "s.yaml:3:22: '[' is not a glob: invalid glob pattern, unmatched "
            "'['");
  EXPECT_EQ(errorsOf((Head + "{event: a, mark: b, entry: f}\n").str()),
            "s.yaml:3:25: 'entry' and 'mark' in one item; write an item for "
            "each");
  EXPECT_EQ(errorsOf((Head + "{event: a, mark: b, at: \"a.c:3\"}\n").str()),
            "s.yaml:3:29: 'at' belongs to 'loop', 'spin' or 'return'");
}

TEST(EventSpec, ReadsOffsets) {
  Expected<EventSpec> Spec =
      parse("version: 1\nevents:\n"
            "  - {event: a, offset: libfoo.so+0x1234}\n"
            "  - {event: b, offset: \"ns::operator+(int)+16\"}\n"
            "  - {event: c, offset: \"mangled:_Zpl* + 0x1\"}\n");
  ASSERT_TRUE(bool(Spec)) << toString(Spec.takeError());
  ASSERT_EQ(Spec->Entries.size(), 3u);
  const SpecEntry &File = Spec->Entries[0], &Operator = Spec->Entries[1],
                  &Mangled = Spec->Entries[2];
  EXPECT_TRUE(File.isAddress());
  EXPECT_EQ(File.Kind, udpc::abi::SiteKind::Offset);
  EXPECT_EQ(File.Literal, "libfoo.so");
  EXPECT_EQ(File.Offset, 0x1234u);
  EXPECT_EQ(File.Pattern, "libfoo.so+0x1234");
  EXPECT_EQ(Operator.Literal, "ns::operator+(int)");
  EXPECT_EQ(Operator.Offset, 16u);
  EXPECT_TRUE(Mangled.Mangled);
  EXPECT_EQ(Mangled.Glob, "_Zpl*");
  EXPECT_EQ(Mangled.Offset, 1u);
}

TEST(EventSpec, NamesMistakesInOffsets) {
  for (const char *Text : {"main", "+0x10", "main+", "main+x", "main+0x1g",
                           "main+-1", "mangled:+1"}) {
    Expected<EventSpec> Spec =
        parse(("version: 1\nevents:\n  - {event: a, offset: \"" +
               StringRef(Text) + "\"}\n")
                  .str());
    ASSERT_FALSE(bool(Spec)) << Text;
    std::string Message = toString(Spec.takeError());
    EXPECT_NE(Message.find("is no place in machine code"), std::string::npos)
        << Text << ": " << Message;
  }
}

/// The message of check() for a spec with one item.
static std::string misuse(StringRef Item, SpecUse Use) {
  Expected<EventSpec> Spec =
      parse(("version: 1\nevents:\n  - {event: a, " + Item + "}\n").str());
  if (!Spec)
    return "cannot be parsed: " + toString(Spec.takeError());
  return toString(Spec->check(Use));
}

TEST(EventSpec, KnowsWhatCompilersAndLinkedFilesHave) {
  for (StringRef Both : {"entry: f", "return: f"}) {
    EXPECT_EQ(misuse(Both, SpecUse::Compiler), "");
    EXPECT_EQ(misuse(Both, SpecUse::Binary), "");
  }
  EXPECT_EQ(misuse("offset: f+1", SpecUse::Binary), "");
  EXPECT_EQ(misuse("offset: f+1", SpecUse::Compiler),
            "s.yaml:3: event 'a': 'offset' names an instruction of a linked "
            "file, which the compiler does not have; give this entry to udpc "
            "convert or udpc run, in a spec of its own");
  for (auto [Item, Key] :
       {std::pair("line: a.c:1", "line"), std::pair("loop: iterations", "loop"),
        std::pair("spin: executions", "spin"), std::pair("mark: m", "mark"),
        std::pair("unwind: f", "unwind")}) {
    EXPECT_EQ(misuse(Item, SpecUse::Compiler), "");
    EXPECT_EQ(misuse(Item, SpecUse::Binary),
              "s.yaml:3: event 'a': only the compiler can place '" +
                  std::string(Key) +
                  "': compile with udpc-clang; in linked files 'entry', "
                  "'return' and 'offset' can be counted");
  }
  EXPECT_NE(misuse("return: f, at: \"a.c:1\"", SpecUse::Binary), "");
  EXPECT_NE(misuse("entry: f, every: 10", SpecUse::Binary), "");
}
