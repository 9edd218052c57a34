//===- ControlFuzzer.cpp - Any text as a request of udpc ctl --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"
#include "runtime/base/Glob.h"
#include "runtime/control/ControlRequest.h"

using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Line = textOf(Data, Size).str();
  rt::ControlRequest Request = rt::parseRequest(Line.c_str());
  require(Request.Rest >= Line.c_str() &&
              Request.Rest <= Line.c_str() + Line.size(),
          "a rest outside of the line");
  if (Request.Kind == rt::RequestKind::Enable && rt::isGlobList(Request.Rest))
    rt::matchesGlobList(Request.Rest, "server.requests");
  return 0;
}
