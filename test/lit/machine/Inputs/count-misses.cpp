// A QEMU plugin that counts the accesses of a program, and the misses of a code
// and a data cache of its own: lists of lines, the latest first. 1024 bytes, 2
// ways, lines of 64 bytes; so 8 sets.

#include "tools/qemu/QemuPlugin.h"
#include <algorithm>
#include <stdio.h>
#include <string.h>
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

int qemu_plugin_version = 1;

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
static const char *Path;

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

static void ended(qemu_plugin_id_t, void *) {
  FILE *File = fopen(Path, "w");
  const struct {
    int Counter;
    unsigned long Value;
  } Lines[] = {{1, Instructions},      {4, Code.Misses}, {36, Loads + Stores},
               {38, Data.Misses},      {47, Loads},      {48, Stores}};
  for (auto &L : Lines)
    fprintf(File, "{\"type\": \"event %2d\", \"value\": %lu}\n", L.Counter,
            L.Value);
  fclose(File);
}

int qemu_plugin_install(qemu_plugin_id_t Id, const qemu_info_t *, int Count,
                        char **Arguments) {
  if (Count != 1 || strncmp(Arguments[0], "out=", 4) != 0)
    return 1;
  Path = strdup(Arguments[0] + 4);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, translated);
  qemu_plugin_register_atexit_cb(Id, ended, nullptr);
  return 0;
}
