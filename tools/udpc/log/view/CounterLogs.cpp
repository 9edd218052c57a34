//===- CounterLogs.cpp - Counter logs in udpc log -------------------------===//

#include "tools/udpc/log/view/CounterLogs.h"

using namespace llvm;
using namespace udpc;

Expected<bool> (*udpc::PrintCounterLogs)(const CounterLogRequest &) = nullptr;
