//===- CounterLogs.cpp - Counter logs in udpc log -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/log/view/CounterLogs.h"

using namespace llvm;
using namespace udpc;

Expected<bool> (*udpc::PrintCounterLogs)(const CounterLogRequest &) = nullptr;
