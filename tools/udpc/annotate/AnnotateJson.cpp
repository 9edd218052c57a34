//===- AnnotateJson.cpp - Writes annotations as JSON ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateJson.h"
#include "tools/udpc/annotate/AnnotateFacts.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace udpc;

static void printStrings(json::OStream &J, StringRef Key,
                         ArrayRef<std::string> Texts) {
  J.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      J.value(json::fixUTF8(Text));
  });
}

static void printCalls(json::OStream &J, const UnprofiledCalls &Calls) {
  J.attributeObject("calls", [&] {
    J.attribute("all", Calls.all());
    J.attribute("unprofiled", Calls.unprofiled());
    J.attribute("through_pointers", Calls.throughPointers());
    J.attribute("instructions_without_calls", Calls.instructionsWithoutCalls());
    J.attribute("time_samples", Calls.timeSamples());
    J.attribute("time_samples_unprofiled", Calls.unprofiledSamples());
    J.attributeArray("callees", [&] {
      for (const auto &[Function, N] : Calls.sorted())
        J.object([&, &Function = Function, N = N] {
          J.attribute("function", json::fixUTF8(Function));
          J.attribute("calls", N);
        });
    });
  });
}

static void printCounts(json::OStream &J, StringRef Key,
                        ArrayRef<int64_t> Counts) {
  J.attributeArray(Key, [&] {
    for (int64_t N : Counts)
      J.value(N);
  });
}

static void printRegions(json::OStream &J, const CostSheet &Sheet) {
  J.attributeArray("regions", [&] {
    for (const RegionTotal &Region : Sheet.Regions.tree())
      J.object([&] {
        printStrings(J, "path", Region.Path);
        J.attribute("begins", Region.Begins);
        J.attribute("ends", Region.Ends);
        printCounts(J, "inclusive", Sheet.countsOf(Region.Inclusive));
        printCounts(J, "self", Sheet.countsOf(Region.Self));
      });
  });
}

/// Writes each source line's costs on a text line, for readability.
static void printLines(json::OStream &J, const CostSheet::Lines &Lines) {
  J.attributeArray("lines", [&] {
    for (const auto &[Line, Counts] : Lines) {
      std::string Row = "[" + std::to_string(Line);
      for (int64_t N : Counts)
        Row += "," + std::to_string(N);
      J.rawValue(Row + "]");
    }
  });
}

static void printSource(json::OStream &J, const AnnotatedSource &Source) {
  J.attribute("source", sourceState(Source.What));
  if (!Source.Text)
    return;
  J.attribute("path", json::fixUTF8(Source.Text->Path));
  J.attribute("source_lines", Source.Text->numLines());
  if (!Source.NewerThan.empty())
    J.attribute("newer_than", json::fixUTF8(Source.NewerThan));
}

void udpc::printAnnotationJson(raw_ostream &OS, const Annotation &A) {
  const CostSheet &Sheet = A.Sheet;
  auto Source = A.Sources.begin();
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("difference", Sheet.IsDifference);
    printStrings(J, "descriptions", Sheet.Descriptions);
    printStrings(J, "commands", Sheet.Commands);
    if (Sheet.Calls.all())
      printCalls(J, Sheet.Calls);
    printStrings(J, "events", Sheet.Events);
    printCounts(J, "total", Sheet.Total);
    printCounts(J, "base", Sheet.Base);
    if (!Sheet.Regions.empty())
      printRegions(J, Sheet);
    J.attributeArray("files", [&] {
      for (const auto &[Name, File] : Sheet.Files)
        J.object([&, &Name = Name, &File = File] {
          J.attribute("file", json::fixUTF8(Name));
          if (Source != A.Sources.end() && Source->File == Name)
            printSource(J, *Source++);
          J.attributeArray("functions", [&] {
            for (const auto &[Function, Lines] : File.Functions)
              J.object([&, &Function = Function, &Lines = Lines] {
                J.attribute("function", json::fixUTF8(Function));
                printLines(J, Lines);
              });
          });
        });
    });
  });
  OS << '\n';
}
