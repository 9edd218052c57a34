/* The locks of Concurrency Kit are static inline functions: this makes
   functions of them that a compiler must emit. */
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define static
#define inline
#include <ck_bytelock.h>
#include <ck_brlock.h>
#include <ck_rwlock.h>
#include <ck_sequence.h>
#include <ck_spinlock.h>
