"""Policies that `counterpoise serve` serves, asked by openpi's own client (bench/remote/examples/client_check.py)."""

import subprocess
import sys
from pathlib import Path

import pytest
from counterpoise import find_program

pytest.importorskip("openpi_client", reason="needs openpi-client")
CHECK = Path(__file__).parents[2] / "examples" / "client_check.py"


@pytest.mark.parametrize("policy, flags", [
    ("state", ()), ("state:History=2", ()), ("vision", ("--observe", "state=robot", "--observe", "top=static:chw")),
])
def test_openpis_client_is_answered(policy, flags, tmp_path):
    program = find_program()
    out = tmp_path / "policy"
    subprocess.run([*program, "train", "picking", "left=1,middle=1,right=1", "--steps", "2", "--device", "go",
                    "--policy", policy, "--out", out], check=True)
    with subprocess.Popen([*program, "serve", out, "--listen", "127.0.0.1:0", *flags], stdout=subprocess.PIPE,
                          text=True) as server:
        try:
            port = server.stdout.readline().split(";")[0].rsplit(":", 1)[1]
            check = subprocess.run([sys.executable, CHECK, "127.0.0.1", port], capture_output=True, text=True)
        finally:
            server.kill()
    assert check.returncode == 0 and check.stdout.startswith("PASS"), check.stdout + check.stderr
