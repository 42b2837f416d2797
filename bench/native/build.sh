#!/usr/bin/env bash
# Installs (on Debian) and builds what "-tags native" links: OpenSSL, libsodium,
# and a static library of Rust crates, optimised for this machine's CPU.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
command -v cc >/dev/null || missing+=(gcc libc6-dev)
command -v cmake >/dev/null || missing+=(cmake)
[ -e /usr/include/openssl/evp.h ] || missing+=(libssl-dev)
[ -e /usr/include/sodium.h ] || missing+=(libsodium-dev)
command -v valgrind >/dev/null || missing+=(valgrind)
if [ ${#missing[@]} -gt 0 ]; then
	apt-get update -qq
	apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
command -v cargo >/dev/null || {
	echo "cargo is missing: see https://rustup.rs" >&2
	exit 1
}

# The underscore keeps the go command out of the build directory.
CARGO_TARGET_DIR=$PWD/_build RUSTFLAGS="-C target-cpu=native" CFLAGS="-O3 -march=native" \
	cargo build --release --locked
