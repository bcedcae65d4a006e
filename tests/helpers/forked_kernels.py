"""A pytest plugin for notebooks: kernels are forked from a process that has already imported third-party libraries.

These imports take longer than the rest of most notebooks. Our own packages are not imported beforehand, so each notebook
finds the code of its own clone. The scratch folder is empty when it begins.
"""

import os
import runpy
import shutil
import signal
import sys
from multiprocessing import get_context, set_start_method
from pathlib import Path

from jupyter_client.provisioning import LocalProvisioner

LIBRARIES = "ipykernel.kernelapp torch ribs.archives seaborn statsmodels.api pingouin mlxtend".split()
FORKS = get_context("forkserver")


def pytest_configure(config):
    # Matplotlib reads this when it is loaded; a kernel would set it first.
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    FORKS.set_forkserver_preload(LIBRARIES)
    LocalProvisioner.launch_kernel = launch_kernel


def pytest_runtest_setup(item):
    shutil.rmtree(Path(item.config.rootpath) / ".cache" / "scratch", ignore_errors=True)


async def launch_kernel(self, cmd, **how):
    """Fork a kernel instead of starting a new Python that runs `cmd`."""
    self.process = Forked(cmd, how.get("cwd"), how["env"])
    self.pid = self.pgid = self.process.pid
    return self.connection_info


class Forked:
    """A forked kernel, with the methods of a Popen."""

    stdin = stdout = stderr = None

    def __init__(self, command, cwd, env):
        self.process = FORKS.Process(target=become, args=(command, cwd, env))
        self.process.start()
        self.pid = self.process.pid

    def poll(self):
        return self.process.exitcode

    def wait(self):
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def terminate(self):
        self.send_signal(signal.SIGTERM)


def become(command, cwd, env):
    """Become the kernel that `python -m MODULE ...` would start."""
    os.setsid()
    os.chdir(cwd or ".")
    os.environ.clear()
    os.environ.update(env | {"JPY_PARENT_PID": str(os.getppid())})
    set_start_method(None, force=True)
    sys.argv = command[command.index("-m") + 1 :]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
