// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"crypto/ecdh"
	"crypto/ed25519"
	"fmt"
	"slices"

	filippo "filippo.io/edwards25519"
	filippofield "filippo.io/edwards25519/field"
	circl25519 "github.com/cloudflare/circl/dh/x25519"
	"github.com/cloudflare/circl/group"
	circled25519 "github.com/cloudflare/circl/sign/ed25519"
	"github.com/gtank/ristretto255"
	"github.com/hdevalence/ed25519consensus"
	"github.com/oasisprotocol/curve25519-voi/curve"
	"github.com/oasisprotocol/curve25519-voi/curve/scalar"
	voied25519 "github.com/oasisprotocol/curve25519-voi/primitives/ed25519"
	voix25519 "github.com/oasisprotocol/curve25519-voi/primitives/x25519"
	"golang.org/x/crypto/curve25519"
)

// crypto/ecdh, crypto/ed25519 and golang.org/x/crypto.
func init() {
	register("Go std", "x25519/public-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := ecdh.X25519().NewPrivateKey(in.XPrivate[:])
			if err != nil {
				return nil, err
			}
			return k.PublicKey().Bytes(), nil
		})
	})
	register("Go std", "x25519/public-keys-16", func(in *Inputs) (*Instance, error) {
		return produce(func() (all []byte, err error) {
			for i := range in.XPeers {
				k, err := ecdh.X25519().NewPrivateKey(in.XPeers[i][:])
				if err != nil {
					return nil, err
				}
				all = append(all, k.PublicKey().Bytes()...)
			}
			return all, nil
		})
	})
	register("Go std", "x25519/shared-secret", func(in *Inputs) (*Instance, error) {
		k, err := ecdh.X25519().NewPrivateKey(in.XPrivate[:])
		if err != nil {
			return nil, err
		}
		peer, err := ecdh.X25519().NewPublicKey(in.XPeers[0][:])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return k.ECDH(peer) })
	})
	register("Go std", "x25519/shared-secrets-16", func(in *Inputs) (*Instance, error) {
		k, err := ecdh.X25519().NewPrivateKey(in.XPrivate[:])
		if err != nil {
			return nil, err
		}
		peers := make([]*ecdh.PublicKey, len(in.XPeers))
		for i := range peers {
			if peers[i], err = ecdh.X25519().NewPublicKey(in.XPeers[i][:]); err != nil {
				return nil, err
			}
		}
		return produce(func() (all []byte, err error) {
			for _, peer := range peers {
				secret, err := k.ECDH(peer)
				if err != nil {
					return nil, err
				}
				all = append(all, secret...)
			}
			return all, nil
		})
	})
	register("Go std", "ed25519/key-generation", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return ed25519.NewKeyFromSeed(in.Seed[:]), nil })
	})
	register("Go std", "ed25519/sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return ed25519.Sign(in.Private, in.Message), nil })
	})
	register("Go std", "ed25519/verify-stdlib", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Message)
		return accept(func(forged bool) bool {
			return ed25519.Verify(in.Keys[0], pick(forged, in.Message, forgery), in.Signatures[0])
		})
	})

	for _, n := range StdLibSizes {
		register("Go std", fmt.Sprintf("ed25519/verify-stdlib-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.messages(n, false), in.messages(n, true)
			return accept(func(forged bool) bool {
				for i, message := range pick(forged, good, bad) {
					if !ed25519.Verify(in.Keys[i], message, in.Signatures[i]) {
						return false
					}
				}
				return true
			})
		})
	}

	register("x/crypto", "x25519/public-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return curve25519.X25519(in.XPrivate[:], curve25519.Basepoint) })
	})
	register("x/crypto", "x25519/shared-secret", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return curve25519.X25519(in.XPrivate[:], in.XPeers[0][:]) })
	})
}

// filippo.io/edwards25519.
func init() {
	register("filippo.io", "edwards25519-point/decode", func(in *Inputs) (*Instance, error) {
		v := new(filippo.Point)
		return once(func() error {
			_, err := v.SetBytes(in.Points[0])
			return err
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	register("filippo.io", "edwards25519-point/scalar-mult", func(in *Inputs) (*Instance, error) {
		p, err := new(filippo.Point).SetBytes(in.Points[0])
		if err != nil {
			return nil, err
		}
		x, err := new(filippo.Scalar).SetCanonicalBytes(in.Scalars[0])
		if err != nil {
			return nil, err
		}
		v := new(filippo.Point)
		return once(func() error {
			v.ScalarMult(x, p)
			return nil
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	register("filippo.io", "field/invert-25519", func(in *Inputs) (*Instance, error) {
		x, err := new(filippofield.Element).SetBytes(in.Invert)
		if err != nil {
			return nil, err
		}
		v := new(filippofield.Element)
		return once(func() error {
			v.Invert(x)
			return nil
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	for _, n := range MSMSizes {
		register("filippo.io", fmt.Sprintf("edwards25519/msm-%d", n), func(in *Inputs) (*Instance, error) {
			points, scalars := make([]*filippo.Point, n), make([]*filippo.Scalar, n)
			for i := range n {
				var err error
				if points[i], err = new(filippo.Point).SetBytes(in.Points[i]); err != nil {
					return nil, err
				}
				if scalars[i], err = new(filippo.Scalar).SetCanonicalBytes(in.Scalars[i]); err != nil {
					return nil, err
				}
			}
			v := filippo.NewIdentityPoint()
			return once(func() error {
				v.VarTimeMultiScalarMult(scalars, points)
				return nil
			}, func() ([]byte, error) { return v.Bytes(), nil })
		})
	}
}

// github.com/cloudflare/circl.
func init() {
	register("circl", "x25519/public-key", func(in *Inputs) (*Instance, error) {
		public, secret := new(circl25519.Key), circl25519.Key(in.XPrivate)
		return once(func() error {
			circl25519.KeyGen(public, &secret)
			return nil
		}, func() ([]byte, error) { return public[:], nil })
	})
	register("circl", "x25519/public-keys-16", func(in *Inputs) (*Instance, error) {
		var public [16]circl25519.Key
		return once(func() error {
			for i := range public {
				secret := circl25519.Key(in.XPeers[i])
				circl25519.KeyGen(&public[i], &secret)
			}
			return nil
		}, func() (all []byte, err error) {
			for i := range public {
				all = append(all, public[i][:]...)
			}
			return all, nil
		})
	})
	register("circl", "x25519/shared-secret", func(in *Inputs) (*Instance, error) {
		shared, secret, public := new(circl25519.Key), circl25519.Key(in.XPrivate), circl25519.Key(in.XPeers[0])
		return once(func() error {
			if !circl25519.Shared(shared, &secret, &public) {
				return errRejected
			}
			return nil
		}, func() ([]byte, error) { return shared[:], nil })
	})
	register("circl", "x25519/shared-secrets-16", func(in *Inputs) (*Instance, error) {
		var shared [16]circl25519.Key
		secret := circl25519.Key(in.XPrivate)
		return once(func() error {
			for i := range shared {
				public := circl25519.Key(in.XPeers[i])
				if !circl25519.Shared(&shared[i], &secret, &public) {
					return errRejected
				}
			}
			return nil
		}, func() (all []byte, err error) {
			for i := range shared {
				all = append(all, shared[i][:]...)
			}
			return all, nil
		})
	})
	register("circl", "ed25519/key-generation", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return circled25519.NewKeyFromSeed(in.Seed[:]), nil })
	})
	register("circl", "ed25519/sign", func(in *Inputs) (*Instance, error) {
		k := circled25519.PrivateKey(in.Private)
		return produce(func() ([]byte, error) { return circled25519.Sign(k, in.Message), nil })
	})
	register("circl", "ed25519/verify-stdlib", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Message)
		return accept(func(forged bool) bool {
			return circled25519.Verify(in.Keys[0], pick(forged, in.Message, forgery), in.Signatures[0])
		})
	})
	register("circl", "ristretto255/decode", func(in *Inputs) (*Instance, error) {
		e := group.Ristretto255.NewElement()
		return once(func() error { return e.UnmarshalBinary(in.Ristretto) }, e.MarshalBinary)
	})
	register("circl", "ristretto255/encode", func(in *Inputs) (*Instance, error) {
		e := group.Ristretto255.NewElement()
		if err := e.UnmarshalBinary(in.Ristretto); err != nil {
			return nil, err
		}
		return produce(e.MarshalBinary)
	})
}

// github.com/hdevalence/ed25519consensus.
func init() {
	register("ed25519consensus", "ed25519/verify-zip215", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Message)
		return accept(func(forged bool) bool {
			return ed25519consensus.Verify(in.Keys[0], pick(forged, in.Message, forgery), in.Signatures[0])
		})
	})
	for _, n := range BatchSizes {
		register("ed25519consensus", fmt.Sprintf("ed25519-batch/plain-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.messages(n, false), in.messages(n, true)
			return accept(func(forged bool) bool {
				v := ed25519consensus.NewPreallocatedBatchVerifier(n)
				for i, message := range pick(forged, good, bad) {
					v.Add(in.Keys[i], message, in.Signatures[i])
				}
				return v.Verify()
			})
		})
	}
}

// github.com/oasisprotocol/curve25519-voi.
func init() {
	register("voi", "x25519/public-key", func(in *Inputs) (*Instance, error) {
		var public [32]byte
		return once(func() error {
			voix25519.ScalarBaseMult(&public, &in.XPrivate)
			return nil
		}, func() ([]byte, error) { return public[:], nil })
	})
	register("voi", "x25519/shared-secret", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return voix25519.X25519(in.XPrivate[:], in.XPeers[0][:]) })
	})
	register("voi", "ed25519/key-generation", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return voied25519.NewKeyFromSeed(in.Seed[:]), nil })
	})
	register("voi", "ed25519/sign", func(in *Inputs) (*Instance, error) {
		k := voied25519.PrivateKey(in.Private)
		return produce(func() ([]byte, error) { return voied25519.Sign(k, in.Message), nil })
	})
	for name, rules := range map[string]*voied25519.VerifyOptions{
		"default": voied25519.VerifyOptionsDefault, "stdlib": voied25519.VerifyOptionsStdLib,
		"fips": voied25519.VerifyOptionsFIPS_186_5, "zip215": voied25519.VerifyOptionsZIP_215,
	} {
		options := &voied25519.Options{Verify: rules}
		register("voi", "ed25519/verify-"+name, func(in *Inputs) (*Instance, error) {
			forgery := forge(in.Message)
			return accept(func(forged bool) bool {
				return voied25519.VerifyWithOptions(in.Keys[0], pick(forged, in.Message, forgery), in.Signatures[0], options)
			})
		})
	}
	register("voi", "ed25519/expand-key", func(in *Inputs) (*Instance, error) {
		var k *voied25519.ExpandedPublicKey
		return once(func() (err error) {
			k, err = voied25519.NewExpandedPublicKey(in.Keys[0])
			return err
		}, func() ([]byte, error) {
			y := k.CompressedY()
			return y[:], nil
		})
	})
	register("voi", "ed25519/verify-expanded", func(in *Inputs) (*Instance, error) {
		k, err := voied25519.NewExpandedPublicKey(in.Keys[0])
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Message)
		return accept(func(forged bool) bool {
			return voied25519.VerifyExpanded(k, pick(forged, in.Message, forgery), in.Signatures[0])
		})
	})
	for _, n := range BatchSizes {
		register("voi", fmt.Sprintf("ed25519-batch/plain-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.messages(n, false), in.messages(n, true)
			v := voied25519.NewBatchVerifierWithCapacity(n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, message := range pick(forged, good, bad) {
					v.Add(in.Keys[i], message, in.Signatures[i])
				}
				return v.VerifyBatchOnly(nil)
			})
		})
		register("voi", fmt.Sprintf("ed25519-batch/expanded-%d", n), func(in *Inputs) (*Instance, error) {
			keys := make([]*voied25519.ExpandedPublicKey, n)
			for i := range keys {
				var err error
				if keys[i], err = voied25519.NewExpandedPublicKey(in.Keys[i]); err != nil {
					return nil, err
				}
			}
			good, bad := in.messages(n, false), in.messages(n, true)
			v := voied25519.NewBatchVerifierWithCapacity(n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, message := range pick(forged, good, bad) {
					v.AddExpanded(keys[i], message, in.Signatures[i])
				}
				return v.VerifyBatchOnly(nil)
			})
		})
	}
	register("voi", "edwards25519-point/decode", func(in *Inputs) (*Instance, error) {
		y, err := curve.NewCompressedEdwardsYFromBytes(in.Points[0])
		if err != nil {
			return nil, err
		}
		v := curve.NewEdwardsPoint()
		return once(func() error {
			_, err := v.SetCompressedY(y)
			return err
		}, v.MarshalBinary)
	})
	register("voi", "edwards25519-point/scalar-mult", func(in *Inputs) (*Instance, error) {
		p, v := curve.NewEdwardsPoint(), curve.NewEdwardsPoint()
		if err := p.UnmarshalBinary(in.Points[0]); err != nil {
			return nil, err
		}
		x, err := scalar.NewFromCanonicalBytes(in.Scalars[0])
		if err != nil {
			return nil, err
		}
		return once(func() error {
			v.Mul(p, x)
			return nil
		}, v.MarshalBinary)
	})
	for _, n := range MSMSizes {
		register("voi", fmt.Sprintf("edwards25519/msm-%d", n), func(in *Inputs) (*Instance, error) {
			points, scalars := make([]*curve.EdwardsPoint, n), make([]*scalar.Scalar, n)
			for i := range n {
				y, err := curve.NewCompressedEdwardsYFromBytes(in.Points[i])
				if err != nil {
					return nil, err
				}
				if points[i], err = curve.NewEdwardsPoint().SetCompressedY(y); err != nil {
					return nil, err
				}
				if scalars[i], err = scalar.NewFromCanonicalBytes(in.Scalars[i]); err != nil {
					return nil, err
				}
			}
			v := curve.NewEdwardsPoint()
			return once(func() error {
				v.MultiscalarMulVartime(scalars, points)
				return nil
			}, v.MarshalBinary)
		})
	}
	register("voi", "ristretto255/decode", func(in *Inputs) (*Instance, error) {
		v, encoded := curve.NewRistrettoPoint(), curve.CompressedRistretto(in.Ristretto)
		return once(func() error {
			_, err := v.SetCompressed(&encoded)
			return err
		}, v.MarshalBinary)
	})
	register("voi", "ristretto255/encode", func(in *Inputs) (*Instance, error) {
		encoded := curve.CompressedRistretto(in.Ristretto)
		v, err := curve.NewRistrettoPoint().SetCompressed(&encoded)
		if err != nil {
			return nil, err
		}
		var out curve.CompressedRistretto
		return once(func() error {
			out.SetRistrettoPoint(v)
			return nil
		}, func() ([]byte, error) { return slices.Clone(out[:]), nil })
	})
}

// github.com/gtank/ristretto255.
func init() {
	register("gtank", "ristretto255/decode", func(in *Inputs) (*Instance, error) {
		e := ristretto255.NewElement()
		return once(func() error { return e.Decode(in.Ristretto) }, func() ([]byte, error) { return e.Encode(nil), nil })
	})
	register("gtank", "ristretto255/encode", func(in *Inputs) (*Instance, error) {
		e := ristretto255.NewElement()
		if err := e.Decode(in.Ristretto); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return e.Encode(nil), nil })
	})
}
