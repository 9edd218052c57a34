// Looks random keys up in the B-tree of LMDB (liblmdb of Debian's lmdb), which
// a file in the page cache holds: a binary search in each page from the root
// down.
#define _GNU_SOURCE
#include "../common.h"
#include <unistd.h>

#ifdef PREFETCH_BY_HAND
#include "by-hand.c"
#else
#include LIBRARY
#endif
#include "midl.c"

enum { ValueBytes = 48, EntryBytes = 64 };

static void check(int Error, const char *What) {
  if (!Error)
    return;
  fprintf(stderr, "%s: %s\n", What, mdb_strerror(Error));
  exit(1);
}

static void fill(MDB_env *Env, MDB_dbi *Table, uint64_t Count) {
  MDB_txn *Transaction;
  check(mdb_txn_begin(Env, 0, 0, &Transaction), "begin");
  check(mdb_dbi_open(Transaction, 0, MDB_INTEGERKEY, Table), "open table");
  uint64_t Bytes[ValueBytes / 8] = {0};
  for (uint64_t I = 0; I < Count; ++I) {
    MDB_val Key = {sizeof(I), &I}, Value = {sizeof(Bytes), Bytes};
    Bytes[0] = random32();
    check(mdb_put(Transaction, *Table, &Key, &Value, MDB_APPEND), "put");
  }
  check(mdb_txn_commit(Transaction), "commit");
}

KERNEL static uint64_t lookUp(MDB_txn *Transaction, MDB_dbi Table,
                              const uint64_t *Keys, size_t Number) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Number; ++I) {
    MDB_val Key = {sizeof(uint64_t), (void *)&Keys[I]}, Value;
    check(mdb_get(Transaction, Table, &Key, &Value), "get");
    Sum += *(const uint64_t *)Value.mv_data;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv);
  uint64_t Count = Bytes / EntryBytes;
  char Path[] = "b-tree-XXXXXX";
  int File = mkstemp(Path);
  if (File < 0) {
    perror(Path);
    return 1;
  }
  MDB_env *Env;
  MDB_dbi Table;
  check(mdb_env_create(&Env), "create");
  check(mdb_env_set_mapsize(Env, 2 * Bytes + (16 << 20)), "map");
  check(mdb_env_open(Env, Path,
                     MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOLOCK | MDB_WRITEMAP,
                     0600),
        "open");
  // It stays as long as it is open.
  unlink(Path);
  fill(Env, &Table, Count);
  size_t Number = Count / 4;
  uint64_t *Keys = (uint64_t *)allocate(Number * sizeof(uint64_t));
  for (size_t I = 0; I < Number; ++I)
    Keys[I] = random32() % Count;
  MDB_txn *Transaction;
  check(mdb_txn_begin(Env, 0, MDB_RDONLY, &Transaction), "begin");
  MEASURE(lookUp(Transaction, Table, Keys, Number));
  mdb_txn_abort(Transaction);
  mdb_env_close(Env);
  close(File);
}
