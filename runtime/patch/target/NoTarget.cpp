//===- NoTarget.cpp - Processors on which nothing is patched --------------===//

#include "runtime/patch/target/PatchTarget.h"

const udpc::rt::PatchTarget *udpc::rt::patchTarget() { return nullptr; }
