// A QEMU plugin that counts the accesses of a program, and the misses of a code
// and a data cache of its own: lists of lines, the latest first. 1024 bytes, 2
// ways, lines of 64 bytes; so 8 sets.

#include "counting-plugin.h"
#include <algorithm>
#include <vector>

extern "C" {
typedef void (*access_callback)(unsigned Cpu, uint32_t Info, uint64_t Address,
                                void *Data);
enum access_kind { AnyAccess = 3 };
void qemu_plugin_register_vcpu_mem_cb(qemu_plugin_insn *Insn,
                                      access_callback Callback,
                                      qemu_plugin_cb_flags Flags,
                                      access_kind Kind, void *Data);
bool qemu_plugin_mem_is_store(uint32_t Info);
unsigned qemu_plugin_mem_size_shift(uint32_t Info);
}

namespace {
struct ListCache {
  std::vector<uint64_t> Sets[8];
  unsigned long Misses = 0;

  bool useLine(uint64_t Line) {
    std::vector<uint64_t> &Set = Sets[Line % 8];
    auto It = std::find(Set.begin(), Set.end(), Line);
    bool Had = It != Set.end();
    if (Had)
      Set.erase(It);
    else if (Set.size() == 2)
      Set.pop_back();
    Set.insert(Set.begin(), Line);
    return Had;
  }
  void use(uint64_t Address, unsigned Size) {
    bool Had = true;
    for (uint64_t Line = Address / 64; Line <= (Address + Size - 1) / 64;
         ++Line)
      Had &= useLine(Line);
    Misses += !Had;
  }
};
} // namespace

static ListCache Code, Data;
static unsigned long Instructions, Loads, Stores;

static void executed(unsigned, void *Insn) {
  auto Place = reinterpret_cast<uint64_t>(Insn);
  ++Instructions;
  Code.use(Place >> 4, Place & 15);
}

static void accessed(unsigned, uint32_t Info, uint64_t Address, void *) {
  ++(qemu_plugin_mem_is_store(Info) ? Stores : Loads);
  Data.use(Address, 1u << qemu_plugin_mem_size_shift(Info));
}

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block) {
  for (size_t I = 0, End = qemu_plugin_tb_n_insns(Block); I != End; ++I) {
    qemu_plugin_insn *Insn = qemu_plugin_tb_get_insn(Block, I);
    uint64_t Place = qemu_plugin_insn_vaddr(Insn) << 4 |
                     qemu_plugin_insn_size(Insn);
    qemu_plugin_register_vcpu_insn_exec_cb(Insn, executed,
                                           QEMU_PLUGIN_CB_NO_REGS,
                                           reinterpret_cast<void *>(Place));
    qemu_plugin_register_vcpu_mem_cb(Insn, accessed, QEMU_PLUGIN_CB_NO_REGS,
                                     AnyAccess, nullptr);
  }
}

static void writeCounts(FILE *File) {
  writeCount(File, 1, Instructions);
  writeCount(File, 4, Code.Misses);
  writeCount(File, 36, Loads + Stores);
  writeCount(File, 38, Data.Misses);
  writeCount(File, 47, Loads);
  writeCount(File, 48, Stores);
}
