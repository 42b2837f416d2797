// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bytes"
	"fmt"
	"math/big"

	"github.com/btcsuite/btcd/btcec/v2"
	btcecdsa "github.com/btcsuite/btcd/btcec/v2/ecdsa"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/consensys/gnark-crypto/ecc"
	gnark "github.com/consensys/gnark-crypto/ecc/secp256k1"
	gnarkecdsa "github.com/consensys/gnark-crypto/ecc/secp256k1/ecdsa"
	gnarkfr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	secp256k1voi "gitlab.com/yawning/secp256k1-voi"
	"gitlab.com/yawning/secp256k1-voi/secec"
	"gitlab.com/yawning/secp256k1-voi/secec/bitcoin"
)

// parseECDSA returns the signature of 64 bytes, or nil.
func parseECDSA(b []byte) *ecdsa.Signature {
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(b[:32]) || s.SetByteSlice(b[32:]) || r.IsZero() || s.IsZero() {
		return nil
	}
	return ecdsa.NewSignature(&r, &s)
}

func verifyECDSA(in *Inputs, digest, signature []byte) error {
	key, err := secp256k1.ParsePubKey(in.Compressed)
	if err != nil {
		return err
	}
	if sig := parseECDSA(signature); sig == nil || !sig.Verify(digest, key) {
		return errRejected
	}
	return nil
}

func verifyBIP340(in *Inputs, digest, signature []byte) error {
	key, err := schnorr.ParsePubKey(in.XOnly)
	if err != nil {
		return err
	}
	sig, err := schnorr.ParseSignature(signature)
	if err != nil {
		return err
	}
	if !sig.Verify(digest, key) {
		return errRejected
	}
	return nil
}

// github.com/decred/dcrd/dcrec/secp256k1/v4.
func init() {
	for _, name := range []string{"secp256k1/ecdsa-sign", "secp256k1/ecdsa-sign-parsed"} {
		registerVerifier("dcrec", name, func(in *Inputs, signature []byte) error {
			return verifyECDSA(in, in.Digest[:], signature)
		})
	}
	register("dcrec", "secp256k1/ecdsa-sign-parsed", func(in *Inputs) (*Instance, error) {
		key := secp256k1.PrivKeyFromBytes(in.Secret[:])
		return produce(func() ([]byte, error) { return compact(ecdsa.Sign(key, in.Digest[:])), nil })
	})
	register("dcrec", "secp256k1/x-only-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			return secp256k1.PrivKeyFromBytes(in.Secret[:]).PubKey().SerializeCompressed()[1:], nil
		})
	})
	register("dcrec", "secp256k1/ecdsa-sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			return compact(ecdsa.Sign(secp256k1.PrivKeyFromBytes(in.Secret[:]), in.Digest[:])), nil
		})
	})
	register("dcrec", "secp256k1/ecdsa-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return verifyECDSA(in, pick(forged, in.Digest[:], forgery), in.ECDSA) == nil
		})
	})
	register("dcrec", "secp256k1/ecdsa-verify-parsed", func(in *Inputs) (*Instance, error) {
		key, err := secp256k1.ParsePubKey(in.Compressed)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			sig := parseECDSA(in.ECDSA)
			return sig != nil && sig.Verify(pick(forged, in.Digest[:], forgery), key)
		})
	})
	recovered := func(recoverable, digest []byte) ([]byte, error) {
		key, _, err := ecdsa.RecoverCompact(append([]byte{recoverable[64] + 31}, recoverable[:64]...), digest)
		if err != nil {
			return nil, err
		}
		return key.SerializeCompressed(), nil
	}
	register("dcrec", "secp256k1/ecdsa-recover", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return recovered(in.Recoverable[0], in.BIP340Digests[0]) })
	})
	register("dcrec", "secp256k1/ecdsa-recover-64", func(in *Inputs) (*Instance, error) {
		good, bad := in.digests(ecdsaBatch, false), in.digests(ecdsaBatch, true)
		return accept(func(forged bool) bool {
			for i, digest := range pick(forged, good, bad) {
				key, err := recovered(in.Recoverable[i], digest)
				if err != nil || !bytes.Equal(key, in.ECDSAKeys[i]) {
					return false
				}
			}
			return true
		})
	})
	register("dcrec", "secp256k1/ecdsa-verify-64", func(in *Inputs) (*Instance, error) {
		good, bad := in.digests(ecdsaBatch, false), in.digests(ecdsaBatch, true)
		return accept(func(forged bool) bool {
			for i, digest := range pick(forged, good, bad) {
				key, err := secp256k1.ParsePubKey(in.ECDSAKeys[i])
				sig := parseECDSA(in.Recoverable[i][:64])
				if err != nil || sig == nil || !sig.Verify(digest, key) {
					return false
				}
			}
			return true
		})
	})
	register("dcrec", "secp256k1/ecdh-parsed", func(in *Inputs) (*Instance, error) {
		key := secp256k1.PrivKeyFromBytes(in.Secret[:])
		peer, err := secp256k1.ParsePubKey(in.PeerKey)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return secp256k1.GenerateSharedSecret(key, peer), nil })
	})
	register("dcrec", "secp256k1/ecdh", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			peer, err := secp256k1.ParsePubKey(in.PeerKey)
			if err != nil {
				return nil, err
			}
			return secp256k1.GenerateSharedSecret(secp256k1.PrivKeyFromBytes(in.Secret[:]), peer), nil
		})
	})
}

// github.com/btcsuite/btcd/btcec/v2.
func init() {
	registerVerifier("btcec", "secp256k1/bip340-sign", func(in *Inputs, signature []byte) error {
		return verifyBIP340(in, in.Digest[:], signature)
	})
	register("btcec", "secp256k1/x-only-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			_, public := btcec.PrivKeyFromBytes(in.Secret[:])
			return schnorr.SerializePubKey(public), nil
		})
	})
	register("btcec", "secp256k1/bip340-sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
			sig, err := schnorr.Sign(key, in.Digest[:], schnorr.FastSign())
			if err != nil {
				return nil, err
			}
			return sig.Serialize(), nil
		})
	})
	for _, name := range []string{"secp256k1/bip340-sign-pair", "nostr/sign"} {
		registerVerifier("btcec", name, func(in *Inputs, signature []byte) error {
			return verifyBIP340(in, in.Digest[:], signature)
		})
		register("btcec", name, func(in *Inputs) (*Instance, error) {
			key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
			return produce(func() ([]byte, error) {
				sig, err := schnorr.Sign(key, in.Digest[:], schnorr.FastSign())
				if err != nil {
					return nil, err
				}
				return sig.Serialize(), nil
			})
		})
	}
	for _, name := range []string{"secp256k1/bip340-verify-parsed", "nostr/verify"} {
		register("btcec", name, func(in *Inputs) (*Instance, error) {
			key, err := schnorr.ParsePubKey(in.XOnly)
			if err != nil {
				return nil, err
			}
			forgery := forge(in.Digest[:])
			return accept(func(forged bool) bool {
				sig, err := schnorr.ParseSignature(in.BIP340)
				return err == nil && sig.Verify(pick(forged, in.Digest[:], forgery), key)
			})
		})
	}
	register("btcec", "nostr/public-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			_, public := btcec.PrivKeyFromBytes(in.Secret[:])
			return schnorr.SerializePubKey(public), nil
		})
	})
	register("btcec", "nostr/ecdh", func(in *Inputs) (*Instance, error) {
		key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
		return produce(func() ([]byte, error) {
			peer, err := schnorr.ParsePubKey(in.PeerKey[1:])
			if err != nil {
				return nil, err
			}
			return btcec.GenerateSharedSecret(key, peer), nil
		})
	})
	register("btcec", "secp256k1/ecdsa-sign-parsed", func(in *Inputs) (*Instance, error) {
		key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
		return produce(func() ([]byte, error) { return compact(btcecdsa.Sign(key, in.Digest[:])), nil })
	})
	register("btcec", "secp256k1/ecdsa-verify-parsed", func(in *Inputs) (*Instance, error) {
		key, err := btcec.ParsePubKey(in.Compressed)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			sig := parseECDSA(in.ECDSA)
			return sig != nil && sig.Verify(pick(forged, in.Digest[:], forgery), key)
		})
	})
	register("btcec", "secp256k1/ecdh-parsed", func(in *Inputs) (*Instance, error) {
		key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
		peer, err := btcec.ParsePubKey(in.PeerKey)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return btcec.GenerateSharedSecret(key, peer), nil })
	})
	register("btcec", "secp256k1/bip340-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return verifyBIP340(in, pick(forged, in.Digest[:], forgery), in.BIP340) == nil
		})
	})
	register("btcec", "secp256k1/ecdsa-sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
			return compact(btcecdsa.Sign(key, in.Digest[:])), nil
		})
	})
	register("btcec", "secp256k1/ecdsa-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			key, err := btcec.ParsePubKey(in.Compressed)
			sig := parseECDSA(in.ECDSA)
			return err == nil && sig != nil && sig.Verify(pick(forged, in.Digest[:], forgery), key)
		})
	})
	register("btcec", "secp256k1/ecdh", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
			peer, err := btcec.ParsePubKey(in.PeerKey)
			if err != nil {
				return nil, err
			}
			return btcec.GenerateSharedSecret(key, peer), nil
		})
	})
}

// gitlab.com/yawning/secp256k1-voi.
func init() {
	register("secp256k1-voi", "secp256k1/x-only-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			s, err := secp256k1voi.NewScalarFromCanonicalBytes(&in.Secret)
			if err != nil {
				return nil, err
			}
			return secp256k1voi.NewIdentityPoint().ScalarBaseMult(s).XBytes()
		})
	})
	register("secp256k1-voi", "secp256k1/bip340-sign", func(in *Inputs) (*Instance, error) {
		zeros := make([]byte, 32)
		return produce(func() ([]byte, error) {
			key, err := bitcoin.NewSchnorrPrivateKey(in.Secret[:])
			if err != nil {
				return nil, err
			}
			return key.Sign(bytes.NewReader(zeros), in.Digest[:], nil)
		})
	})
	register("secp256k1-voi", "secp256k1/bip340-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			key, err := bitcoin.NewSchnorrPublicKey(in.XOnly)
			return err == nil && key.Verify(pick(forged, in.Digest[:], forgery), in.BIP340)
		})
	})
	for _, name := range []string{"secp256k1/bip340-sign-pair", "nostr/sign"} {
		register("secp256k1-voi", name, func(in *Inputs) (*Instance, error) {
			key, err := bitcoin.NewSchnorrPrivateKey(in.Secret[:])
			if err != nil {
				return nil, err
			}
			zeros := make([]byte, 32)
			return produce(func() ([]byte, error) { return key.Sign(bytes.NewReader(zeros), in.Digest[:], nil) })
		})
	}
	for _, name := range []string{"secp256k1/bip340-verify-parsed", "nostr/verify"} {
		register("secp256k1-voi", name, func(in *Inputs) (*Instance, error) {
			key, err := bitcoin.NewSchnorrPublicKey(in.XOnly)
			if err != nil {
				return nil, err
			}
			forgery := forge(in.Digest[:])
			return accept(func(forged bool) bool { return key.Verify(pick(forged, in.Digest[:], forgery), in.BIP340) })
		})
	}
	for _, n := range BIP340BatchSizes {
		register("secp256k1-voi", fmt.Sprintf("secp256k1/bip340-batch-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.digests(n, false), in.digests(n, true)
			return accept(func(forged bool) bool {
				for i, digest := range pick(forged, good, bad) {
					key, err := bitcoin.NewSchnorrPublicKey(in.BIP340Keys[i])
					if err != nil || !key.Verify(digest, in.BIP340Signatures[i]) {
						return false
					}
				}
				return true
			})
		})
	}
	register("secp256k1-voi", "nostr/public-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			s, err := secp256k1voi.NewScalarFromCanonicalBytes(&in.Secret)
			if err != nil {
				return nil, err
			}
			return secp256k1voi.NewIdentityPoint().ScalarBaseMult(s).XBytes()
		})
	})
	register("secp256k1-voi", "nostr/ecdh", func(in *Inputs) (*Instance, error) {
		key, err := secec.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			peer, err := secec.NewPublicKey(append([]byte{2}, in.PeerKey[1:]...))
			if err != nil {
				return nil, err
			}
			return key.ECDH(peer)
		})
	})
	register("secp256k1-voi", "secp256k1/ecdh-parsed", func(in *Inputs) (*Instance, error) {
		key, err := secec.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		peer, err := secec.NewPublicKey(in.PeerKey)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return key.ECDH(peer) })
	})
	options := &secec.ECDSAOptions{Encoding: secec.EncodingCompact}
	register("secp256k1-voi", "secp256k1/ecdsa-sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			key, err := secec.NewPrivateKey(in.Secret[:])
			if err != nil {
				return nil, err
			}
			return key.Sign(secec.RFC6979SHA256(), in.Digest[:], options)
		})
	})
	register("secp256k1-voi", "secp256k1/ecdsa-sign-parsed", func(in *Inputs) (*Instance, error) {
		key, err := secec.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return key.Sign(secec.RFC6979SHA256(), in.Digest[:], options) })
	})
	register("secp256k1-voi", "secp256k1/ecdsa-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			key, err := secec.NewPublicKey(in.Compressed)
			return err == nil && key.Verify(pick(forged, in.Digest[:], forgery), in.ECDSA, options)
		})
	})
	register("secp256k1-voi", "secp256k1/ecdsa-verify-parsed", func(in *Inputs) (*Instance, error) {
		key, err := secec.NewPublicKey(in.Compressed)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return key.Verify(pick(forged, in.Digest[:], forgery), in.ECDSA, options)
		})
	})
	register("secp256k1-voi", "secp256k1/ecdh", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			s, err := secp256k1voi.NewScalarFromCanonicalBytes(&in.Secret)
			if err != nil {
				return nil, err
			}
			peer, err := secp256k1voi.NewPointFromBytes(in.PeerKey)
			if err != nil {
				return nil, err
			}
			return peer.ScalarMult(s, peer).XBytes()
		})
	})
}

// github.com/consensys/gnark-crypto.
func init() {
	register("gnark-crypto", "secp256k1/x-only-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			var p gnark.G1Affine
			x := p.ScalarMultiplicationBase(new(big.Int).SetBytes(in.Secret[:])).X.Bytes()
			return x[:], nil
		})
	})
	register("gnark-crypto", "secp256k1/ecdsa-sign-parsed", func(in *Inputs) (*Instance, error) {
		var key gnarkecdsa.PrivateKey // its encoding starts with the public key
		if _, err := key.SetBytes(append(bytes.Clone(in.Uncompressed[1:]), in.Secret[:]...)); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return key.Sign(in.Digest[:], nil) })
	})
	register("gnark-crypto", "secp256k1/ecdsa-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			var key gnarkecdsa.PublicKey
			if _, err := key.SetBytes(in.Uncompressed[1:]); err != nil {
				return false
			}
			ok, err := key.Verify(in.ECDSA, pick(forged, in.Digest[:], forgery), nil)
			return err == nil && ok
		})
	})
	register("gnark-crypto", "secp256k1/ecdsa-verify-parsed", func(in *Inputs) (*Instance, error) {
		var key gnarkecdsa.PublicKey
		if _, err := key.SetBytes(in.Uncompressed[1:]); err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			ok, err := key.Verify(in.ECDSA, pick(forged, in.Digest[:], forgery), nil)
			return err == nil && ok
		})
	})
	register("gnark-crypto", "secp256k1/ecdh-parsed", func(in *Inputs) (*Instance, error) {
		var p gnark.G1Affine
		if _, err := p.SetBytes(in.PeerKeyLong[1:]); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			var q gnark.G1Affine
			x := q.ScalarMultiplication(&p, new(big.Int).SetBytes(in.Secret[:])).X.Bytes()
			return x[:], nil
		})
	})
	register("gnark-crypto", "secp256k1/ecdh", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			var p gnark.G1Affine
			if _, err := p.SetBytes(in.PeerKeyLong[1:]); err != nil {
				return nil, err
			}
			x := p.ScalarMultiplication(&p, new(big.Int).SetBytes(in.Secret[:])).X.Bytes()
			return x[:], nil
		})
	})
}

// Sums of multiples.
func init() {
	for _, n := range MSMSizes {
		name := fmt.Sprintf("secp256k1-msm/msm-%d", n)
		register("gnark-crypto", name, func(in *Inputs) (*Instance, error) {
			points, scalars := make([]gnark.G1Affine, n), make([]gnarkfr.Element, n)
			for i := range n {
				if _, err := points[i].SetBytes(in.SecpPoints[i][1:]); err != nil {
					return nil, err
				}
				if err := scalars[i].SetBytesCanonical(in.SecpScalars[i]); err != nil {
					return nil, err
				}
			}
			var v gnark.G1Affine
			return once(func() error {
				_, err := v.MultiExp(points, scalars, ecc.MultiExpConfig{NbTasks: 1})
				return err
			}, func() ([]byte, error) {
				x, y := v.X.Bytes(), v.Y.Bytes()
				return append([]byte{2 + y[31]&1}, x[:]...), nil
			})
		})
		register("secp256k1-voi", name, func(in *Inputs) (*Instance, error) {
			points, scalars := make([]*secp256k1voi.Point, n), make([]*secp256k1voi.Scalar, n)
			for i := range n {
				var err error
				if points[i], err = secp256k1voi.NewPointFromBytes(in.SecpPoints[i]); err != nil {
					return nil, err
				}
				if scalars[i], err = secp256k1voi.NewScalarFromCanonicalBytes((*[32]byte)(in.SecpScalars[i])); err != nil {
					return nil, err
				}
			}
			v := secp256k1voi.NewIdentityPoint()
			return once(func() error {
				v.MultiScalarMultVartime(scalars, points)
				return nil
			}, func() ([]byte, error) { return v.CompressedBytes(), nil })
		})
	}
}
