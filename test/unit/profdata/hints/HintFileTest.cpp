//===- HintFileTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestHints.h"
#include "profdata/support/ShownText.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static constexpr HintFileForm AllForms[] = {
    HintFileForm::Text, HintFileForm::Binary, HintFileForm::ExtBinary};

/// What is read from \p Bytes: warnings, hints; or the error.
static std::string read(StringRef Bytes) {
  Expected<HintFile> File = readHints(buffer(Bytes));
  if (!File)
    return toString(File.takeError());
  std::string Text;
  for (const std::string &Warning : File->Warnings)
    Text += Warning + "\n";
  return Text + textOf(File->Hints);
}

static HintSet hashed(const HintSet &Hints) {
  HintSet Result;
  Result.HasHashes = true;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys)
      for (const Hint &H : List) {
        MemoryOperationKey Hashed = Key;
        for (KeyFrame &F : Hashed.Frames)
          F.Function = std::to_string(MD5Hash(F.Function));
        Result.add(Hashed, H);
      }
  return Result;
}

TEST(HintFile, ReadsBackWhatItWrites) {
  for (HintFileForm Form : AllForms) {
    Expected<std::string> Bytes = hintFileBytes(someHints(), Form);
    ASSERT_TRUE(bool(Bytes)) << toString(Bytes.takeError());
    EXPECT_EQ(read(*Bytes), textOf(someHints()));
  }
}

TEST(HintFile, SaysThatKeysAreOfOperations) {
  HintSet Ours = someHints();
  Ours.HasOperationKeys = true;
  for (HintFileForm Form : AllForms) {
    for (const HintSet &Hints : {Ours, someHints()}) {
      HintFile Back =
          cantFail(readHints(buffer(cantFail(hintFileBytes(Hints, Form)))));
      EXPECT_EQ(Back.Hints.HasOperationKeys, Hints.HasOperationKeys);
      EXPECT_EQ(textOf(Back.Hints), textOf(someHints()));
      EXPECT_TRUE(Back.Warnings.empty());
    }
  }
  HintSet Hashed = hashed(someHints());
  Hashed.HasOperationKeys = true;
  EXPECT_TRUE(cantFail(readHints(buffer(cantFail(
                           hintFileBytes(Hashed, HintFileForm::ExtBinary)))))
                  .Hints.HasOperationKeys);
  // Files that name processors are made by udpc, too.
  HintSet Named = someHints();
  Named.Processors[CpuFamily::Zen5] = "";
  EXPECT_TRUE(cantFail(readHints(buffer(
                           cantFail(hintFileBytes(Named, HintFileForm::Text)))))
                  .Hints.HasOperationKeys);
}

TEST(HintFile, MergedKeysAreOfOperationsIfAllAre) {
  HintSet Ours = someHints(), Theirs = someHints();
  Ours.HasOperationKeys = true;
  for (const auto &[First, Second, Expected] :
       {std::tuple(Ours, Ours, true), std::tuple(Ours, Theirs, false),
        std::tuple(Theirs, Ours, false), std::tuple(HintSet(), Ours, true),
        std::tuple(Ours, HintSet(), true)}) {
    HintSet Sum = First;
    cantFail(Sum.merge(Second));
    EXPECT_EQ(Sum.HasOperationKeys, Expected);
  }
}

TEST(HintFile, WritesThisText) {
  EXPECT_EQ(cantFail(hintFileBytes(someHints(), HintFileForm::Text)),
            "caller:0:0\n"
            " 2.1: _Z4stepi:0\n"
            "  65535: sum:0\n"
            "   3.1: 0 __prefetch_t2_0:9223372036854775807\n"
            "sum:0:0\n"
            " 2.2: 0 __prefetch_nta_0:512\n"
            " 3: 0 __prefetch_w_0:18446744073709551552 "
            "__prefetch_t1_2:9223372036854775808 __prefetch_t0_1:0\n");
}

TEST(HintFile, WritesTheSameBytesWhateverTheOrder) {
  HintSet Forth = someHints(), Back;
  std::vector<std::pair<MemoryOperationKey, HintSet::HintList>> All;
  for (const auto &[Function, Keys] : Forth.functions())
    All.insert(All.begin(), Keys.begin(), Keys.end());
  for (auto It = All.rbegin(); It != All.rend(); ++It)
    for (const Hint &H : It->second)
      Back.add(It->first, H);
  for (HintFileForm Form : AllForms)
    EXPECT_EQ(cantFail(hintFileBytes(Forth, Form)),
              cantFail(hintFileBytes(Back, Form)));
}

TEST(HintFile, KeepsHashesInSections) {
  HintSet Hashes = hashed(someHints());
  std::string Bytes = cantFail(hintFileBytes(Hashes, HintFileForm::ExtBinary));
  Expected<HintFile> File = readHints(buffer(Bytes));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_TRUE(File->Hints.HasHashes);
  EXPECT_EQ(textOf(File->Hints), textOf(Hashes));
  EXPECT_TRUE(File->Hints.find("caller"));
  for (HintFileForm Form : {HintFileForm::Text, HintFileForm::Binary}) {
    Expected<std::string> Refused = hintFileBytes(Hashes, Form);
    ASSERT_FALSE(bool(Refused));
    EXPECT_EQ(toString(Refused.takeError()),
              "these hints have hashes (MD5) in place of functions' names, "
              "which only the form extbinary can hold");
  }
}

TEST(HintFile, RefusesNamesThatAreNoHashes) {
  HintSet Hints = someHints();
  Hints.HasHashes = true;
  Expected<std::string> Bytes = hintFileBytes(Hints, HintFileForm::ExtBinary);
  ASSERT_FALSE(bool(Bytes));
  EXPECT_EQ(toString(Bytes.takeError()), "'caller' is no hash of a function");
}

TEST(HintFile, RefusesNamesThatTextWouldNotGiveBack) {
  for (StringRef Name : {"9lives", " f", "#f", "!f", "[f]", "f\ng"}) {
    HintSet Hints;
    Hints.add(MemoryOperationKey{{{Name.str(), 1, 0}}}, {HintType::T0, 1});
    Expected<std::string> Text = hintFileBytes(Hints, HintFileForm::Text);
    ASSERT_FALSE(bool(Text)) << Name.str();
    EXPECT_EQ(toString(Text.takeError()),
              "no text can hold the function name '" + shownLine(Name) +
                  "'; choose the form binary or extbinary");
    for (HintFileForm Form : {HintFileForm::Binary, HintFileForm::ExtBinary})
      EXPECT_EQ(read(cantFail(hintFileBytes(Hints, Form))), textOf(Hints));
  }
  // Unusual but valid: Objective-C, and C++ without linkage names.
  for (StringRef Name : {"-[List sum:of:]", "a::b(int, char *)"}) {
    HintSet Hints;
    Hints.add(MemoryOperationKey{{{Name.str(), 1, 0}, {Name.str(), 2, 0}}},
              {HintType::T0, 1});
    EXPECT_EQ(read(cantFail(hintFileBytes(Hints, HintFileForm::Text))),
              textOf(Hints));
  }
}

/// A text begins with its first function, whose name may begin as other forms
/// do.
TEST(HintFile, TellsTextFromOtherForms) {
  std::string Binary =
      cantFail(hintFileBytes(someHints(), HintFileForm::Binary));
  std::string ExtBinary =
      cantFail(hintFileBytes(someHints(), HintFileForm::ExtBinary));
  for (const std::string &Name :
       {std::string("adcg*704twice"), Binary.substr(0, 10) + "f",
        ExtBinary.substr(0, 10) + "f"}) {
    HintSet Hints;
    Hints.add(MemoryOperationKey{{{Name, 1, 0}}}, {HintType::NTA, 64});
    std::string Text = cantFail(hintFileBytes(Hints, HintFileForm::Text));
    Expected<HintFile> File = readHints(buffer(Text));
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    EXPECT_EQ(textOf(File->Hints), textOf(Hints));
    EXPECT_TRUE(File->Warnings.empty());
  }
}

/// No key has such an offset, and the binary forms would be called damaged.
/// LLVM's reader refuses them where there is no discriminator.
TEST(HintFile, LeavesOutLinesTooFarAway) {
  HintFile File = cantFail(
      readHints(buffer("f:0:0\n 65536.1: 0 __prefetch_nta_0:1\n"
                       " 65535.1: 0 __prefetch_nta_0:2\n"
                       " 70000.1: 0 call:3\n"
                       " 66666666.2: g:0\n  1: 0 __prefetch_nta_0:3\n")));
  EXPECT_EQ(textOf(File.Hints), "f:65535.1 nta 2\n");
  EXPECT_EQ(File.Warnings,
            (std::vector<std::string>{
                "h: the hints at f:65536.1 are left out: the line offset 65536 "
                "is not 0 to 65535",
                "h: the hints at f:66666666.2 @ g:1 are left out: the line "
                "offset 66666666 is not 0 to 65535"}));
}

TEST(HintFile, IterationsAheadHaveARange) {
  HintFile File =
      cantFail(readHints(buffer("f:0:0\n 1: 0 __prefetch_indirect_0:1048576 "
                                "__prefetch_outer_1:18446744073709551615\n"
                                " 2: 0 __prefetch_next2_0:0\n")));
  EXPECT_EQ(textOf(File.Hints), "f:1 indirect 1048576\n");
  EXPECT_EQ(File.Warnings,
            (std::vector<std::string>{
                "h: a hint at f:1 is left out: a prefetch of type outer is 1 "
                "to 1048576 iterations ahead, not -1",
                "h: a hint at f:2 is left out: a prefetch of type next is 1 to "
                "1048576 iterations ahead, not 0"}));
}

TEST(HintFile, OrdersHintsByIndex) {
  EXPECT_EQ(read("f:0:0\n 1: 0 __prefetch_t0_1:1 __prefetch_nta_10:2 "
                 "__prefetch_t1_0:3 __prefetch_nta_1:4\n"),
            "f:1 t1 3\nf:1 nta 4\nf:1 t0 1\nf:1 nta 2\n");
}

TEST(HintFile, LeavesOtherTargetsAlone) {
  EXPECT_EQ(read("f:9:1\n 1: 7 memcpy:7\n 2: 2 __prefetch_t0_0:1 puts:2\n"),
            "f:2 t0 1\n");
  EXPECT_EQ(read("f:0:0\n 1: 0 __prefetch_t7_0:1\n 2: 0 __prefetch_t0_256:1\n"
                 " 3: 0 __prefetch_t0_0:1\n"),
            "h: '__prefetch_t7_0' at f:1 is no hint; left out (known types: "
            "nta, t0, t1, t2, w, indirect, inner, outer, next, pushed, index 0 "
            "to 255)\n"
            "h: '__prefetch_t0_256' at f:2 is no hint; left out (known types: "
            "nta, t0, t1, t2, w, indirect, inner, outer, next, pushed, index 0 "
            "to 255)\n"
            "f:3 t0 1\n");
}

TEST(HintFile, TellsNoHintsFromAnEmptyFile) {
  EXPECT_EQ(cantFail(hintFileBytes({}, HintFileForm::Text)), "# no hints\n");
  EXPECT_EQ(read("# no hints\n"), "");
  // Cut off.
  EXPECT_EQ(read("# no hin"), "h: no hints; the file is empty\n");
}

TEST(HintFile, WarnsOfNoHints) {
  for (StringRef Empty : {"", "\n", "# hints\n\n", "   \n"})
    EXPECT_EQ(read(Empty), "h: no hints; the file is empty\n");
  for (StringRef None : {"f:9:1\n 1: 7 memcpy:7\n", "f:0:0\n"})
    EXPECT_EQ(read(None), "h: no hints; none of its call targets is named "
                          "__prefetch_<type>_<index>\n");
  for (HintFileForm Form : {HintFileForm::Binary, HintFileForm::ExtBinary})
    EXPECT_EQ(read(cantFail(hintFileBytes({}, Form))),
              "h: no hints; none of its call targets is named "
              "__prefetch_<type>_<index>\n");
}

TEST(HintFile, DoubtsWhatTextIsHardlyMeantToBe) {
  EXPECT_EQ(read("f:0:0\n 1: 0 __prefetch_t0_0:8\na::f:0:0\n 1: 0\n"
                 "f:0:0\n 1: 0 __prefetch_t0_0:8\n"),
            "h:5: 'f' again; deltas of the same hint are added up (udpc hints "
            "merge puts files together)\nf:1 t0 16\n");
  EXPECT_EQ(read("f:0:0\n 1: 0 __prefetch_t0_0:51"),
            "h: the last line has no end; was the file cut off?\nf:1 t0 51\n");
}

TEST(HintFile, NamesTheLineOfText) {
  EXPECT_EQ(read("# one\nf:0:0\n 1: 0 __prefetch_t0_0:-64\n"),
            "h:3: Expected 'NUM[.NUM]: NUM[ mangled_name:NUM]*', found  1: 0 "
            "__prefetch_t0_0:-64");
  EXPECT_EQ(read("f:0:0\ng\n"),
            "h:2: Expected 'mangled_name:NUM:NUM', found g");
  EXPECT_EQ(read("f:0:0\n" + std::string(501, ' ') + "1: 0\n"),
            "h:2: nested too deeply, by 501 spaces");
  EXPECT_EQ(read("[main:1 @ f]:0:0\n 1: 0\n"),
            "h:1: profiles by calling context have no lines for hints");
  EXPECT_EQ(read("f:0:0\n 1: 0 __prefetch_t0_0:1\n !CFGChecksum: 77\n"),
            "h: profiles by calling context or by pseudo probes have no lines "
            "for hints");
}

TEST(HintFile, SaysWhatIsNoProfile) {
  for (StringRef Other : {"hello\n", " 1: 0\n",
                          "\x7f"
                          "ELF\1\2\3"})
    EXPECT_EQ(read(Other),
              "h: no profile in LLVM's text, binary or extensible binary form "
              "(text begins with a line 'function:0:0')");
  EXPECT_EQ(read("adcg*704...."),
            "h: a profile for GCC; hints are read from LLVM's forms");
}

TEST(HintFile, LeavesLLVMsStateAlone) {
  using llvm::sampleprof::FunctionSamples;
  std::string Hashes =
      cantFail(hintFileBytes(hashed(someHints()), HintFileForm::ExtBinary));
  FunctionSamples::UseMD5 = false;
  FunctionSamples::ProfileIsFS = true;
  read(Hashes);
  EXPECT_FALSE(FunctionSamples::UseMD5);
  EXPECT_TRUE(FunctionSamples::ProfileIsFS);
  // The written file does not depend on it either.
  std::string WithFS =
      cantFail(hintFileBytes(someHints(), HintFileForm::ExtBinary));
  EXPECT_TRUE(FunctionSamples::ProfileIsFS);
  FunctionSamples::ProfileIsFS = false;
  EXPECT_EQ(WithFS,
            cantFail(hintFileBytes(someHints(), HintFileForm::ExtBinary)));
}

TEST(HintFile, WritesWholeFilesOrNone) {
  SmallString<128> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("hints", Folder));
  std::string Path = (Folder + "/h.afdo").str();
  ASSERT_FALSE(
      errorToBool(writeHintFile(someHints(), HintFileForm::ExtBinary, Path)));
  Expected<HintFile> File = readHintFile(Path);
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(textOf(File->Hints), textOf(someHints()));
  EXPECT_EQ(
      toString(writeHintFile(hashed(someHints()), HintFileForm::Text, Path)),
      Path + ": these hints have hashes (MD5) in place of functions' "
             "names, which only the form extbinary can hold");
  EXPECT_TRUE(bool(readHintFile(Path)));
  std::string Nowhere = (Folder + "/none/h.afdo").str();
  std::string Message =
      toString(writeHintFile(someHints(), HintFileForm::Text, Nowhere));
  EXPECT_NE(Message.find(Nowhere), std::string::npos) << Message;
  sys::fs::remove_directories(Folder);
}
