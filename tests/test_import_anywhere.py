"""Calls that only POSIX systems have are guarded: every module imports where they are missing."""

import subprocess
import sys

CODE = """
import importlib, os, pkgutil, signal, sys
import clarabel, h5py, matplotlib.figure, multiprocessing.pool, numba.extending, numpy, pydantic, rich.progress
import ruamel.yaml, scipy.linalg, scipy.optimize, scipy.sparse.csgraph, scipy.spatial, typer
import concurrent.futures.process
try:
    import distributed                                          # an extra; what it needs is its own affair
except ImportError:
    pass
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None                                    # import says: not found
for name in ("fork", "getuid", "geteuid", "getpgid", "killpg", "nice", "posix_fallocate", "pread", "pwrite",
             "sched_getaffinity", "uname", "O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "WNOHANG"):
    delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGXFSZ", "SIGALRM"):
    delattr(signal, name)
import drystone
found = [module.name for module in pkgutil.walk_packages(drystone.__path__, "drystone.")
         if not module.name.endswith("__main__")]
for name in found:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in ("distributed", "dask"):            # that of an extra that is not installed
            raise
print(len(found))
"""


def test_every_module_imports_without_what_only_posix_has():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200
