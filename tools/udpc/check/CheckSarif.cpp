//===- CheckSarif.cpp - udpc check as SARIF -------------------------------===//
//
// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version
// 2.1.0", sections 3.13 (sarifLog) to 3.30 (region).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/udpc/check/CheckReport.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace udpc;

/// Maximum number of functions that are named as causes, for an event.
static constexpr size_t MaxCauses = 20;

namespace {
struct Rule {
  StringLiteral Id, Text;
};
} // namespace

/// By CheckFinding::Kind.
static constexpr Rule Rules[] = {
    {"over-limit", "Costs more than its limit allows"},
    {"cause", "Got dearer in a program that is over its limit"},
    {"gone", "Is in the baseline, but not in the run"},
    {"calls", "More calls into code without a profile"},
};

static void printText(json::OStream &J, StringRef Key, StringRef Text) {
  J.attributeObject(Key, [&] { J.attribute("text", json::fixUTF8(Text)); });
}

static void printResult(json::OStream &J, const CheckFinding &Finding) {
  J.object([&] {
    J.attribute("ruleId", Rules[Finding.What].Id);
    J.attribute("level", Finding.isError() ? "error" : "note");
    printText(J, "message", Finding.Title + ": " + Finding.Text);
    StringRef File = Finding.file();
    if (File.empty())
      return;
    J.attributeArray("locations", [&] {
      J.object([&] {
        J.attributeObject("physicalLocation", [&] {
          J.attributeObject("artifactLocation", [&] {
            J.attribute("uri", json::fixUTF8(File));
            J.attribute("uriBaseId", "%SRCROOT%");
          });
          if (Finding.Row->Line)
            J.attributeObject(
                "region", [&] { J.attribute("startLine", Finding.Row->Line); });
        });
      });
    });
  });
}

void udpc::printCheckSarif(raw_ostream &OS, const CheckReport &R) {
  json::OStream J(OS, 1);
  auto PrintDriver = [&] {
    J.attribute("name", "udpc check");
    J.attributeArray("rules", [&] {
      for (const Rule &Each : Rules)
        J.object([&] {
          J.attribute("id", Each.Id);
          printText(J, "shortDescription", Each.Text);
        });
    });
  };
  J.object([&] {
    J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeObject("tool",
                          [&] { J.attributeObject("driver", PrintDriver); });
        J.attributeArray("results", [&] {
          for (const CheckFinding &Finding : allFindings(R, MaxCauses))
            printResult(J, Finding);
        });
      });
    });
  });
  OS << '\n';
}
