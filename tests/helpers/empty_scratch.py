"""A pytest plugin: the scratch folder is empty when a notebook begins."""

import shutil
from pathlib import Path


def pytest_runtest_setup(item):
    shutil.rmtree(Path(item.config.rootpath) / ".cache" / "scratch", ignore_errors=True)
