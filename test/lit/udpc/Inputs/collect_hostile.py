"""Runs udpc collect as root on the folder of a hostile user."""
import os, shutil, signal, stat, subprocess, sys, tempfile

PROFILE = open(sys.argv[1], "rb").read()
SECRET = b"TOPSECRET"
NOBODY = 65534

top = tempfile.mkdtemp()
os.chmod(top, 0o755)
os.chdir(top)


def write(path, content=PROFILE, mode=0o644, owner=NOBODY):
    with open(path, "wb") as f:
        f.write(content)
    os.chmod(path, mode)
    os.chown(path, owner, owner and NOBODY)


def begin(title):
    print("==", title, flush=True)
    for name in os.listdir("."):
        shutil.rmtree(name) if os.path.isdir(name) and not os.path.islink(name) else os.unlink(name)
    for name in ("app", "sink", "victim"):
        os.mkdir(name, 0o755)
    os.chmod("victim", 0o700)
    os.mkdir("victim/sub")
    write("victim/file", b"precious", owner=0)
    write("victim/sub/a.prof", owner=0)
    write("secret", SECRET, 0o600, owner=0)
    os.chown("app", NOBODY, NOBODY)


def as_nobody(work):
    """Starts `work` as the other user."""
    child = os.fork()
    if child:
        return child
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    work()
    os._exit(0)


def done_as_nobody(work):
    assert os.waitpid(as_nobody(work), 0)[1] == 0


def collect(folder="app", show=True):
    r = subprocess.run(["udpc", "collect", "--once", "--to=sink", "--host=h", folder],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert r.returncode in (0, 1), r
    if show and r.stdout:
        print(r.stdout.replace("udpc: ", ""), end="", flush=True)
    assert open("victim/file").read() == "precious"
    assert os.path.exists("victim/sub/a.prof")
    assert open("secret", "rb").read() == SECRET
    return r.returncode


def sink():
    names = sorted(os.listdir("sink"))
    for name in names:
        content = open("sink/" + name, "rb").read()
        assert SECRET not in content, name
        print("sink:", "a profile" if name.endswith(".prof.zst") else "a log")
    if not names:
        print("sink: nothing")
    sys.stdout.flush()


begin("the folder of batches is another user's")
def plant():
    os.makedirs("app/.udpc-collect/77/payload")
    os.symlink(top + "/victim", "app/.udpc-collect/1.done")
    os.symlink(top + "/secret", "app/.udpc-collect/77/payload/x")
done_as_nobody(plant)
assert collect() == 1
sink()

begin("it is a link")
done_as_nobody(lambda: os.symlink(top + "/victim", "app/.udpc-collect"))
assert collect() == 1
sink()

begin("others may write there")
os.mkdir("app/.udpc-collect")
os.chmod("app/.udpc-collect", 0o777)
done_as_nobody(lambda: os.symlink(top + "/victim", "app/.udpc-collect/1.done"))
assert collect() == 1
sink()

begin("it is another folder of root's")
os.makedirs("app/backup/1.done")
done_as_nobody(lambda: os.rename("app/backup", "app/.udpc-collect"))
assert collect() == 1
assert os.path.isdir("app/.udpc-collect/1.done")
sink()

begin("the folder is a link of another user")
done_as_nobody(lambda: os.symlink(top + "/victim/sub", "app/link"))
assert collect("app/link") == 1
sink()

begin("files of others")
write("app/own.prof", mode=0o600)
write("app/own.log.1", mode=0o600)
os.link("secret", "app/linked.prof")
os.link("secret", "app/linked.log.1")
os.symlink(top + "/secret", "app/link.log.1")
os.symlink(top + "/secret", "app/link.prof")
os.mkfifo("app/fifo.prof")
try:
    os.mknod("app/device.prof", stat.S_IFCHR | 0o666, os.makedev(1, 5))
except PermissionError:  # In a container.
    os.mkfifo("app/device.prof")
os.mkdir("app/folder.prof")
assert collect() == 0
sink()
print("left:", *sorted(n for n in os.listdir("app") if not n.startswith(".")))

begin("links of its user and of root")
write("app/a.prof")
done_as_nobody(lambda: os.symlink(top + "/app", "app/self"))
os.symlink("app/self", "byroot")
assert collect("byroot/.") == 0
sink()

begin("files that change while it runs")
write("app/a.log.1", b"a log", 0o644)
def change():
    while True:
        for name in ("a.log.1", "b.prof", ".udpc-collect"):
            for work in (lambda: os.rename("app/" + name, "app/aside-" + name),
                         lambda: os.symlink(top + "/secret", "app/" + name),
                         lambda: os.unlink("app/" + name),
                         lambda: os.rename("app/aside-" + name, "app/" + name),
                         lambda: open("app/" + name, "x").close()):
                try:
                    work()
                except OSError:
                    pass
child = as_nobody(change)
try:
    for i in range(40):
        collect(show=False)
finally:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
print("40 rounds")
for folder, _, names in os.walk("sink"):
    for n in names:
        assert SECRET not in open(os.path.join(folder, n), "rb").read(), n
print("the secret is nowhere; the victim is whole")
shutil.rmtree(top)
