// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//! What each library does.

use crate::{Entry, Inputs, Operation, accept, compute, produce};
use std::ffi::{CStr, CString};

struct Table(Vec<Entry>);

impl Table {
    fn add(
        &mut self,
        peer: &'static CStr,
        operation: &str,
        make: impl Fn(&Inputs) -> Box<dyn Operation> + Sync + Send + 'static,
    ) {
        let operation = CString::new(operation).unwrap();
        self.0.push(Entry { peer, operation, make: Box::new(make) });
    }
}

pub fn entries() -> Vec<Entry> {
    let mut t = Table(Vec::new());
    crrl_25519(&mut t);
    crrl_secp256k1(&mut t);
    crrl_jq255e(&mut t);
    crrl_jq255s(&mut t);
    dalek(&mut t);
    libsecp256k1(&mut t);
    aws_lc(&mut t);
    t.0
}

fn forge(message: &[u8]) -> Vec<u8> {
    let mut m = message.to_vec();
    m[0] ^= 1;
    m
}

/// Limbs as little-endian bytes.
fn bytes(limbs: &[u64]) -> Vec<u8> {
    limbs.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn crrl_25519(t: &mut Table) {
    use crrl::field::GF25519;
    use crrl::{ed25519, ristretto255, x25519};
    const PEER: &CStr = c"crrl";
    t.add(PEER, "x25519/public-key", |i| {
        let k = i.array("x-private");
        produce(move || x25519::x25519_base(&k))
    });
    t.add(PEER, "x25519/shared-secret", |i| {
        let (k, u) = (i.array("x-private"), i.array("x-peers"));
        produce(move || x25519::x25519(&u, &k))
    });
    t.add(PEER, "ed25519/key-generation", |i| {
        let seed: [u8; 32] = i.array("seed");
        produce(move || {
            let k = ed25519::PrivateKey::from_seed(&seed);
            let mut pair = [0; 64];
            pair[..32].copy_from_slice(&seed);
            pair[32..].copy_from_slice(&k.public_key.encode());
            pair
        })
    });
    t.add(PEER, "ed25519/sign-expanded", |i| {
        let (k, m) = (ed25519::PrivateKey::from_seed(&i.bytes("seed")), i.bytes("message"));
        produce(move || k.sign_raw(&m))
    });
    t.add(PEER, "ed25519/verify-fips", |i| {
        let (a, m, s) = (i.array::<32>("keys"), i.bytes("message"), i.array::<64>("signatures"));
        let forgery = forge(&m);
        accept(move |forged| {
            ed25519::PublicKey::decode(&a)
                .is_some_and(|k| k.verify_raw(&s, if forged { &forgery } else { &m }))
        })
    });
    t.add(PEER, "edwards25519-point/decode", |i| {
        let b = i.array::<32>("points");
        compute(move || ed25519::Point::decode(&b).unwrap(), |p| p.encode().to_vec())
    });
    t.add(PEER, "edwards25519-point/scalar-mult", |i| {
        let p = ed25519::Point::decode(&i.array::<32>("points")).unwrap();
        let k = ed25519::Scalar::decode(&i.array::<32>("scalars")).unwrap();
        compute(move || p * k, |p| p.encode().to_vec())
    });
    t.add(PEER, "field/invert-25519", |i| {
        let x = GF25519::decode(&i.array::<32>("invert")).unwrap();
        compute(move || GF25519::ONE / x, |x| x.encode().to_vec())
    });
    t.add(PEER, "ristretto255/decode", |i| {
        let b = i.bytes("ristretto");
        compute(move || ristretto255::Point::decode(&b).unwrap(), |p| p.encode().to_vec())
    });
    t.add(PEER, "ristretto255/encode", |i| {
        let p = ristretto255::Point::decode(&i.bytes("ristretto")).unwrap();
        produce(move || p.encode())
    });
}

fn crrl_secp256k1(t: &mut Table) {
    use crrl::field::GFsecp256k1;
    use crrl::secp256k1::{Point, PrivateKey, PublicKey, Scalar};
    const PEER: &CStr = c"crrl";
    fn scalar(b: &[u8; 32]) -> Scalar {
        let mut little = *b;
        little.reverse();
        Scalar::decode(&little).unwrap()
    }
    fn x_of(p: Point) -> [u8; 32] {
        p.encode_compressed()[1..].try_into().unwrap()
    }
    t.add(PEER, "secp256k1/x-only-key", |i| {
        let k = i.array("secret");
        produce(move || x_of(Point::mulgen(&scalar(&k))))
    });
    t.add(PEER, "secp256k1/ecdsa-sign", |i| {
        let (k, d) = (i.array::<32>("secret"), i.array::<32>("digest"));
        produce(move || PrivateKey::decode(&k).unwrap().sign_hash(&d, &[]))
    });
    t.add(PEER, "secp256k1/ecdsa-sign-parsed", |i| {
        let (k, d) = (PrivateKey::decode(&i.array::<32>("secret")).unwrap(), i.array::<32>("digest"));
        produce(move || k.sign_hash(&d, &[]))
    });
    t.add(PEER, "secp256k1/ecdsa-verify", |i| {
        let (q, d, s) = (i.array::<33>("compressed"), i.bytes("digest"), i.array::<64>("ecdsa"));
        let forgery = forge(&d);
        accept(move |forged| {
            PublicKey::decode(&q).is_some_and(|k| k.verify_hash(&s, if forged { &forgery } else { &d }))
        })
    });
    t.add(PEER, "secp256k1/ecdsa-verify-parsed", |i| {
        let (q, d, s) = (i.array::<33>("compressed"), i.bytes("digest"), i.array::<64>("ecdsa"));
        let (k, forgery) = (PublicKey::decode(&q).unwrap(), forge(&d));
        accept(move |forged| k.verify_hash(&s, if forged { &forgery } else { &d }))
    });
    t.add(PEER, "secp256k1/ecdh", |i| {
        let (k, q) = (i.array("secret"), i.array::<33>("peer-key"));
        produce(move || x_of(Point::decode(&q).unwrap() * scalar(&k)))
    });
    t.add(PEER, "secp256k1/ecdh-parsed", |i| {
        let (k, q) = (scalar(&i.array("secret")), Point::decode(&i.array::<33>("peer-key")).unwrap());
        produce(move || x_of(q * k))
    });
    t.add(PEER, "field/invert-secp256k1", |i| {
        let x = GFsecp256k1::decode(&i.array::<32>("invert")).unwrap();
        compute(move || GFsecp256k1::ONE / x, |x| x.encode().to_vec())
    });
    t.add(PEER, "field/invert-order-secp256k1", |i| {
        let x = Scalar::decode(&i.array::<32>("invert")).unwrap();
        compute(move || Scalar::ONE / x, |x| x.encode().to_vec())
    });
}

/// The two curves have the same interface, but no common trait.
macro_rules! crrl_double_odd {
    ($function:ident, $curve:ident) => {
        fn $function(t: &mut Table) {
            use crrl::$curve::{Point, PrivateKey, PublicKey, Scalar};
            const PEER: &CStr = c"crrl";
            fn scalar(i: &Inputs, name: &str) -> Scalar {
                Scalar::decode(&i.array::<32>(name)).unwrap()
            }
            let name = |operation: &str| format!("{}/{operation}", stringify!($curve));
            t.add(PEER, &name("decode"), |i| {
                let b = Point::mulgen(&scalar(i, "double-odd-peer")).encode();
                compute(move || Point::decode(&b).unwrap(), |p| p.encode().to_vec())
            });
            t.add(PEER, &name("encode"), |i| {
                let p = Point::mulgen(&scalar(i, "double-odd-peer"));
                produce(move || p.encode())
            });
            t.add(PEER, &name("mul"), |i| {
                let (p, k) = (Point::mulgen(&scalar(i, "double-odd-peer")), scalar(i, "double-odd"));
                compute(move || p * k, |p| p.encode().to_vec())
            });
            t.add(PEER, &name("mulgen"), |i| {
                let k = scalar(i, "double-odd");
                compute(move || Point::mulgen(&k), |p| p.encode().to_vec())
            });
            t.add(PEER, &name("key-generation"), |i| {
                let k = i.array::<32>("double-odd");
                produce(move || PrivateKey::decode(&k).unwrap().public_key.encode())
            });
            t.add(PEER, &name("sign"), |i| {
                let (k, m) = (PrivateKey::from_scalar(&scalar(i, "double-odd")), i.bytes("message"));
                produce(move || k.sign("", &m))
            });
            t.add(PEER, &name("verify"), |i| {
                let (k, m) = (PrivateKey::from_scalar(&scalar(i, "double-odd")), i.bytes("message"));
                let (s, q, forgery) = (k.sign("", &m), k.public_key.encode(), forge(&m));
                accept(move |forged| {
                    PublicKey::decode(&q)
                        .is_some_and(|k| k.verify(&s, "", if forged { &forgery } else { &m }))
                })
            });
            t.add(PEER, &name("verify-parsed"), |i| {
                let (k, m) = (PrivateKey::from_scalar(&scalar(i, "double-odd")), i.bytes("message"));
                let (s, q, forgery) = (k.sign("", &m), k.public_key, forge(&m));
                accept(move |forged| q.verify(&s, "", if forged { &forgery } else { &m }))
            });
            t.add(PEER, &name("key-exchange"), |i| {
                let k = PrivateKey::from_scalar(&scalar(i, "double-odd"));
                let q = PrivateKey::from_scalar(&scalar(i, "double-odd-peer")).public_key.encode();
                produce(move || k.ECDH(&q).0)
            });
        }
    };
}

crrl_double_odd!(crrl_jq255e, jq255e);
crrl_double_odd!(crrl_jq255s, jq255s);

fn dalek(t: &mut Table) {
    use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
    use curve25519_dalek::ristretto::CompressedRistretto;
    use curve25519_dalek::scalar::Scalar;
    use curve25519_dalek::traits::VartimeMultiscalarMul;
    use ed25519_dalek::hazmat::{ExpandedSecretKey, raw_sign};
    use ed25519_dalek::{Sha512, Signature, Signer, SigningKey, Verifier, VerifyingKey, verify_batch};
    use x25519_dalek::{PublicKey, StaticSecret};
    const PEER: &CStr = c"dalek";
    t.add(PEER, "x25519/public-key", |i| {
        let k = i.array::<32>("x-private");
        produce(move || PublicKey::from(&StaticSecret::from(k)).to_bytes())
    });
    t.add(PEER, "x25519/shared-secret", |i| {
        let (k, u) = (StaticSecret::from(i.array::<32>("x-private")), PublicKey::from(i.array::<32>("x-peers")));
        produce(move || k.diffie_hellman(&u).to_bytes())
    });
    t.add(PEER, "ed25519/key-generation", |i| {
        let seed = i.array("seed");
        produce(move || SigningKey::from_bytes(&seed).to_keypair_bytes())
    });
    t.add(PEER, "ed25519/sign", |i| {
        let (k, m) = (SigningKey::from_bytes(&i.array("seed")), i.bytes("message"));
        produce(move || k.sign(&m).to_bytes())
    });
    t.add(PEER, "ed25519/sign-expanded", |i| {
        let (seed, m) = (i.array("seed"), i.bytes("message"));
        let (k, a) = (ExpandedSecretKey::from(&seed), SigningKey::from_bytes(&seed).verifying_key());
        produce(move || raw_sign::<Sha512>(&k, &m, &a).to_bytes())
    });
    for (operation, strict) in [("ed25519/verify-stdlib", false), ("ed25519/verify-default", true)] {
        t.add(PEER, operation, move |i| {
            let (a, m, s) = (i.array("keys"), i.bytes("message"), i.array::<64>("signatures"));
            let forgery = forge(&m);
            accept(move |forged| {
                let m = if forged { &forgery } else { &m };
                VerifyingKey::from_bytes(&a).is_ok_and(|k| {
                    let s = Signature::from_bytes(&s);
                    if strict { k.verify_strict(m, &s).is_ok() } else { k.verify(m, &s).is_ok() }
                })
            })
        });
    }
    t.add(PEER, "ed25519/expand-key", |i| {
        let a = i.array("keys");
        compute(move || VerifyingKey::from_bytes(&a).unwrap(), |k| k.to_bytes().to_vec())
    });
    t.add(PEER, "ed25519/verify-expanded", |i| {
        let (k, m) = (VerifyingKey::from_bytes(&i.array("keys")).unwrap(), i.bytes("message"));
        let (s, forgery) = (Signature::from_bytes(&i.array("signatures")), forge(&m));
        accept(move |forged| k.verify(if forged { &forgery } else { &m }, &s).is_ok())
    });
    for n in [1, 8, 16, 32, 64, 128, 256, 512, 1024] {
        for expanded in [false, true] {
            let kind = if expanded { "expanded" } else { "plain" };
            t.add(PEER, &format!("ed25519-batch/{kind}-{n}"), move |i| {
                let encoded: Vec<[u8; 32]> = i.list("keys", n);
                let decode = |encoded: &[[u8; 32]]| -> Vec<VerifyingKey> {
                    encoded.iter().map(|a| VerifyingKey::from_bytes(a).unwrap()).collect()
                };
                let keys = decode(&encoded);
                let signatures: Vec<[u8; 64]> = i.list("signatures", n);
                let good: Vec<[u8; 59]> = i.list("messages", n);
                let mut bad = good.clone();
                bad[n - 1][0] ^= 1;
                accept(move |forged| {
                    let messages: Vec<&[u8]> =
                        if forged { &bad } else { &good }.iter().map(|m| &m[..]).collect();
                    let s: Vec<Signature> = signatures.iter().map(Signature::from_bytes).collect();
                    if expanded {
                        verify_batch(&messages, &s, &keys).is_ok()
                    } else {
                        verify_batch(&messages, &s, &decode(&encoded)).is_ok()
                    }
                })
            });
        }
    }
    for n in [64, 1024] {
        t.add(PEER, &format!("ed25519/verify-stdlib-{n}"), move |i| {
            let keys: Vec<[u8; 32]> = i.list("keys", n);
            let signatures: Vec<[u8; 64]> = i.list("signatures", n);
            let good: Vec<[u8; 59]> = i.list("messages", n);
            let mut bad = good.clone();
            bad[n - 1][0] ^= 1;
            accept(move |forged| {
                let messages = if forged { &bad } else { &good };
                (0..n).all(|j| {
                    VerifyingKey::from_bytes(&keys[j])
                        .is_ok_and(|k| k.verify(&messages[j], &Signature::from_bytes(&signatures[j])).is_ok())
                })
            })
        });
    }
    t.add(PEER, "edwards25519-point/decode", |i| {
        let b = CompressedEdwardsY(i.array("points"));
        compute(move || b.decompress().unwrap(), |p| p.compress().to_bytes().to_vec())
    });
    t.add(PEER, "edwards25519-point/scalar-mult", |i| {
        let p = CompressedEdwardsY(i.array("points")).decompress().unwrap();
        let k = Scalar::from_canonical_bytes(i.array("scalars")).unwrap();
        compute(move || p * k, |p| p.compress().to_bytes().to_vec())
    });
    for n in [2, 16, 64, 256, 1024, 16384] {
        t.add(PEER, &format!("edwards25519/msm-{n}"), move |i| {
            let points: Vec<EdwardsPoint> = i
                .list("points", n)
                .iter()
                .map(|b| CompressedEdwardsY(*b).decompress().unwrap())
                .collect();
            let scalars: Vec<Scalar> = i
                .list("scalars", n)
                .iter()
                .map(|b| Scalar::from_canonical_bytes(*b).unwrap())
                .collect();
            compute(
                move || EdwardsPoint::vartime_multiscalar_mul(&scalars, &points),
                |p| p.compress().to_bytes().to_vec(),
            )
        });
    }
    t.add(PEER, "ristretto255/decode", |i| {
        let b = CompressedRistretto(i.array("ristretto"));
        compute(move || b.decompress().unwrap(), |p| p.compress().to_bytes().to_vec())
    });
    t.add(PEER, "ristretto255/encode", |i| {
        let p = CompressedRistretto(i.array("ristretto")).decompress().unwrap();
        produce(move || p.compress().to_bytes())
    });
}

/// The C library itself: the crate secp256k1 blinds its context anew after every
/// use of a secret key, which doubles what that costs.
fn libsecp256k1(t: &mut Table) {
    use secp256k1_sys::{self as c, recovery as r};
    use std::ffi::{c_int, c_uchar, c_void};
    use std::ptr::{null, null_mut};
    const PEER: &CStr = c"libsecp256k1";

    /// A context, blinded once, as its manual recommends.
    fn context() -> *const c::Context {
        unsafe {
            let cx = c::secp256k1_context_create(c::SECP256K1_START_NONE);
            assert_eq!(c::secp256k1_context_randomize(cx, [7; 32].as_ptr()), 1);
            cx.as_ptr()
        }
    }
    fn pair_of(cx: *const c::Context, k: &[u8; 32]) -> c::Keypair {
        unsafe {
            let mut pair = c::Keypair::new();
            assert_eq!(c::secp256k1_keypair_create(cx, &mut pair, k.as_ptr()), 1);
            pair
        }
    }
    fn parse(cx: *const c::Context, b: &[u8; 33]) -> Option<c::PublicKey> {
        unsafe {
            let mut q = c::PublicKey::new();
            (c::secp256k1_ec_pubkey_parse(cx, &mut q, b.as_ptr(), 33) == 1).then_some(q)
        }
    }
    unsafe extern "C" fn copy_x(
        out: *mut c_uchar,
        x: *const c_uchar,
        _y: *const c_uchar,
        _data: *mut c_void,
    ) -> c_int {
        unsafe { std::ptr::copy_nonoverlapping(x, out, 32) };
        1
    }

    t.add(PEER, "secp256k1/x-only-key", |i| {
        let (cx, k) = (context(), i.array("secret"));
        produce(move || unsafe {
            let (mut x, mut out) = (c::XOnlyPublicKey::new(), [0; 32]);
            c::secp256k1_keypair_xonly_pub(cx, &mut x, null_mut(), &pair_of(cx, &k));
            c::secp256k1_xonly_pubkey_serialize(cx, out.as_mut_ptr(), &x);
            out
        })
    });
    t.add(PEER, "secp256k1/bip340-sign", |i| {
        let (cx, k, d) = (context(), i.array("secret"), i.array::<32>("digest"));
        produce(move || unsafe {
            let mut out = [0; 64];
            let ok = c::secp256k1_schnorrsig_sign32(cx, out.as_mut_ptr(), d.as_ptr(), &pair_of(cx, &k), null());
            assert_eq!(ok, 1);
            out
        })
    });
    for name in ["secp256k1/bip340-sign-pair", "nostr/sign"] {
        t.add(PEER, name, |i| {
            let cx = context();
            let (pair, d) = (pair_of(cx, &i.array("secret")), i.array::<32>("digest"));
            produce(move || unsafe {
                let mut out = [0; 64];
                assert_eq!(c::secp256k1_schnorrsig_sign32(cx, out.as_mut_ptr(), d.as_ptr(), &pair, null()), 1);
                out
            })
        });
    }
    for name in ["secp256k1/bip340-verify-parsed", "nostr/verify"] {
        t.add(PEER, name, |i| {
            let (cx, x, d) = (context(), i.array::<32>("x-only"), i.bytes("digest"));
            let (s, forgery) = (i.array::<64>("bip340"), forge(&d));
            let q = unsafe {
                let mut q = c::XOnlyPublicKey::new();
                assert_eq!(c::secp256k1_xonly_pubkey_parse(cx, &mut q, x.as_ptr()), 1);
                q
            };
            accept(move |forged| unsafe {
                let d = if forged { &forgery } else { &d };
                c::secp256k1_schnorrsig_verify(cx, s.as_ptr(), d.as_ptr(), 32, &q) == 1
            })
        });
    }
    for n in [64, 1024] {
        t.add(PEER, &format!("secp256k1/bip340-batch-{n}"), move |i| {
            let cx = context();
            let keys: Vec<[u8; 32]> = i.list("bip340-keys", n);
            let signatures: Vec<[u8; 64]> = i.list("bip340-signatures", n);
            let good: Vec<[u8; 32]> = i.list("bip340-digests", n);
            let mut bad = good.clone();
            bad[n - 1][0] ^= 1;
            accept(move |forged| {
                let digests = if forged { &bad } else { &good };
                (0..n).all(|j| unsafe {
                    let mut q = c::XOnlyPublicKey::new();
                    c::secp256k1_xonly_pubkey_parse(cx, &mut q, keys[j].as_ptr()) == 1
                        && c::secp256k1_schnorrsig_verify(cx, signatures[j].as_ptr(), digests[j].as_ptr(), 32, &q) == 1
                })
            })
        });
    }
    t.add(PEER, "nostr/public-key", |i| {
        let (cx, k) = (context(), i.array("secret"));
        produce(move || unsafe {
            let (mut x, mut out) = (c::XOnlyPublicKey::new(), [0; 32]);
            c::secp256k1_keypair_xonly_pub(cx, &mut x, null_mut(), &pair_of(cx, &k));
            c::secp256k1_xonly_pubkey_serialize(cx, out.as_mut_ptr(), &x);
            out
        })
    });
    t.add(PEER, "secp256k1/bip340-verify", |i| {
        let (cx, x, d) = (context(), i.array::<32>("x-only"), i.bytes("digest"));
        let (s, forgery) = (i.array::<64>("bip340"), forge(&d));
        accept(move |forged| unsafe {
            let d = if forged { &forgery } else { &d };
            let mut q = c::XOnlyPublicKey::new();
            c::secp256k1_xonly_pubkey_parse(cx, &mut q, x.as_ptr()) == 1
                && c::secp256k1_schnorrsig_verify(cx, s.as_ptr(), d.as_ptr(), 32, &q) == 1
        })
    });
    // A key in bytes is as good as any to this library.
    for name in ["secp256k1/ecdsa-sign", "secp256k1/ecdsa-sign-parsed"] {
        t.add(PEER, name, |i| {
            let (cx, k, d) = (context(), i.array::<32>("secret"), i.array::<32>("digest"));
            produce(move || unsafe {
                let (mut s, mut out) = (c::Signature::new(), [0; 64]);
                let nonce = c::secp256k1_nonce_function_rfc6979;
                assert_eq!(c::secp256k1_ecdsa_sign(cx, &mut s, d.as_ptr(), k.as_ptr(), nonce, null()), 1);
                c::secp256k1_ecdsa_signature_serialize_compact(cx, out.as_mut_ptr(), &s);
                out
            })
        });
    }
    t.add(PEER, "secp256k1/ecdsa-verify", |i| {
        let (cx, q, d) = (context(), i.array("compressed"), i.bytes("digest"));
        let (b, forgery) = (i.array::<64>("ecdsa"), forge(&d));
        accept(move |forged| unsafe {
            let d = if forged { &forgery } else { &d };
            let mut s = c::Signature::new();
            c::secp256k1_ecdsa_signature_parse_compact(cx, &mut s, b.as_ptr()) == 1
                && parse(cx, &q).is_some_and(|q| c::secp256k1_ecdsa_verify(cx, &s, d.as_ptr(), &q) == 1)
        })
    });
    t.add(PEER, "secp256k1/ecdsa-verify-parsed", |i| {
        let (cx, d, b) = (context(), i.bytes("digest"), i.array::<64>("ecdsa"));
        let (q, forgery) = (parse(cx, &i.array("compressed")).unwrap(), forge(&d));
        accept(move |forged| unsafe {
            let d = if forged { &forgery } else { &d };
            let mut s = c::Signature::new();
            c::secp256k1_ecdsa_signature_parse_compact(cx, &mut s, b.as_ptr()) == 1
                && c::secp256k1_ecdsa_verify(cx, &s, d.as_ptr(), &q) == 1
        })
    });
    // The compressed public key that a signature of 64 bytes and its recovery id are from.
    fn recover(cx: *const c::Context, b: &[u8; 65], digest: &[u8; 32]) -> Option<[u8; 33]> {
        unsafe {
            let (mut s, mut q) = (r::RecoverableSignature::new(), c::PublicKey::new());
            if r::secp256k1_ecdsa_recoverable_signature_parse_compact(cx, &mut s, b.as_ptr(), b[64].into()) != 1
                || r::secp256k1_ecdsa_recover(cx, &mut q, &s, digest.as_ptr()) != 1
            {
                return None;
            }
            let (mut out, mut size) = ([0; 33], 33);
            c::secp256k1_ec_pubkey_serialize(cx, out.as_mut_ptr(), &mut size, &q, c::SECP256K1_SER_COMPRESSED);
            Some(out)
        }
    }
    t.add(PEER, "secp256k1/ecdsa-recover", |i| {
        let cx = context();
        let signature = i.list::<65>("recoverable", 1)[0];
        let digest = i.list::<32>("bip340-digests", 1)[0];
        produce(move || recover(cx, &signature, &digest).unwrap())
    });
    t.add(PEER, "secp256k1/ecdsa-recover-64", |i| {
        let (cx, n) = (context(), 64);
        let (keys, signatures) = (i.list::<33>("ecdsa-keys", n), i.list::<65>("recoverable", n));
        let good: Vec<[u8; 32]> = i.list("bip340-digests", n);
        let mut bad = good.clone();
        bad[n - 1][0] ^= 1;
        accept(move |forged| {
            let digests = if forged { &bad } else { &good };
            (0..n).all(|j| recover(cx, &signatures[j], &digests[j]) == Some(keys[j]))
        })
    });
    t.add(PEER, "secp256k1/ecdsa-verify-64", |i| {
        let (cx, n) = (context(), 64);
        let (keys, signatures) = (i.list::<33>("ecdsa-keys", n), i.list::<65>("recoverable", n));
        let good: Vec<[u8; 32]> = i.list("bip340-digests", n);
        let mut bad = good.clone();
        bad[n - 1][0] ^= 1;
        accept(move |forged| {
            let digests = if forged { &bad } else { &good };
            (0..n).all(|j| unsafe {
                let mut s = c::Signature::new();
                c::secp256k1_ecdsa_signature_parse_compact(cx, &mut s, signatures[j].as_ptr()) == 1
                    && parse(cx, &keys[j])
                        .is_some_and(|q| c::secp256k1_ecdsa_verify(cx, &s, digests[j].as_ptr(), &q) == 1)
            })
        })
    });
    t.add(PEER, "secp256k1/ecdh-parsed", |i| {
        let (cx, k) = (context(), i.array::<32>("secret"));
        let q = parse(cx, &i.array("peer-key")).unwrap();
        produce(move || unsafe {
            let mut out = [0; 32];
            let ok = c::secp256k1_ecdh(cx, out.as_mut_ptr(), &q, k.as_ptr(), Some(copy_x), null_mut());
            assert_eq!(ok, 1);
            out
        })
    });
    t.add(PEER, "nostr/ecdh", |i| {
        let (cx, k, mut b) = (context(), i.array::<32>("secret"), i.array("peer-key"));
        b[0] = 2; // the even y of an x-only key
        produce(move || unsafe {
            let (q, mut out) = (parse(cx, &b).unwrap(), [0; 32]);
            let ok = c::secp256k1_ecdh(cx, out.as_mut_ptr(), &q, k.as_ptr(), Some(copy_x), null_mut());
            assert_eq!(ok, 1);
            out
        })
    });
    t.add(PEER, "secp256k1/ecdh", |i| {
        let (cx, k, b) = (context(), i.array::<32>("secret"), i.array("peer-key"));
        produce(move || unsafe {
            let (q, mut out) = (parse(cx, &b).unwrap(), [0; 32]);
            let ok = c::secp256k1_ecdh(cx, out.as_mut_ptr(), &q, k.as_ptr(), Some(copy_x), null_mut());
            assert_eq!(ok, 1);
            out
        })
    });
}

fn aws_lc(t: &mut Table) {
    use aws_lc_sys::{
        ED25519_keypair_from_seed, ED25519_sign, ED25519_verify, X25519, X25519_public_from_private,
    };
    const PEER: &CStr = c"aws-lc";
    // s2n-bignum, which comes with it: one function that the library uses, and one
    // that build.sh adds. They need ADX where they are for x86.
    unsafe extern "C" {
        #[link_name = "aws_lc_0_47_0_edwards25519_decode"]
        fn edwards25519_decode(z: *mut u64, c: *const u8) -> u64;
        fn bignum_inv_p25519(z: *mut u64, x: *const u64);
    }
    #[cfg(target_arch = "x86_64")]
    let able = std::is_x86_feature_detected!("adx");
    #[cfg(not(target_arch = "x86_64"))]
    let able = true;
    if able {
        t.add(PEER, "edwards25519-point/decode", |i| {
            let b = i.array::<32>("points");
            compute(
                move || {
                    let mut xy = [0; 8];
                    assert_eq!(unsafe { edwards25519_decode(xy.as_mut_ptr(), b.as_ptr()) }, 0);
                    xy
                },
                |xy| {
                    let mut b = bytes(&xy[4..]);
                    b[31] |= ((xy[0] & 1) << 7) as u8;
                    b
                },
            )
        });
        t.add(PEER, "field/invert-25519", |i| {
            let mut x = [0; 4];
            for (x, b) in x.iter_mut().zip(i.bytes("invert").as_chunks().0) {
                *x = u64::from_le_bytes(*b);
            }
            compute(
                move || {
                    let mut z = [0; 4];
                    unsafe { bignum_inv_p25519(z.as_mut_ptr(), x.as_ptr()) };
                    z
                },
                |z| bytes(z),
            )
        });
    }
    t.add(PEER, "x25519/public-key", |i| {
        let k = i.array::<32>("x-private");
        produce(move || {
            let mut out = [0; 32];
            unsafe { X25519_public_from_private(out.as_mut_ptr(), k.as_ptr()) };
            out
        })
    });
    t.add(PEER, "x25519/shared-secret", |i| {
        let (k, u) = (i.array::<32>("x-private"), i.array::<32>("x-peers"));
        produce(move || {
            let mut out = [0; 32];
            assert_eq!(unsafe { X25519(out.as_mut_ptr(), k.as_ptr(), u.as_ptr()) }, 1);
            out
        })
    });
    t.add(PEER, "x25519/public-keys-16", |i| {
        let keys = i.list::<32>("x-peers", 16);
        produce(move || {
            let mut out = [0; 16 * 32];
            for (out, k) in out.as_chunks_mut::<32>().0.iter_mut().zip(&keys) {
                unsafe { X25519_public_from_private(out.as_mut_ptr(), k.as_ptr()) };
            }
            out
        })
    });
    t.add(PEER, "x25519/shared-secrets-16", |i| {
        let (k, peers) = (i.array::<32>("x-private"), i.list::<32>("x-peers", 16));
        produce(move || {
            let mut out = [0; 16 * 32];
            for (out, u) in out.as_chunks_mut::<32>().0.iter_mut().zip(&peers) {
                assert_eq!(unsafe { X25519(out.as_mut_ptr(), k.as_ptr(), u.as_ptr()) }, 1);
            }
            out
        })
    });
    t.add(PEER, "ed25519/key-generation", |i| {
        let seed = i.array::<32>("seed");
        produce(move || {
            let (mut public, mut pair) = ([0; 32], [0; 64]);
            unsafe { ED25519_keypair_from_seed(public.as_mut_ptr(), pair.as_mut_ptr(), seed.as_ptr()) };
            pair
        })
    });
    t.add(PEER, "ed25519/sign", |i| {
        let (k, m) = (i.array::<64>("private"), i.bytes("message"));
        produce(move || {
            let mut out = [0; 64];
            assert_eq!(unsafe { ED25519_sign(out.as_mut_ptr(), m.as_ptr(), m.len(), k.as_ptr()) }, 1);
            out
        })
    });
    for n in [64, 1024] {
        t.add(PEER, &format!("ed25519/verify-stdlib-{n}"), move |i| {
            let (keys, signatures) = (i.list::<32>("keys", n), i.list::<64>("signatures", n));
            let good: Vec<[u8; 59]> = i.list("messages", n);
            let mut bad = good.clone();
            bad[n - 1][0] ^= 1;
            accept(move |forged| {
                let messages = if forged { &bad } else { &good };
                (0..n).all(|j| {
                    let m = &messages[j];
                    unsafe { ED25519_verify(m.as_ptr(), m.len(), signatures[j].as_ptr(), keys[j].as_ptr()) == 1 }
                })
            })
        });
    }
    t.add(PEER, "ed25519/verify-stdlib", |i| {
        let (a, m, s) = (i.array::<32>("keys"), i.bytes("message"), i.array::<64>("signatures"));
        let forgery = forge(&m);
        accept(move |forged| {
            let m = if forged { &forgery } else { &m };
            unsafe { ED25519_verify(m.as_ptr(), m.len(), s.as_ptr(), a.as_ptr()) == 1 }
        })
    });
}
