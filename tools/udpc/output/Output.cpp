//===- Output.cpp - Output to files and standard output -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Output.h"
#include "profdata/support/WholeFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

Error udpc::finishStandardOutput() {
  outs().flush();
  if (!outs().has_error())
    return Error::success();
  std::error_code EC = outs().error();
  outs().clear_error();
  return createStringError("standard output: " + EC.message());
}

Error udpc::printTo(StringRef File, function_ref<Error(raw_ostream &)> Print) {
  if (!File.empty() && File != "-")
    return writeWhole(File, Print);
  if (Error E = Print(outs()))
    return E;
  return finishStandardOutput();
}
