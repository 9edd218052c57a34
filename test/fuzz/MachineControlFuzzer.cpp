//===- MachineControlFuzzer.cpp - Any text as a control file --------------===//
//
// Errors name the file. What is accepted says the same when it is read again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "tools/machine/sampling/SampleSettings.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  SampleSettings Once;
  if (Error E = parseControlFile(textOf(Data, Size), "c", Once)) {
    requireMessage(std::move(E), "c:");
    return 0;
  }
  require(Once.Selection < 4, "an event that cannot be sampled");
  std::string Text;
  raw_string_ostream(Text) << "eventsel: " << Once.Selection
                           << "\nmaxevent: " << Once.Every
                           << "\nwarmupinst: " << Once.Warmup
                           << "\nmaxperiod: " << Once.Periods << '\n';
  SampleSettings Again;
  require(!errorToBool(parseControlFile(Text, "c", Again)), "refused: " + Text);
  require(Again.Selection == Once.Selection && Again.Every == Once.Every &&
              Again.Warmup == Once.Warmup && Again.Periods == Once.Periods,
          "read otherwise: " + Text);
  return 0;
}
