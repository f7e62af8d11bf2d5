"""`python benchmarks`: all of them. What follows goes to pytest: `python benchmarks -k memory`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from telling import Telling

if __name__ == "__main__":
    sys.exit(pytest.main([str(Path(__file__).parent), *sys.argv[1:]], plugins=[Telling()]))
