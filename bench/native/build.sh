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

# The inversion of s2n-bignum is in the sources of aws-lc, but not in its library.
manifest=$(cargo metadata --format-version 1 --locked | grep -o '"manifest_path":"[^"]*/aws-lc-sys-[^"/]*/Cargo.toml"' | head -n 1 | cut -d '"' -f 4)
s2n=$(dirname "$manifest")/aws-lc/third_party/s2n-bignum/s2n-bignum-imported
mkdir -p _build/release _build/include/openssl
: >_build/include/openssl/boringssl_prefix_symbols_asm.h # no prefixes
cc -c -I _build/include -I "$s2n/include" -o _build/bignum_inv_p25519.o "$s2n/$([ "$(uname -m)" = aarch64 ] && echo arm || echo x86_att)/curve25519/bignum_inv_p25519.S"
ar rcs _build/release/libsecant_bench_s2n.a _build/bignum_inv_p25519.o

# libsecp256k1 with its assembly, as its own build has it; its crate leaves it out. With AVX-512 in other code
# gcc 12 may find no registers for that assembly.
flags="-O3 -march=native"
[ "$(uname -m)" = x86_64 ] && flags+=" -mno-avx512f -DUSE_ASM_X86_64=1"

# The underscore keeps the go command out of the build directory.
CARGO_TARGET_DIR=$PWD/_build RUSTFLAGS="-C target-cpu=native" CFLAGS="$flags" \
	cargo build --release --locked
