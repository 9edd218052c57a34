// What QEMU plugins share that write counts to `out=` in the form of
// `udpc-machine --counters`: one includes it and defines translated() and
// writeCounts().

#include "tools/qemu/QemuPlugin.h"
#include <stdio.h>
#include <string.h>

int qemu_plugin_version = 1;

static const char *Path;

static void translated(qemu_plugin_id_t, qemu_plugin_tb *Block);
static void writeCounts(FILE *File);

static void writeCount(FILE *File, int Counter, unsigned long Value) {
  fprintf(File, "{\"type\": \"event %2d\", \"value\": %lu}\n", Counter, Value);
}

static void ended(qemu_plugin_id_t, void *) {
  FILE *File = fopen(Path, "w");
  writeCounts(File);
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
