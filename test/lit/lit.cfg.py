import ctypes
import os
import platform
import struct
import subprocess
import sys

# Worker processes import it by its name.
sys.path.insert(0, os.path.dirname(__file__))
import component_test

config.name = "udpc"
config.test_format = component_test.ComponentTest(
    os.path.join(os.path.dirname(__file__), "components.txt"), config.udpc_components)
config.suffixes = [".c", ".cpp", ".ll", ".yaml", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
lit_config.bashPath = os.path.join(config.test_source_root, "Inputs/run_script.sh")
config.available_features.add(platform.machine())
if os.geteuid() == 0:
    config.available_features.add("root")
    # Containers may keep even root from making namespaces.
    probe = ["unshare", "--net", "--pid", "--fork", "--user", "true"]
    if subprocess.run(probe, stderr=subprocess.DEVNULL).returncode == 0:
        config.available_features.add("namespaces")

# Containers may keep the kernel's counters from their processes. Opens one of
# page faults, which needs no PMU, as the runtime does.
attributes = ctypes.create_string_buffer(
    struct.pack("=IIQ", 1, 112, 2), 112)
if ctypes.CDLL(None).syscall(
        {"x86_64": 298}.get(platform.machine(), 241),
        attributes, 0, -1, -1, 8) >= 0:
    config.available_features.add("perf-events")

# Built where Unicorn is found.
if os.path.exists(os.path.join(config.udpc_bin_dir, "udpc-machine")):
    config.available_features.add("machine")

# Our tools first, then LLVM 22's: `clang` in a RUN line is the stock one.
path = [config.udpc_bin_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
# What several tests' scripts import.
config.environment["PYTHONPATH"] = os.path.join(config.test_source_root, "Inputs")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Recommendations are the same on each machine that tests.
config.environment["UDPC_CALIBRATION"] = os.path.join(
    config.test_source_root, "Inputs", "calibration.json")
# How large some tests are.
for name in ("UDPC_FLEET_PROFILES", "UDPC_COLLECT_KILLS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
for name in ("UDPC_SPEC", "UDPC_OPTIONS", "NO_COLOR", "COLUMNS", "LESS", "PAGER"):
    config.environment.pop(name, None)

config.substitutions += [
    ("%udpc_lib", config.udpc_lib_dir),
    ("%udpc_src", config.udpc_source_dir),
    ("%clang_plugin", os.path.join(config.udpc_lib_dir, "libudpc-clang.so")),
    (
        "%clang_cc1",
        f"clang -cc1 -load {config.udpc_lib_dir}/libudpc-clang.so",
    ),
    ("%plugin", os.path.join(config.udpc_lib_dir, "libudpc.so")),
    ("%llvm_bin", config.llvm_tools_dir),
    ("%python", config.python),
    ("%counts", f"{config.test_source_root}/Inputs/counts.sh"),
    ("%inserted", f"{config.python} {config.test_source_root}/Inputs/inserted.py"),
    (
        "%chromium",
        "chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage"
        " --user-data-dir=%t.browser --virtual-time-budget=20000",
    ),
    ("%screen", f"{config.python} {config.test_source_root}/Inputs/screen.py"),
    ("%counter_unit", os.path.join(config.udpc_lib_dir, "libudpc_qemu.so")),
    ("%show", f"{config.python} {config.test_source_root}/qemu/Inputs/show_counter_unit.py"),
]
