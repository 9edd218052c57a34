// Compresses a file and decompresses the result, in memory, a number of times:
//
//   roundtrip <file> <times>
//
// With bzip2, with -DUSE_ZSTD with Zstandard, with -DUSE_LZ4 with LZ4.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef USE_ZSTD
#include <zstd.h>
static size_t bound(size_t size) { return ZSTD_compressBound(size); }
static size_t compress(char *to, size_t space, char *from, size_t size) {
  return ZSTD_compress(to, space, from, size, 6);
}
static size_t decompress(char *to, size_t space, char *from, size_t size) {
  return ZSTD_decompress(to, space, from, size);
}
#elif defined(USE_LZ4)
#include <lz4.h>
static size_t bound(size_t size) { return LZ4_compressBound(size); }
static size_t compress(char *to, size_t space, char *from, size_t size) {
  return LZ4_compress_default(from, to, size, space);
}
static size_t decompress(char *to, size_t space, char *from, size_t size) {
  return LZ4_decompress_safe(from, to, size, space);
}
#else
#include <bzlib.h>
static size_t bound(size_t size) { return size + size / 100 + 600; }
static size_t compress(char *to, size_t space, char *from, size_t size) {
  unsigned length = space;
  return BZ2_bzBuffToBuffCompress(to, &length, from, size, 9, 0, 0) ? 0
                                                                    : length;
}
static size_t decompress(char *to, size_t space, char *from, size_t size) {
  unsigned length = space;
  return BZ2_bzBuffToBuffDecompress(to, &length, from, size, 0, 0) ? 0 : length;
}
// Of the library, which calls it where it would print and exit.
void bz_internal_error(int code) { abort(); }
#endif

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    return 2;
  fseek(file, 0, SEEK_END);
  size_t size = ftell(file);
  rewind(file);
  char *data = malloc(size), *back = malloc(size);
  char *packed = malloc(bound(size));
  if (!data || !back || !packed || fread(data, 1, size, file) != size)
    return 2;
  for (int times = atoi(argv[2]); times > 0; --times) {
    size_t length = compress(packed, bound(size), data, size);
    if (decompress(back, size, packed, length) != size ||
        memcmp(data, back, size))
      return 1;
    printf("%zu\n", length);
  }
  return 0;
}
