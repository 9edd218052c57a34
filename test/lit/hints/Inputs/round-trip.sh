# round-trip.sh <flag>...: compiles inlined.cpp with $PLUGIN, makes a hint for
# each memory operation of it, and counts those that a second compilation
# finds the operation for.
set -e
build() {
  clang++ -fdebug-info-for-profiling -gmlt -fpass-plugin="$PLUGIN" -shared \
    -fPIC -nostdlib inlined.cpp "$@"
}
build "$@" -o first.so
udpc hints keys --binary first.so --csv -o keys.csv
tail -n +2 keys.csv | cut -d, -f1 | sed 's/$/,64,t0/' > hints.csv
udpc hints from-csv hints.csv --binary first.so -o hints.afdo
build "$@" -mllvm -prefetch-hints-file=hints.afdo -o second.so \
  -Rpass=udpc -Rpass-missed=udpc 2> remarks
udpc hints keys --binary first.so | tail -n 1
# A hint whose operand has no place for a delta has found its operation too.
found=$(grep -c -e 'is applied' -e 'entry of a table of addresses' remarks)
echo "$found of $(wc -l < hints.csv) hints have found their operation"
