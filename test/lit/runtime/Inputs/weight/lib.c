int weight(int N) { return N % 3; }
