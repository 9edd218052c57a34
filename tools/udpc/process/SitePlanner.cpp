//===- SitePlanner.cpp - Sites in code as it is ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/process/SitePlanner.h"

using namespace udpc;

llvm::Error (*udpc::PlanSites)(const SitePlanRequest &Request) = nullptr;
