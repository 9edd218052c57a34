// An image is rotated by a quarter, tile by tile.
#include "../../common.h"

enum { Tile = 16 };

KERNEL static void rotate(uint32_t *To, const uint32_t *From, size_t Width,
                          size_t Height) {
  for (size_t Y = 0; Y + Tile <= Height; Y += Tile)
    for (size_t X = 0; X + Tile <= Width; X += Tile)
      for (size_t J = 0; J < Tile; ++J) {
        BY_HAND(&To[(X + J + DISTANCE) * Height + Y]);
        for (size_t I = 0; I < Tile; ++I)
          To[(X + J) * Height + Y + I] =
              From[(Height - 1 - Y - I) * Width + X + J];
      }
}

int main(int argc, char **argv) {
  // Sides that are no powers of two, and multiples of a tile.
  size_t Pixels = bytesOf(argc, argv) / 2 / sizeof(uint32_t), Width = Tile;
  while ((Width + Tile) * (Width + Tile + 3 * Tile) <= Pixels)
    Width += Tile;
  size_t Height = Width + 3 * Tile;
  uint32_t *From = (uint32_t *)allocate(Width * Height * sizeof(uint32_t));
  uint32_t *To = (uint32_t *)allocate(Width * Height * sizeof(uint32_t));
  for (size_t I = 0; I < Width * Height; ++I)
    From[I] = random32();
  MEASURE_THEN(rotate(To, From, Width, Height),
               checksumOfMemory(To, Width * Height * sizeof(uint32_t)));
}
