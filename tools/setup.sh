#!/usr/bin/env bash
# Make .venv with the locked dependencies and put Qt's system libraries in place. Called by `make setup`.
set -euo pipefail

if ! command -v "$PYTHON" >/dev/null 2>&1; then PYTHON=python3; fi
if ! "$PYTHON" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (3, 11))' 2>/dev/null; then
    echo "Python 3.11 or newer with its venv module is needed; on Debian: apt-get install python3 python3-venv" >&2
    exit 1
fi

# What Qt's offscreen and xcb plugins load at run time, plus one font, and binutils for `make bundle`.
qt_packages="libegl1 libgl1 libglib2.0-0 libfontconfig1 libfreetype6 libxkbcommon0 libdbus-1-3 libxkbcommon-x11-0
libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libxcb-xinerama0
fonts-dejavu-core binutils"
if command -v dpkg-query >/dev/null 2>&1; then
    missing=""
    for package in $qt_packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        if [ "$(id -u)" = 0 ]; then
            apt-get update -qq
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
        else
            echo "Qt needs system libraries that are missing here. Run this line, then this command again:" >&2
            echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends$missing" >&2
            exit 1
        fi
    fi
fi

[ -x "$VENV/bin/python" ] || "$PYTHON" -m venv "$VENV"
# With dependencies: where torch is a CUDA build, pip adds the libraries that this build alone needs.
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
"$VENV/bin/python" -m pip check
