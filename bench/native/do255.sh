#!/usr/bin/env bash
# Builds c-do255, the C and assembly of the authors of do255e and do255s, for the
# tag do255, from a repository: theirs, or a copy that the first argument names.
set -euo pipefail
cd "$(dirname "$0")"
repository=${1:-https://github.com/doubleodd/c-do255}
commit=$(sed -n 's/^const DO255Commit = "\(.*\)"$/\1/p' native.go)

build=$PWD/_build/do255
rm -rf "$build"
git clone -q "$repository" "$build"
cd "$build"
git checkout -q "$commit"
# As its Makefile, but for this machine's CPU.
flags="-O2 -march=native -Wno-attributes"
kind=$([ "$(uname -m)" = x86_64 ] && grep -q ' adx ' /proc/cpuinfo && echo bmi2 || echo w64)
for source in "do255e_$kind" "do255s_$kind" alg_do255e alg_do255s sha3; do
	cc $flags -c "$source.c"
done
ar rcs libdo255.a ./*.o
