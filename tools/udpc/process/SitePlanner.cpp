//===- SitePlanner.cpp - Sites in code as it is ---------------------------===//

#include "tools/udpc/process/SitePlanner.h"

using namespace udpc;

llvm::Error (*udpc::PlanSites)(const SitePlanRequest &Request) = nullptr;
