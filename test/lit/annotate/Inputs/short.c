int main() {
  return f();
}
