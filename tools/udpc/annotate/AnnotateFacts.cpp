//===- AnnotateFacts.cpp - Phrases of annotations -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateFacts.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::coverageText(unsigned Kind) {
  switch (Kind) {
  case Coverage::Annotated:
    return "annotated: lines known";
  case Coverage::NoLine:
    return "annotated: lines unknown or beyond the end of the file";
  case Coverage::Different:
    return "unannotated: sources of one name that are not the same";
  case Coverage::NotFound:
    return "unannotated: sources not found";
  case Coverage::BelowThreshold:
    return "unannotated: files below the threshold";
  case Coverage::UnknownFile:
    return "unannotated: files unknown";
  default:
    llvm_unreachable("no kind of coverage");
  }
}

std::string udpc::newerText(const AnnotatedSource &Source) {
  return "it is newer than " + Source.NewerThan +
         ": lines may have moved since";
}

std::string udpc::bogusText(const AnnotatedSource &Source) {
  return "the file has only " + std::to_string(Source.Text->numLines()) +
         " lines, and the profile has costs of lines after them";
}

StringRef udpc::sourceState(AnnotatedSource::State What) {
  switch (What) {
  case AnnotatedSource::Annotated:
    return "annotated";
  case AnnotatedSource::NotFound:
    return "not found";
  case AnnotatedSource::Different:
    return "different";
  }
  llvm_unreachable("no state of a source");
}

static std::string unprofiledText(const UnprofiledCalls &Calls) {
  constexpr size_t Shown = 5, MaxName = 48;
  std::string Text = grouped(Calls.unprofiled()) + " of " +
                     grouped(Calls.all()) + " calls left the profiled code";
  auto Callees = Calls.sorted();
  for (const auto &[I, Callee] : enumerate(ArrayRef(Callees).take_front(Shown)))
    Text += (I ? ", " : ": ") + elide(Callee.first, MaxName) + " " +
            grouped(Callee.second);
  if (Callees.size() > Shown)
    Text += ", " + std::to_string(Callees.size() - Shown) + " more (--json)";
  return Text + "; " + grouped(Calls.throughPointers()) +
         " went through pointers";
}

static std::string withoutCallsText(const UnprofiledCalls &Calls) {
  std::string Text;
  raw_string_ostream(Text) << format(
      "%.1f%% of Ir, in code whose calls were not recorded: no part of "
      "others' inclusive costs",
      100.0 * Calls.instructionsWithoutCalls() / Calls.instructions());
  return Text;
}

static std::string timeText(const UnprofiledCalls &Calls) {
  std::string Text;
  raw_string_ostream(Text)
      << format("%.1f%% of ",
                100.0 * Calls.unprofiledSamples() / Calls.timeSamples())
      << grouped(Calls.timeSamples())
      << " samples of CPU time are in libraries without a profile";
  return Text;
}

std::vector<std::pair<std::string, std::string>>
udpc::annotationFacts(const Annotation &A, ArrayRef<std::string> Profiles) {
  const CostSheet &Sheet = A.Sheet;
  auto EventNames = [&](ArrayRef<size_t> Events) {
    return join(map_range(Events, [&](size_t E) { return Sheet.Events[E]; }),
                " ");
  };
  std::vector<std::pair<std::string, std::string>> Facts;
  for (auto [I, Profile] : enumerate(Profiles))
    Facts.push_back({!Sheet.IsDifference ? "Profile"
                     : I                 ? "New profile"
                                         : "Old profile",
                     Profile});
  for (const std::string &Description : Sheet.Descriptions) {
    auto [Name, Text] = StringRef(Description).split(':');
    Facts.push_back({Name.str(), Text.trim().str()});
  }
  for (auto [I, Command] : enumerate(Sheet.Commands))
    Facts.push_back({!Sheet.IsDifference ? "Command"
                     : I                 ? "New command"
                                         : "Old command",
                     Command});
  auto AddMissing = [&](const char *Name, const std::string &Text) {
    Facts.push_back({Name, (Sheet.IsDifference ? "new: " : "") + Text});
  };
  if (Sheet.Calls.unprofiled() || Sheet.Calls.throughPointers())
    AddMissing("Not profiled", unprofiledText(Sheet.Calls));
  if (Sheet.Calls.instructionsWithoutCalls())
    AddMissing("Without calls", withoutCallsText(Sheet.Calls));
  if (Sheet.Calls.hasLostCalls())
    AddMissing("Calls", "not kept by region: callers, callees and inclusive "
                        "costs are those of whole runs only");
  if (Sheet.Calls.timeSamples())
    AddMissing("Time", timeText(Sheet.Calls));
  Facts.push_back(
      {"Events recorded",
       join(ArrayRef(Sheet.Events).take_front(Sheet.numRecorded()), " ")});
  for (auto [I, Event] : enumerate(Sheet.Computed))
    Facts.push_back(
        {"Event " + Sheet.Events[Sheet.numRecorded() + I], Event.Formula});
  std::string Shown = EventNames(A.Options.Show);
  for (const EventRate &Rate : A.Options.Rates)
    Shown += " " + Rate.Name;
  Facts.push_back({"Events shown", std::move(Shown)});
  Facts.push_back({"Sorted by", EventNames(A.Options.Order.Sort)});
  std::string Threshold;
  raw_string_ostream(Threshold) << format("%g%%", A.Options.Order.Threshold);
  if (Sheet.IsDifference)
    Threshold += ", as all percentages, of what the old profile has in all";
  if (!A.Options.Limit.empty())
    Threshold = "the first functions that together have " + A.Options.Limit +
                " (percent)";
  Facts.push_back({"Threshold", Threshold});
  return Facts;
}
