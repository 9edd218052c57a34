//===- NoTarget.cpp - Processors on which nothing is patched --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/target/PatchTarget.h"

const udpc::rt::PatchTarget *udpc::rt::patchTarget() { return nullptr; }
