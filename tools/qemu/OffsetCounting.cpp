//===- OffsetCounting.cpp - Executions at the argument `offset` -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/OffsetCounting.h"
#include "tools/qemu/GuestModules.h"
#include "tools/qemu/PluginState.h"
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

using namespace udpc;
using namespace udpc::qemu;

static GuestModules TheModules;

/// The listed addresses in one file, with their indices in the list.
using FileOffsets = std::unordered_map<uint64_t, std::vector<size_t>>;

static const FileOffsets &offsetsIn(const std::string &Path) {
  static std::mutex Mutex;
  static std::map<std::string, FileOffsets> Files;
  std::lock_guard<std::mutex> Lock(Mutex);
  auto [File, New] = Files.try_emplace(Path);
  for (size_t I = 0; New && I != TheArguments.Offsets.size(); ++I)
    if (OffsetList::names(TheArguments.Offsets[I].Module, Path))
      File->second[TheArguments.Offsets[I].Address].push_back(I);
  return File->second;
}

static void countOffset(unsigned, void *Data) {
  TheProcess.Memory->offsetCounts()[reinterpret_cast<uintptr_t>(Data)]
      .fetch_add(1, std::memory_order_relaxed);
}

void qemu::countOffsetsAt(qemu_plugin_insn *Insn) {
  const std::string *Path;
  uint64_t Address;
  if (!TheModules.find(
          reinterpret_cast<uintptr_t>(qemu_plugin_insn_haddr(Insn)), Path,
          Address))
    return;
  const FileOffsets &Offsets = offsetsIn(*Path);
  auto Found = Offsets.find(Address);
  if (Found == Offsets.end())
    return;
  for (size_t I : Found->second)
    qemu_plugin_register_vcpu_insn_exec_cb(
        Insn, countOffset, QEMU_PLUGIN_CB_NO_REGS, reinterpret_cast<void *>(I));
}

void qemu::offsetMappingsChanged() { TheModules.mappingsChanged(); }
