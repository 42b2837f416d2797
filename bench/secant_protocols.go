// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"secant.example/ecvrf"
	"secant.example/ed25519"
	"secant.example/frost"
	"secant.example/merlin"
	"secant.example/secp256k1/ellswift"
	"secant.example/secp256k1/musig2"
	"secant.example/secp256k1/schnorr"
	"secant.example/secp256k1/silentpayments"
	"secant.example/sr25519"
	"secant.example/voprf"
)

func init() {
	register(Ours, "protocols/merlin", func(in *Inputs) (*Instance, error) {
		challenge := make([]byte, 64)
		return once(func() error {
			t := merlin.NewTranscript("benchmark")
			t.AppendMessage("message", in.Digest[:])
			return t.ExtractBytes(challenge, "challenge")
		}, func() ([]byte, error) { return challenge, nil })
	})
}

// sr25519.
func init() {
	register(Ours, "protocols/sr25519-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := sr25519.NewKeyFromSeed(in.Seed[:], sr25519.Ed25519)
			if err != nil {
				return nil, err
			}
			return k.PublicKey().Bytes(), nil
		})
	})
	register(Ours, "protocols/sr25519-sign", func(in *Inputs) (*Instance, error) {
		k, err := sr25519.NewKeyFromSeed(in.Seed[:], sr25519.Ed25519)
		if err != nil {
			return nil, err
		}
		context := sr25519.NewSigningContext(srContext)
		return produce(func() ([]byte, error) { return k.SignTranscript(context.Message(in.Digest[:]), nil) })
	})
	registerVerifier(Ours, "protocols/sr25519-sign", func(in *Inputs, signature []byte) error {
		if !sr25519.Verify(in.SrPublic, srContext, in.Digest[:], signature) {
			return errRejected
		}
		return nil
	})
	register(Ours, "protocols/sr25519-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return sr25519.Verify(in.SrPublic, srContext, pick(forged, in.Digest[:], forgery), in.SrSignature)
		})
	})
	context := sr25519.NewSigningContext(srContext)
	register(Ours, "protocols/sr25519-verify-parsed", func(in *Inputs) (*Instance, error) {
		p, err := sr25519.NewPublicKey(in.SrPublic)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return p.VerifyTranscript(context.Message(pick(forged, in.Digest[:], forgery)), in.SrSignature)
		})
	})
	register(Ours, "protocols/sr25519-verify-expanded", func(in *Inputs) (*Instance, error) {
		e, err := sr25519.NewExpandedPublicKey(in.SrPublic)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return e.VerifyTranscript(context.Message(pick(forged, in.Digest[:], forgery)), in.SrSignature)
		})
	})
	for _, n := range Sr25519BatchSizes {
		register(Ours, fmt.Sprintf("protocols/sr25519-batch-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.digests(n, false), in.digests(n, true)
			v := sr25519.NewBatchVerifierWithCapacity(srContext, n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, digest := range pick(forged, good, bad) {
					v.Add(in.SrKeys[i], digest, in.SrSignatures[i])
				}
				return v.VerifyBatchOnly(nil)
			})
		})
	}
	register(Ours, "protocols/sr25519-vrf-sign", func(in *Inputs) (*Instance, error) {
		k, err := sr25519.NewKeyFromSeed(in.Seed[:], sr25519.Ed25519)
		if err != nil {
			return nil, err
		}
		context := sr25519.NewSigningContext(srContext)
		return produce(func() ([]byte, error) {
			o, proof, err := k.VRFSign(context.Message(in.Digest[:]), nil, nil)
			if err != nil {
				return nil, err
			}
			return append(o.PreOutput(), proof.Bytes()...), nil
		})
	})
	verify := func(in *Inputs, message, preOutput, proof []byte) error {
		p, err := sr25519.NewPublicKey(in.SrPublic)
		if err != nil {
			return err
		}
		o, err := p.VRFVerify(sr25519.NewSigningContext(srContext).Message(message), nil, preOutput, proof)
		if err == nil && o == nil {
			return errors.New("no output")
		}
		return err
	}
	registerVerifier(Ours, "protocols/sr25519-vrf-sign", func(in *Inputs, both []byte) error {
		return verify(in, in.Digest[:], both[:32], both[32:])
	})
	register(Ours, "protocols/sr25519-vrf-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return verify(in, pick(forged, in.Digest[:], forgery), in.SrPreOutput, in.SrProof) == nil
		})
	})
}

func init() {
	register(Ours, "protocols/sr25519-vrf-batch-64", func(in *Inputs) (*Instance, error) {
		k, err := sr25519.NewKeyFromSeed(in.Seed[:], sr25519.Ed25519)
		if err != nil {
			return nil, err
		}
		p, context := k.PublicKey(), sr25519.NewSigningContext(srContext)
		good, bad := in.digests(vrfBatch, false), in.digests(vrfBatch, true)
		var outputs, proofs [][]byte
		for _, digest := range good {
			o, proof, err := k.VRFSign(context.Message(digest), nil, nil)
			if err != nil {
				return nil, err
			}
			outputs, proofs = append(outputs, o.PreOutput()), append(proofs, proof.BatchableBytes())
		}
		var v sr25519.VRFBatchVerifier
		return accept(func(forged bool) bool {
			v.Reset()
			for i, digest := range pick(forged, good, bad) {
				v.Add(p, context.Message(digest), outputs[i], proofs[i])
			}
			valid, _ := v.Verify(nil)
			return valid
		})
	})
}

// ECVRF.
func init() {
	register(Ours, "protocols/ecvrf-prove", func(in *Inputs) (*Instance, error) {
		k, err := ecvrf.NewPrivateKey(in.Private)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return k.Prove(ecvrf.ELL2, in.Digest[:]) })
	})
	register(Ours, "protocols/ecvrf-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			_, err := ecvrf.Verify(ecvrf.ELL2, in.Keys[0], pick(forged, in.Digest[:], forgery), in.ECVRF)
			return err == nil
		})
	})
}

// MuSig2.
func init() {
	register(Ours, "protocols/musig2-keys-16", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			keys, err := musig2.AggregateKeys(in.MuSigKeys)
			if err != nil {
				return nil, err
			}
			return keys.PublicKey().Bytes(), nil
		})
	})
	session := func(in *Inputs, nonce, message []byte) (*musig2.Session, error) {
		keys, err := musig2.AggregateKeys(in.MuSigKeys[:2])
		if err != nil {
			return nil, err
		}
		sum, err := musig2.AggregateNonces([][]byte{nonce, in.MuSigPeer[:]})
		if err != nil {
			return nil, err
		}
		return keys.NewSession(sum, message)
	}
	register(Ours, "protocols/musig2-sign", func(in *Inputs) (*Instance, error) {
		k, err := musig2.NewPrivateKey(in.Secret[:])
		if err != nil {
			return nil, err
		}
		keys, err := musig2.AggregateKeys(in.MuSigKeys[:2])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			nonce, err := k.NewNonce(&musig2.NonceOptions{KeyAgg: keys})
			if err != nil {
				return nil, err
			}
			public := nonce.Public()
			sum, err := musig2.AggregateNonces([][]byte{public, in.MuSigPeer[:]})
			if err != nil {
				return nil, err
			}
			session, err := keys.NewSession(sum, in.Digest[:])
			if err != nil {
				return nil, err
			}
			partial, err := session.Sign(k, nonce)
			return append(public, partial...), err
		})
	})
	registerVerifier(Ours, "protocols/musig2-sign", func(in *Inputs, both []byte) error {
		s, err := session(in, both[:66], in.Digest[:])
		if err != nil {
			return err
		}
		if !s.VerifyPartial(0, both[:66], both[66:]) {
			return errRejected
		}
		return nil
	})
	register(Ours, "protocols/musig2-verify-partial", func(in *Inputs) (*Instance, error) {
		good, err1 := session(in, in.MuSigNonce[:], in.Digest[:])
		bad, err2 := session(in, in.MuSigNonce[:], forge(in.Digest[:]))
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		return accept(func(forged bool) bool {
			return pick(forged, good, bad).VerifyPartial(0, in.MuSigNonce[:], in.MuSigPartial[:])
		})
	})
}

// ElligatorSwift.
func init() {
	register(Ours, "protocols/ellswift-create", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := ellswift.GenerateKey(nil)
			if err != nil {
				return nil, err
			}
			return append(k.Bytes(), k.Encoding()...), nil
		})
	})
	registerVerifier(Ours, "protocols/ellswift-create", func(in *Inputs, both []byte) error {
		_, err := ellswift.NewPrivateKeyWithEncoding(both[:32], both[32:])
		return err
	})
	register(Ours, "protocols/ellswift-decode", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			p, err := ellswift.Decode(in.SwiftTheirs[:])
			if err != nil {
				return nil, err
			}
			return p.BytesX(), nil
		})
	})
	register(Ours, "protocols/ellswift-ecdh", func(in *Inputs) (*Instance, error) {
		k, err := ellswift.NewPrivateKeyWithEncoding(in.Secret[:], in.SwiftOurs[:])
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			s, err := k.SharedSecret(in.SwiftTheirs[:], ellswift.Initiator)
			return s[:], err
		})
	})
}

// Silent payments.
func init() {
	scan := func(in *Inputs, count int) (*Instance, error) {
		s, err := silentpayments.NewScanner(in.Secret[:], in.SilentSpend)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			inputs, err := silentpayments.ParseTweakDataBatch(in.SilentTweaks[:count])
			if err != nil {
				return nil, err
			}
			all := make([]silentpayments.Transaction, len(inputs))
			for i := range all {
				all[i] = silentpayments.Transaction{Inputs: inputs[i], Outputs: in.SilentOutputs[2*i : 2*i+2]}
			}
			found, err := s.ScanBatch(all)
			if err != nil {
				return nil, err
			}
			tweaks := make([]byte, 32*count)
			for i := range found {
				for _, f := range found[i] {
					copy(tweaks[32*i:], f.Tweak[:])
				}
			}
			return tweaks, nil
		})
	}
	register(Ours, "protocols/silentpayments-scan", func(in *Inputs) (*Instance, error) { return scan(in, 1) })
	register(Ours, "protocols/silentpayments-scan-64", func(in *Inputs) (*Instance, error) { return scan(in, silentBatch) })
}

// VOPRF: the key comes from Seed, and the input is Digest.
func init() {
	setup := func(in *Inputs) (*voprf.PrivateKey, *voprf.Request, error) {
		k, err := voprf.DeriveKey(voprf.VOPRF, in.Seed[:], nil)
		if err != nil {
			return nil, nil, err
		}
		c, err := voprf.NewClient(voprf.VOPRF, k.PublicKey())
		if err != nil {
			return nil, nil, err
		}
		// The same blind each time, and for all.
		r, err := c.Blind([][]byte{in.Digest[:]}, nil, bytes.NewReader(append(in.DoubleOdd[:], make([]byte, 32)...)))
		return k, r, err
	}
	register(Ours, "protocols/voprf-evaluate", func(in *Inputs) (*Instance, error) {
		k, r, err := setup(in)
		if err != nil {
			return nil, err
		}
		blinded := r.Blinded()
		return produce(func() ([]byte, error) {
			evaluated, proof, err := k.BlindEvaluate(blinded, nil, nil)
			if err != nil {
				return nil, err
			}
			return append(evaluated[0], proof...), nil
		})
	})
	registerVerifier(Ours, "protocols/voprf-evaluate", func(in *Inputs, answer []byte) error {
		_, r, err := setup(in)
		if err != nil {
			return err
		}
		_, err = r.Finalize([][]byte{answer[:32]}, answer[32:])
		return err
	})
	register(Ours, "protocols/voprf-finalize", func(in *Inputs) (*Instance, error) {
		k, r, err := setup(in)
		if err != nil {
			return nil, err
		}
		evaluated, proof, err := k.BlindEvaluate(r.Blinded(), nil, nil)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			outputs, err := r.Finalize(evaluated, proof)
			if err != nil {
				return nil, err
			}
			return outputs[0], nil
		})
	})
}

// frostSetup returns the group and what the first two of three participants have.
func frostSetup(in *Inputs, suite frost.Suite) (*frost.Group, map[uint16]*frost.KeyShare, map[uint16]*frost.SecretNonce, error) {
	random := func(what byte) *bytes.Reader {
		var stream []byte
		for i := range 8 {
			h := sha256.Sum256(append(in.Seed[:], what, byte(i)))
			stream = append(stream, h[:]...)
		}
		return bytes.NewReader(stream)
	}
	group, dealt, err := frost.Deal(suite, 2, 3, random(0))
	if err != nil {
		return nil, nil, nil, err
	}
	keys, nonces := map[uint16]*frost.KeyShare{}, map[uint16]*frost.SecretNonce{}
	for id := uint16(1); id <= 2; id++ {
		var err1, err2 error
		keys[id], _, err1 = frost.OpenShare(suite, 3, dealt[id])
		nonces[id], err2 = keys[id].NewNonce(random(byte(id)))
		if err := errors.Join(err1, err2); err != nil {
			return nil, nil, nil, err
		}
	}
	return group, keys, nonces, nil
}

// Whole sessions of the two, who both make the signature: a public key and that.
func init() {
	for name, suite := range map[string]frost.Suite{"ed25519": frost.Ed25519, "taproot": frost.Taproot} {
		register(Ours, "protocols/frost-"+name+"-session", func(in *Inputs) (*Instance, error) {
			group, keys, _, err := frostSetup(in, suite)
			if err != nil {
				return nil, err
			}
			return produce(func() ([]byte, error) {
				nonces, commitments, shares := map[uint16]*frost.SecretNonce{}, map[uint16][]byte{}, map[uint16][]byte{}
				for id, k := range keys {
					if nonces[id], err = k.NewNonce(nil); err != nil {
						return nil, err
					}
					commitments[id] = nonces[id].Commitment()
				}
				packages := map[uint16]*frost.SigningPackage{}
				for id, k := range keys {
					if packages[id], err = group.NewSigningPackage(in.Digest[:], commitments); err != nil {
						return nil, err
					}
					if shares[id], err = k.Sign(packages[id], nonces[id]); err != nil {
						return nil, err
					}
				}
				var signature []byte
				for id := range keys {
					if signature, err = group.Aggregate(packages[id], shares); err != nil {
						return nil, err
					}
				}
				return append(group.PublicKey(), signature...), nil
			})
		})
	}
	registerVerifier(Ours, "protocols/frost-ed25519-session", func(in *Inputs, both []byte) error {
		if !ed25519.Verify(both[:32], in.Digest[:], both[32:]) {
			return errRejected
		}
		return nil
	})
	registerVerifier(Ours, "protocols/frost-taproot-session", func(in *Inputs, both []byte) error {
		if !schnorr.Verify(both[:32], in.Digest[:], both[32:]) {
			return errRejected
		}
		return nil
	})
}

// frostSuites are the suites of FROST that are measured, by their names in operations.
var frostSuites = []struct {
	name  string
	suite frost.Suite
}{{"ed25519", frost.Ed25519}, {"ristretto255", frost.Ristretto255}, {"secp256k1", frost.Secp256k1}}

// FROST: two of three participants sign Digest. Keys and nonces come from a stream that Seed begins.
func init() {
	for _, s := range frostSuites {
		setup := func(in *Inputs) (*frost.Group, map[uint16]*frost.KeyShare, map[uint16]*frost.SecretNonce, error) {
			return frostSetup(in, s.suite)
		}
		register(Ours, "protocols/frost-"+s.name+"-sign", func(in *Inputs) (*Instance, error) {
			group, keys, nonces, err := setup(in)
			if err != nil {
				return nil, err
			}
			peer := nonces[2].Commitment()
			return produce(func() ([]byte, error) {
				nonce, err := keys[1].NewNonce(nil)
				if err != nil {
					return nil, err
				}
				commitment := nonce.Commitment()
				p, err := group.NewSigningPackage(in.Digest[:], map[uint16][]byte{1: commitment, 2: peer})
				if err != nil {
					return nil, err
				}
				share, err := keys[1].Sign(p, nonce)
				return append(commitment, share...), err
			})
		})
		registerVerifier(Ours, "protocols/frost-"+s.name+"-sign", func(in *Inputs, both []byte) error {
			group, _, nonces, err := setup(in)
			if err != nil {
				return err
			}
			size := len(both) - 32
			p, err := group.NewSigningPackage(in.Digest[:], map[uint16][]byte{1: both[:size], 2: nonces[2].Commitment()})
			if err != nil {
				return err
			}
			if !group.VerifyShare(p, 1, both[size:]) {
				return errRejected
			}
			return nil
		})
		register(Ours, "protocols/frost-"+s.name+"-aggregate", func(in *Inputs) (*Instance, error) {
			group, keys, nonces, err := setup(in)
			if err != nil {
				return nil, err
			}
			commitments, shares := map[uint16][]byte{}, map[uint16][]byte{}
			for id, nonce := range nonces {
				commitments[id] = nonce.Commitment()
			}
			p, err := group.NewSigningPackage(in.Digest[:], commitments)
			if err != nil {
				return nil, err
			}
			for id, nonce := range nonces {
				if shares[id], err = keys[id].Sign(p, nonce); err != nil {
					return nil, err
				}
			}
			return produce(func() ([]byte, error) {
				p, err := group.NewSigningPackage(in.Digest[:], commitments)
				if err != nil {
					return nil, err
				}
				return group.Aggregate(p, shares)
			})
		})
	}
}
