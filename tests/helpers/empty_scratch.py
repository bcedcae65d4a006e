"""A plugin of pytest: every notebook begins without what another has left in scratch."""

import shutil
from pathlib import Path


def pytest_runtest_setup(item):
    shutil.rmtree(Path(item.config.rootpath) / ".cache" / "scratch", ignore_errors=True)
