//===- SimStub.cpp - Nothing is simulated until the simulator is there ----===//

#include "runtime/cache/Simulation.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::isSimulating() { return false; }
abi::CacheRec rt::simulatedCaches() { return {}; }
uint64_t rt::numOperationsOf(const ThreadRecord &) { return 0; }
uint64_t rt::numLinesOf(const ThreadRecord &) { return 0; }
uint64_t rt::collectOperations(const ThreadRecord &, abi::OperationCountRec *) {
  return 0;
}
uint64_t rt::collectLines(const ThreadRecord &, abi::LineCountRec *) {
  return 0;
}
