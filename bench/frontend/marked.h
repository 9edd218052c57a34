/* A source with a mark: all bodies are searched. */
static inline __attribute__((unused)) int marked(int x) {
  __attribute__((udpc_event("mark"))) return x;
}
