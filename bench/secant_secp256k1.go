// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bytes"
	"fmt"

	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/nostr"
	"secant.example/secp256k1/schnorr"
)

// BIP-340.
func init() {
	register(Ours, "secp256k1/x-only-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := schnorr.NewPrivateKey(in.Secret[:])
			if err != nil {
				return nil, err
			}
			return k.PublicKey().Bytes(), nil
		})
	})
	options := &schnorr.Options{Aux: make([]byte, schnorr.AuxSize)}
	register(Ours, "secp256k1/bip340-sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := schnorr.NewPrivateKey(in.Secret[:])
			if err != nil {
				return nil, err
			}
			return schnorr.SignWithOptions(k, in.Digest[:], options)
		})
	})
	register(Ours, "secp256k1/bip340-sign-pair", func(in *Inputs) (*Instance, error) {
		k, err := schnorr.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return schnorr.SignWithOptions(k, in.Digest[:], options) })
	})
	register(Ours, "secp256k1/bip340-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return schnorr.Verify(in.XOnly, pick(forged, in.Digest[:], forgery), in.BIP340)
		})
	})
	register(Ours, "secp256k1/bip340-verify-parsed", func(in *Inputs) (*Instance, error) {
		p, err := schnorr.NewPublicKey(in.XOnly)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool { return p.Verify(pick(forged, in.Digest[:], forgery), in.BIP340) })
	})
	for _, n := range BIP340BatchSizes {
		register(Ours, fmt.Sprintf("secp256k1/bip340-batch-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.digests(n, false), in.digests(n, true)
			v := schnorr.NewBatchVerifierWithCapacity(n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, digest := range pick(forged, good, bad) {
					v.Add(in.BIP340Keys[i], digest, in.BIP340Signatures[i])
				}
				return v.VerifyBatchOnly(nil)
			})
		})
	}
}

// ECDSA and ECDH.
func init() {
	register(Ours, "secp256k1/ecdsa-sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := ecdsa.NewPrivateKey(in.Secret[:])
			if err != nil {
				return nil, err
			}
			sig, err := ecdsa.Sign(k, in.Digest)
			if err != nil {
				return nil, err
			}
			return sig.Compact(), nil
		})
	})
	register(Ours, "secp256k1/ecdsa-sign-parsed", func(in *Inputs) (*Instance, error) {
		k, err := ecdsa.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			sig, err := ecdsa.Sign(k, in.Digest)
			if err != nil {
				return nil, err
			}
			return sig.Compact(), nil
		})
	})
	register(Ours, "secp256k1/ecdsa-verify", func(in *Inputs) (*Instance, error) {
		forgery := ecdsa.Digest(forge(in.Digest[:]))
		return accept(func(forged bool) bool {
			p, err := ecdsa.NewPublicKey(in.Compressed)
			return err == nil && p.VerifyCompact(pick(forged, in.Digest, forgery), in.ECDSA, ecdsa.LowS)
		})
	})
	register(Ours, "secp256k1/ecdsa-verify-parsed", func(in *Inputs) (*Instance, error) {
		p, err := ecdsa.NewPublicKey(in.Compressed)
		if err != nil {
			return nil, err
		}
		forgery := ecdsa.Digest(forge(in.Digest[:]))
		return accept(func(forged bool) bool {
			return p.VerifyCompact(pick(forged, in.Digest, forgery), in.ECDSA, ecdsa.LowS)
		})
	})
	register(Ours, "secp256k1/ecdsa-verify-64", func(in *Inputs) (*Instance, error) {
		good, bad := in.digests(ecdsaBatch, false), in.digests(ecdsaBatch, true)
		v := ecdsa.NewBatchVerifierWithCapacity(ecdsaBatch)
		return accept(func(forged bool) bool {
			v.Reset()
			for i, digest := range pick(forged, good, bad) {
				sig, err := ecdsa.ParseCompact(in.Recoverable[i][:64])
				if err != nil {
					return false
				}
				v.Add(in.ECDSAKeys[i], ecdsa.Digest(digest), sig, ecdsa.LowS)
			}
			return v.VerifyBatchOnly(nil)
		})
	})
	register(Ours, "secp256k1/ecdsa-recover", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			sig, err := ecdsa.ParseEthereum(in.Recoverable[0])
			if err != nil {
				return nil, err
			}
			p, err := sig.Recover(ecdsa.Digest(in.BIP340Digests[0]), ecdsa.LowS)
			if err != nil {
				return nil, err
			}
			return p.Bytes(), nil
		})
	})
	register(Ours, "secp256k1/ecdsa-recover-64", func(in *Inputs) (*Instance, error) {
		good, bad := in.digests(ecdsaBatch, false), in.digests(ecdsaBatch, true)
		v := ecdsa.NewBatchRecovererWithCapacity(ecdsaBatch)
		return accept(func(forged bool) bool {
			v.Reset()
			for i, digest := range pick(forged, good, bad) {
				sig, err := ecdsa.ParseEthereum(in.Recoverable[i])
				if err != nil {
					return false
				}
				v.Add(ecdsa.Digest(digest), sig, ecdsa.LowS)
			}
			all, keys := v.Recover()
			for i, p := range keys {
				all = all && bytes.Equal(p.Bytes(), in.ECDSAKeys[i])
			}
			return all
		})
	})
	var secret [32]byte
	register(Ours, "secp256k1/ecdh", func(in *Inputs) (*Instance, error) {
		return once(func() error {
			k, err := ecdh.NewPrivateKey(in.Secret[:])
			if err != nil {
				return err
			}
			peer, err := ecdh.NewPublicKey(in.PeerKey)
			if err != nil {
				return err
			}
			secret, err = k.SharedSecret(peer)
			return err
		}, func() ([]byte, error) { return secret[:], nil })
	})
	register(Ours, "secp256k1/ecdh-parsed", func(in *Inputs) (*Instance, error) {
		k, err := ecdh.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		peer, err := ecdh.NewPublicKey(in.PeerKey)
		if err != nil {
			return nil, err
		}
		return once(func() (err error) {
			secret, err = k.SharedSecret(peer)
			return err
		}, func() ([]byte, error) { return secret[:], nil })
	})
}

// The Signer for Nostr.
func init() {
	register(Ours, "nostr/public-key", func(in *Inputs) (*Instance, error) {
		var s nostr.Signer
		return produce(func() ([]byte, error) {
			if err := s.InitSec(in.Secret[:]); err != nil {
				return nil, err
			}
			return s.Pub(), nil
		})
	})
	register(Ours, "nostr/sign", func(in *Inputs) (*Instance, error) {
		var s nostr.Signer
		if err := s.InitSec(in.Secret[:]); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return s.Sign(in.Digest[:]) })
	})
	register(Ours, "nostr/verify", func(in *Inputs) (*Instance, error) {
		var s nostr.Signer
		if err := s.InitPub(in.XOnly); err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			ok, err := s.Verify(pick(forged, in.Digest[:], forgery), in.BIP340)
			return ok && err == nil
		})
	})
	register(Ours, "nostr/ecdh", func(in *Inputs) (*Instance, error) {
		var s nostr.Signer
		if err := s.InitSec(in.Secret[:]); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return s.ECDH(in.PeerKey[1:]) })
	})
}

// Sums of multiples.
func init() {
	for _, n := range MSMSizes {
		register(Ours, fmt.Sprintf("secp256k1-msm/msm-%d", n), func(in *Inputs) (*Instance, error) {
			points, scalars := make([]*secp256k1.Point, n), make([]*secp256k1.Scalar, n)
			for i := range n {
				var err error
				if points[i], err = new(secp256k1.Point).SetBytes(in.SecpPoints[i]); err != nil {
					return nil, err
				}
				if scalars[i], err = new(secp256k1.Scalar).SetCanonicalBytes(in.SecpScalars[i]); err != nil {
					return nil, err
				}
			}
			var v secp256k1.Point
			return once(func() error {
				v.VarTimeMultiScalarMult(scalars, points)
				return nil
			}, func() ([]byte, error) { return v.Bytes(), nil })
		})
	}
}
