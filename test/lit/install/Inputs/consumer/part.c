int part(int x) {
  if (x & 1)
    return x + 1;
  return x;
}
