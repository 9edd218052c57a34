# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs Debian packages that are missing; sourced by the other scripts.

core_packages="clang-22 llvm-22 llvm-22-dev llvm-22-tools lld-22
  libclang-22-dev libclang-rt-22-dev cmake ninja-build make libgtest-dev
  zlib1g-dev libzstd-dev libxml2-dev xz-utils bzip2 dpkg-dev python3"
# Of the components (docs/README.md); rewriting needs none.
fleet_packages="libsqlite3-dev"
machine_packages="libunicorn-dev libc6-dev-riscv64-cross gcc-riscv64-linux-gnu"
# udpc-machine is left out where there is no Unicorn, the riscv64 runtime where
# there is no C library for it.
build_packages="$core_packages $fleet_packages"
bench_packages="$build_packages nlohmann-json3-dev tcl valgrind"
# Of the real programs of bench/indirect, which are measured by name only.
indirect_packages="libboost-graph-dev libeigen3-dev libsparsehash-dev robin-map-dev"
test_packages="ccache git csmith libcsmith-dev gcc-12-source clang-14 llvm-14 qemu-user g++-riscv64-linux-gnu
  $machine_packages autoconf automake autofdo bolt-22 g++ gdb musl-tools
  chromium gcovr golang-go lcov libbenchmark-dev catch2 doctest-dev python3-junitparser python3-dev postgresql-15 postgresql-server-dev-15
  cmark-gfm prometheus victoria-metrics clickhouse-server clickhouse-client mandoc file lintian bash zsh fish python3-yaml sqlite3 openssl libjemalloc2 libmimalloc2.0 zstd systemd
  clang-tidy-22 meson bazel-bootstrap bazel-platforms bazel-rules-java bazel-rules-proto
  $bench_packages"
# nodejs of other sources than Debian contains npm, and conflicts with the package.
command -v npm >/dev/null || test_packages="$test_packages npm"

# Prints those that are not installed.
missing_packages() {
  local p
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || echo "$p"
  done
}

install_packages() {
  local missing
  missing=$(missing_packages "$@" | xargs)
  [ -n "$missing" ] || return 0
  echo "Installing: $missing" >&2
  local sudo=""
  [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get -qq update >&2
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -y --no-install-recommends $missing >/dev/null
}
