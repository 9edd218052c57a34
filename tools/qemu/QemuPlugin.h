//===- QemuPlugin.h - Declarations of QEMU's plugin interface ---*- C++ -*-===//
//
// The part of QEMU's TCG plugin interface, version 1, that the plugin uses: no
// package has its header. QEMU defines the functions, which are resolved when
// it loads the plugin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_QEMUPLUGIN_H
#define UDPC_TOOLS_QEMU_QEMUPLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))
#define QEMU_PLUGIN_VERSION 1

extern "C" {

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

struct qemu_info_t {
  const char *target_name; ///< "x86_64", "riscv64", ...
  struct {
    int min;
    int cur;
  } version;
  bool system_emulation; ///< false: user mode.
  union {
    struct {
      int smp_vcpus;
      int max_vcpus;
    } system;
  };
};

enum qemu_plugin_cb_flags {
  QEMU_PLUGIN_CB_NO_REGS,
  QEMU_PLUGIN_CB_R_REGS,
  QEMU_PLUGIN_CB_RW_REGS,
};

typedef void (*qemu_plugin_udata_cb_t)(qemu_plugin_id_t Id, void *Data);
typedef void (*qemu_plugin_vcpu_simple_cb_t)(qemu_plugin_id_t Id, unsigned Cpu);
typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned Cpu, void *Data);
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(qemu_plugin_id_t Id,
                                               qemu_plugin_tb *Block);

typedef void (*qemu_plugin_vcpu_syscall_ret_cb_t)(qemu_plugin_id_t Id,
                                                  unsigned Cpu, int64_t Number,
                                                  int64_t Result);

// Symbols that QEMU looks up in the plugin.
extern QEMU_PLUGIN_EXPORT int qemu_plugin_version;
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t Id,
                                           const qemu_info_t *Info, int Argc,
                                           char **Argv);

// Functions that the plugin calls.
void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t Id,
                                       qemu_plugin_vcpu_simple_cb_t Callback);
void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t Id, qemu_plugin_vcpu_tb_trans_cb_t Callback);
void qemu_plugin_register_vcpu_insn_exec_cb(
    qemu_plugin_insn *Insn, qemu_plugin_vcpu_udata_cb_t Callback,
    qemu_plugin_cb_flags Flags, void *Data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t Id,
                                    qemu_plugin_udata_cb_t Callback,
                                    void *Data);
void qemu_plugin_register_vcpu_syscall_ret_cb(
    qemu_plugin_id_t Id, qemu_plugin_vcpu_syscall_ret_cb_t Callback);
size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb *Block);
qemu_plugin_insn *qemu_plugin_tb_get_insn(const qemu_plugin_tb *Block,
                                          size_t Index);
const void *qemu_plugin_insn_data(const qemu_plugin_insn *Insn);
size_t qemu_plugin_insn_size(const qemu_plugin_insn *Insn);
uint64_t qemu_plugin_insn_vaddr(const qemu_plugin_insn *Insn);
/// Returns the address of the instruction's first byte in the memory of QEMU
/// (user mode only).
void *qemu_plugin_insn_haddr(const qemu_plugin_insn *Insn);

} // extern "C"

#endif // UDPC_TOOLS_QEMU_QEMUPLUGIN_H
