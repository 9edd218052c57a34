//===- SearchLog.cpp - The record of everything tried ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/SearchLog.h"

using namespace llvm;
using namespace udpc;

Error SearchLog::open(StringRef Name) {
  if (Name.empty())
    return Error::success();
  std::error_code EC;
  OS = std::make_unique<raw_fd_ostream>(Name, EC);
  if (EC) {
    OS.reset();
    return createStringError("--log " + Name + ": " + EC.message());
  }
  File = Name.str();
  return Error::success();
}

void SearchLog::add(StringRef Event, json::Object Entry) {
  if (!OS)
    return;
  json::OStream J(*OS);
  J.object([&] {
    J.attribute("event", Event);
    // Sorted by name, so that equal entries give equal lines.
    std::vector<const json::Object::value_type *> Fields;
    for (const auto &Field : Entry)
      Fields.push_back(&Field);
    llvm::sort(Fields, [](const auto *A, const auto *B) {
      return StringRef(A->first) < StringRef(B->first);
    });
    for (const auto *Field : Fields)
      J.attribute(Field->first, Field->second);
  });
  J.flush();
  *OS << '\n';
  OS->flush();
}

Error SearchLog::close() {
  if (!OS)
    return Error::success();
  OS->close();
  std::error_code EC = OS->error();
  OS->clear_error();
  OS.reset();
  return EC ? createStringError("--log " + File + ": " + EC.message())
            : Error::success();
}
