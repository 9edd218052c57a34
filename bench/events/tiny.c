int tiny(int X) { return X + 1; }
