// A QEMU plugin that counts the executed instructions.

#include "counting-plugin.h"

static unsigned long NumInstructions;

static void executed(unsigned, void *) { ++NumInstructions; }

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block) {
  for (size_t I = 0, End = qemu_plugin_tb_n_insns(Block); I != End; ++I)
    qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(Block, I),
                                           executed, QEMU_PLUGIN_CB_NO_REGS,
                                           nullptr);
}

static void writeCounts(FILE *File) { writeCount(File, 1, NumInstructions); }
