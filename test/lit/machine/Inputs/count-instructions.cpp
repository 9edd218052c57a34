// A QEMU plugin that writes how many instructions were executed to `out=`.

#include "tools/qemu/QemuPlugin.h"
#include <stdio.h>
#include <string.h>

int qemu_plugin_version = 1;

static unsigned long NumInstructions;
static const char *Path;

static void executed(unsigned, void *) { ++NumInstructions; }

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block) {
  for (size_t I = 0, End = qemu_plugin_tb_n_insns(Block); I != End; ++I)
    qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(Block, I),
                                           executed, QEMU_PLUGIN_CB_NO_REGS,
                                           nullptr);
}

static void ended(qemu_plugin_id_t, void *) {
  FILE *File = fopen(Path, "w");
  fprintf(File, "{\"type\": \"event  1\", \"value\": %lu}\n", NumInstructions);
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
