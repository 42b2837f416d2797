// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//! The operations of libraries in Rust, behind the functions of native.h. An
//! operation runs many times in one call, so calling from Go costs nothing.

mod peers;

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int};
use std::hint::black_box;

/// The inputs by name; lists are concatenated.
pub struct Inputs(HashMap<String, Vec<u8>>);

impl Inputs {
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        self.0[name].clone()
    }

    pub fn array<const N: usize>(&self, name: &str) -> [u8; N] {
        self.0[name][..N].try_into().unwrap()
    }

    pub fn list<const N: usize>(&self, name: &str, n: usize) -> Vec<[u8; N]> {
        self.0[name].as_chunks().0[..n].to_vec()
    }
}

/// What Go can do with an operation.
pub trait Operation {
    fn run(&mut self, n: usize) -> bool;
    fn forged(&mut self) -> bool {
        true
    }
    fn output(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

struct Compute<T, F, E>(F, Option<T>, E);

impl<T, F: FnMut() -> T, E: FnMut(&T) -> Vec<u8>> Operation for Compute<T, F, E> {
    fn run(&mut self, n: usize) -> bool {
        for _ in 0..n {
            self.1 = black_box(Some(black_box(&mut self.0)()));
        }
        true
    }

    fn output(&mut self) -> Vec<u8> {
        self.2(self.1.as_ref().unwrap())
    }
}

/// An operation that computes something, and how to encode it afterwards.
pub fn compute<T: 'static>(
    f: impl FnMut() -> T + 'static,
    encode: impl FnMut(&T) -> Vec<u8> + 'static,
) -> Box<dyn Operation> {
    Box::new(Compute(f, None, encode))
}

/// An operation that computes bytes.
pub fn produce<const N: usize>(f: impl FnMut() -> [u8; N] + 'static) -> Box<dyn Operation> {
    compute(f, |b| b.to_vec())
}

struct Accept<F>(F);

impl<F: FnMut(bool) -> bool> Operation for Accept<F> {
    fn run(&mut self, n: usize) -> bool {
        (0..n).all(|_| black_box(&mut self.0)(false))
    }

    fn forged(&mut self) -> bool {
        self.0(true)
    }
}

/// An operation that says whether a signature, or a forgery, is valid.
pub fn accept(f: impl FnMut(bool) -> bool + 'static) -> Box<dyn Operation> {
    Box::new(Accept(f))
}

pub struct Entry {
    pub peer: &'static CStr,
    pub operation: std::ffi::CString,
    pub make: Box<dyn Fn(&Inputs) -> Box<dyn Operation> + Sync + Send>,
}

static ENTRIES: std::sync::LazyLock<Vec<Entry>> = std::sync::LazyLock::new(peers::entries);

#[repr(C)]
pub struct Field {
    name: *const c_char,
    data: *const u8,
    len: usize,
}

#[unsafe(no_mangle)]
pub extern "C" fn secant_rust_count() -> usize {
    ENTRIES.len()
}

#[unsafe(no_mangle)]
pub extern "C" fn secant_rust_peer(i: usize) -> *const c_char {
    ENTRIES[i].peer.as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn secant_rust_operation(i: usize) -> *const c_char {
    ENTRIES[i].operation.as_ptr()
}

/// # Safety
/// fields must point to count fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secant_rust_new(
    i: usize,
    fields: *const Field,
    count: usize,
) -> *mut Box<dyn Operation> {
    let mut inputs = HashMap::new();
    for f in unsafe { std::slice::from_raw_parts(fields, count) } {
        let name = unsafe { CStr::from_ptr(f.name) }.to_str().unwrap();
        let data = unsafe { std::slice::from_raw_parts(f.data, f.len) };
        inputs.insert(name.to_owned(), data.to_vec());
    }
    Box::into_raw(Box::new((ENTRIES[i].make)(&Inputs(inputs))))
}

/// # Safety
/// operation must come from secant_rust_new, here and below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secant_rust_run(operation: *mut Box<dyn Operation>, n: usize) -> c_int {
    unsafe { &mut *operation }.run(n) as c_int
}

/// # Safety
/// See secant_rust_run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secant_rust_forged(operation: *mut Box<dyn Operation>) -> c_int {
    unsafe { &mut *operation }.forged() as c_int
}

/// # Safety
/// See secant_rust_run; out must have room for room bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn secant_rust_output(
    operation: *mut Box<dyn Operation>,
    out: *mut u8,
    room: usize,
) -> usize {
    let b = unsafe { &mut *operation }.output();
    let n = b.len().min(room);
    unsafe { std::ptr::copy_nonoverlapping(b.as_ptr(), out, n) };
    n
}
