//===- SystemTables.cpp - The tables of small profiles --------------------===//

#include "tools/udpc/profiles/SystemTables.h"
#include "profdata/support/ShownText.h"
#include "llvm/Support/WithColor.h"
#include <set>

using namespace llvm;
using namespace udpc;

ModuleTables &udpc::systemTables() {
  static ModuleTables Tables = ModuleTables::ofEnvironment();
  return Tables;
}

void udpc::warnOfMissingTables() {
  static std::set<std::string> Warned;
  for (const std::string &Line : systemTables().missing())
    if (Warned.insert(Line).second)
      WithColor::warning(errs(), "udpc") << shownText(Line) << '\n';
}
