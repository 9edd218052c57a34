//===- Switches.cpp - Which events are on ---------------------------------===//

#include "runtime/Switches.h"
#include "runtime/System.h"
#include "runtime/patch/Patcher.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
struct Switch {
  char Name[64];
  bool IsOn;
};
} // namespace

static Switch Switches[64];
static unsigned NumSwitches;

static bool isOn(const UnitRecord &Unit, uint32_t Event) {
  const char *Name = Unit.View.Strings + Unit.View.Events[Event].Name;
  bool Result = false;
  for (unsigned I = 0; I != NumSwitches; ++I)
    if (sameText(Switches[I].Name, "*") || sameText(Switches[I].Name, Name))
      Result = Switches[I].IsOn;
  return Result;
}

void rt::applySwitches() {
  if (haveSites())
    patchSites(isOn);
}

static int turn(const char *Name, bool IsOn) {
  StateLock Lock;
  unsigned Kept = 0;
  bool All = sameText(Name, "*");
  for (unsigned I = 0; I != NumSwitches; ++I)
    if (!All && !sameText(Switches[I].Name, Name))
      Switches[Kept++] = Switches[I];
  NumSwitches = Kept;
  if (NumSwitches == 64)
    return -1;
  Switch &S = Switches[NumSwitches++];
  TextBuffer(S.Name, sizeof(S.Name)).add(Name);
  S.IsOn = IsOn;
  applySwitches();
  return 0;
}

extern "C" int __udpc_enable(const char *Name) { return turn(Name, true); }
extern "C" int __udpc_disable(const char *Name) { return turn(Name, false); }
