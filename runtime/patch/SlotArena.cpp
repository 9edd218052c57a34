//===- SlotArena.cpp - Slots for libraries' instructions ------------------===//

#include "runtime/patch/SlotArena.h"
#include "runtime/System.h"

using namespace udpc;
using namespace udpc::rt;

static thread_local __attribute__((tls_model("local-exec")))
uint64_t Slots[SlotArenaSize];
/// Never given back: records of units that are closed keep theirs.
static uint32_t NumGiven;

void rt::giveSlots(UnitRecord &U) {
  if (U.IsInline || U.NumSlots > SlotArenaSize - NumGiven)
    return;
  U.SlotsOffset = reinterpret_cast<intptr_t>(Slots + NumGiven) -
                  static_cast<intptr_t>(threadPointer());
  U.IsInline = true;
  NumGiven += U.NumSlots;
}
