"""Python without the compiler, in a process of its own."""

import os
import subprocess
import sys

from study import HOME


def uncompiled(*arguments):
    """Return what Python prints when it is run with these arguments in the project's folder; numpy's warnings are errors."""
    path = os.pathsep.join([str(HOME / "lib"), str(HOME / "tests" / "helpers")])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error::RuntimeWarning", *arguments]
    done = subprocess.run(command, cwd=HOME, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
