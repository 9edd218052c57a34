//===- AnnotateAssembly.cpp - Prints code with line costs -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateAssembly.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/CountColumns.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class AssemblyPrinter {
public:
  AssemblyPrinter(raw_ostream &OS, const Annotation &A,
                  const AnnotateTextOptions &Options)
      : OS(OS), A(A), Options(Options), Width(textWidth(OS)) {}
  void print(const Assembly &Code);

private:
  /// The columns of a line behind \p C.
  size_t room(const CountColumns &C) const {
    return Width - std::min(Width, C.width());
  }
  void printPlace(const CountColumns &C, const Assembly &Code,
                  const AssemblyInstruction &I, bool IsFirst);
  void printInstruction(const CountColumns &C, const AssemblyInstruction &I);
  /// Returns the place of an instruction with its source line.
  std::string placeText(const AssemblyInstruction &I, bool IsFirst);
  /// Returns the text of a source line.
  std::string lineText(const std::string &File, unsigned Line);

  raw_ostream &OS;
  const Annotation &A;
  const AnnotateTextOptions &Options;
  const size_t Width;
  std::map<std::string, std::optional<SourceText>> Texts;
};

} // namespace

std::string AssemblyPrinter::lineText(const std::string &File, unsigned Line) {
  auto [It, IsNew] = Texts.try_emplace(File);
  if (IsNew)
    It->second = SourceText::find(File, A.Options.Sources.Folders);
  if (!It->second || !Line || Line > It->second->numLines())
    return "";
  return printable(It->second->line(Line).trim());
}

void AssemblyPrinter::printPlace(const CountColumns &C, const Assembly &Code,
                                 const AssemblyInstruction &I, bool IsFirst) {
  const AssemblyLine &Line = Code.Lines.at({I.File, I.Line});
  if (IsFirst && !Line.Counts.empty())
    C.print(OS, Line.Counts);
  else
    C.printNone(OS);
  WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  OS << cutEnd(I.File.empty() ? "<unknown>" : placeText(I, IsFirst), room(C));
}

std::string AssemblyPrinter::placeText(const AssemblyInstruction &I,
                                       bool IsFirst) {
  std::string Text = printable(sys::path::filename(I.File));
  Text += I.Line ? ":" + std::to_string(I.Line) : ", no line";
  if (std::string Line = lineText(I.File, I.Line); !Line.empty())
    Text += "  " + Line;
  return Text + (IsFirst ? "" : "  (again)");
}

void AssemblyPrinter::printInstruction(const CountColumns &C,
                                       const AssemblyInstruction &I) {
  if (I.Counts.empty())
    C.printNone(OS);
  else
    C.print(OS, I.Counts);
  std::string Text = "    " + utohexstr(I.Address, /*LowerCase=*/true) + "  " +
                     printable(I.Text);
  if (I.Sharing > 1)
    Text += "  (" + std::to_string(I.Sharing) + " instructions together)";
  OS << cutEnd(Text, room(C)) << '\n';
}

void AssemblyPrinter::print(const Assembly &Code) {
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true) << elide(
      "-- " + printable(demangle(Code.Symbol)) + ", " +
          addressText(Code.Begin) + " to " + addressText(Code.End) + " --",
      Width);
  OS << '\n';
  CountColumns C(A, Options.Percentages);
  for (const auto &[Place, Line] : Code.Lines)
    if (!Line.Counts.empty())
      C.measure(Line.Counts);
  for (const AssemblyInstruction &I : Code.Instructions)
    if (!I.Counts.empty())
      C.measure(I.Counts);
  if (Width != SIZE_MAX)
    C.fit(Width / 2);
  C.printHead(OS);
  OS << '\n';
  std::set<std::pair<std::string, unsigned>> Seen;
  std::optional<std::pair<std::string, unsigned>> Last;
  for (const AssemblyInstruction &I : Code.Instructions) {
    std::pair<std::string, unsigned> Place(I.File, I.Line);
    if (Last != Place) {
      printPlace(C, Code, I, Seen.insert(Place).second);
      OS << '\n';
      Last = Place;
    }
    printInstruction(C, I);
  }
}

static void printAssembly(raw_ostream &OS, const Annotation &A,
                          ArrayRef<Assembly> Functions,
                          const AnnotateTextOptions &Options) {
  AssemblyPrinter Printer(OS, A, Options);
  for (const Assembly &Code : Functions) {
    if (&Code != Functions.begin())
      OS << '\n';
    Printer.print(Code);
  }
}

/// Returns a warning if both \p Binary and a source of \p Functions are newer
/// than the profile, or "".
static std::string whyNewer(const Annotation &A, ArrayRef<Assembly> Functions,
                            StringRef Binary) {
  sys::fs::file_status Status;
  if (sys::fs::status(Binary, Status))
    return "";
  std::set<std::string> Files;
  for (const Assembly &Code : Functions)
    for (const auto &[Place, Line] : Code.Lines)
      if (!Line.Counts.empty())
        Files.insert(Place.first);
  for (const std::string &File : Files) {
    std::optional<SourceText> Source =
        SourceText::find(File, A.Options.Sources.Folders);
    for (const auto &[Profile, Written] : A.Options.Sources.Profiles)
      if (Source && Source->Written > Written &&
          Status.getLastModificationTime() > Written)
        return "it and its source " + Source->Path + " are newer than " +
               Profile + ", so lines may have moved";
  }
  return "";
}

Error udpc::printCode(raw_ostream &OS, const Annotation &A,
                      const ProfiledCode &Code, const CodeChoice &Choice,
                      const AnnotateTextOptions &Options) {
  auto Warn = [&](const Twine &What) {
    WithColor::warning(errs(), "udpc")
        << shownMessage(Twine(Choice.Binary) + ": " + What) << '\n';
  };
  Expected<std::unique_ptr<BinaryOperations>> Opened =
      BinaryOperations::open(Choice.Binary);
  if (!Opened)
    return Opened.takeError();
  std::string WhyNoLines = (*Opened)->whyNoKeys();
  if (!WhyNoLines.empty())
    Warn(WhyNoLines);
  Expected<std::vector<Assembly>> Found =
      assemblyOf(**Opened, Choice.Function, A.Sheet, Code.Operations);
  if (!Found)
    return createStringError(Choice.Binary + ": " +
                             toString(Found.takeError()));
  // With --diff, either profile may belong to another build.
  if (WhyNoLines.empty() && !A.Sheet.IsDifference) {
    std::string Why = Code.Check.mismatchReason(*Found, A.Sheet);
    if (Why.empty())
      Why = whyNewer(A, *Found, Choice.Binary);
    if (!Why.empty())
      Warn(printable(Why) +
           "; if this is not the program that ran, name that with --binary, or "
           "build the same sources again with the same options");
  }
  printAssembly(OS, A, *Found, Options);
  return Error::success();
}
