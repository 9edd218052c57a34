//===- ExportFormats.cpp - Formats of udpc export -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/export/ExportFormats.h"
#include "profdata/cache/SampleProfile.h"
#include "tools/udpc/export/formats/ExportCoverage.h"
#include "tools/udpc/export/formats/ExportRates.h"
#include "tools/udpc/export/formats/ExportStacks.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace udpc;

static void printCsv(raw_ostream &OS, const CostGraph &Costs) {
  OS << "file,line,function";
  for (const std::string &E : Costs.Events)
    OS << ',' << csvField(E);
  OS << '\n';
  for (const auto &[File, Functions] : Costs.linesByFile())
    for (const auto &[Function, Lines] : Functions)
      for (const auto &[Line, Counts] : Lines) {
        OS << csvField(File) << ',' << Line << ',' << csvField(Function);
        for (uint64_t C : Counts)
          OS << ',' << C;
        OS << '\n';
      }
}

static void printJson(raw_ostream &OS, const CostGraph &Costs) {
  json::OStream J(OS, 1);
  // Names may be in any encoding; JSON is UTF-8.
  auto Text = [](StringRef S) { return json::fixUTF8(S); };
  auto Row = [&](ArrayRef<uint64_t> Counts) {
    for (uint64_t C : Counts)
      J.value(C);
  };
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("command", Text(Costs.Command));
    J.attributeArray("descriptions", [&] {
      for (const std::string &D : Costs.Descriptions)
        J.value(Text(D));
    });
    J.attributeArray("events", [&] {
      for (const std::string &E : Costs.Events)
        J.value(Text(E));
    });
    J.attributeArray("summary", [&] { Row(Costs.Total); });
    J.attributeArray("rows", [&] {
      for (const auto &[File, Functions] : Costs.linesByFile())
        for (const auto &[Function, Lines] : Functions)
          for (const auto &Line : Lines)
            J.object([&, &File = File, &Function = Function] {
              J.attribute("file", Text(File));
              J.attribute("line", Line.first);
              J.attribute("function", Text(Function));
              J.attributeArray("counts", [&] { Row(Line.second); });
            });
    });
  });
  OS << '\n';
}

/// Writes the lines of \p Input by \p Print.
static Error
writeLines(const ExportInput &Input, raw_ostream &OS,
           function_ref<void(raw_ostream &, const CostGraph &)> Print) {
  const auto *Profile = Input.Sum.get<CacheProfile>();
  if (!Profile) {
    Print(OS, *Input.Sum.get<CostGraph>());
    return Error::success();
  }
  CostOptions WithoutCalls = Input.Options;
  WithoutCalls.Calls = false;
  const CostGraph Costs = CostGraph::of(*Profile, WithoutCalls);
  if (Error E = Costs.checkSums())
    return E;
  Print(OS, Costs);
  return Error::success();
}

static Error writeCachegrind(const ExportInput &Input, raw_ostream &OS) {
  return writeLines(Input, OS, [](raw_ostream &OS, const CostGraph &Costs) {
    Costs.printCachegrind(OS);
  });
}

static Error writeCallgrind(const ExportInput &Input, raw_ostream &OS) {
  return writeLines(Input, OS, [&](raw_ostream &OS, const CostGraph &Costs) {
    if (const auto *Profile = Input.Sum.get<CacheProfile>())
      CostGraph::of(*Profile, Input.Options).printCallgrind(OS, Profile->Pid);
    else
      Costs.printCallgrind(OS);
  });
}

static Error writeJson(const ExportInput &Input, raw_ostream &OS) {
  return writeLines(Input, OS, printJson);
}

static Error writeCsv(const ExportInput &Input, raw_ostream &OS) {
  return writeLines(Input, OS, printCsv);
}

static Error writeAutoFdo(const ExportInput &Input, raw_ostream &OS) {
  const auto *Profile = Input.Sum.get<CacheProfile>();
  if (!Profile)
    return createStringError("--format=autofdo needs cache profiles "
                             "(udpc.*.cache): Cachegrind's format does not "
                             "say where code was inlined");
  if (Input.Options.Inlined || !Input.Options.Demangle)
    return createStringError("--inlined and --no-demangle are not for "
                             "--format=autofdo, which has both");
  return writeSampleProfile(*Profile, Input.Options.Thread, OS);
}

Error (*udpc::WriteRows)(StringRef Format, const ExportInput &Input,
                         raw_ostream &OS) = nullptr;

static constexpr ExportFormat Formats[] = {
    {"cachegrind", ExportSource::Costs, writeCachegrind},
    {"callgrind", ExportSource::Costs, writeCallgrind},
    {"json", ExportSource::Costs, writeJson},
    {"csv", ExportSource::Costs, writeCsv},
    {"autofdo", ExportSource::Costs, writeAutoFdo},
    {"folded", ExportSource::Either, exportFolded},
    {"speedscope", ExportSource::Either, exportSpeedscope},
    {"pprof", ExportSource::Either, exportPprof},
    {"lcov", ExportSource::Events, exportLcov},
    {"cobertura", ExportSource::Events, exportCobertura},
    {"rows", ExportSource::Either, nullptr},
    {"rows-tsv", ExportSource::Either, nullptr},
    {"openmetrics", ExportSource::Either, nullptr},
    {"prometheus", ExportSource::Either, nullptr},
    {"perfetto", ExportSource::Logs, exportPerfetto},
};

const ExportFormat *udpc::findExportFormat(StringRef Name) {
  if (Name.empty())
    return Formats;
  const ExportFormat *It =
      find_if(Formats, [&](const ExportFormat &F) { return F.Name == Name; });
  return It == std::end(Formats) ? nullptr : It;
}

std::string udpc::exportFormatNames() {
  return join(map_range(Formats, [](const ExportFormat &F) { return F.Name; }),
              ", ");
}

std::string udpc::exportFormatNames(ExportSource Source) {
  auto IsFor = [&](const ExportFormat &F) {
    return F.Source == Source || F.Source == ExportSource::Either;
  };
  return join(map_range(make_filter_range(Formats, IsFor),
                        [](const ExportFormat &F) { return F.Name; }),
              ", ");
}

StringRef udpc::exportFormatChoice() {
  static const std::string Text = join(
      map_range(Formats, [](const ExportFormat &F) { return F.Name; }), "|");
  return Text;
}

StringRef udpc::exportFormatHelp() {
  static const std::string Text =
      exportFormatNames() + " [" + Formats[0].Name.str() + "]";
  return Text;
}
