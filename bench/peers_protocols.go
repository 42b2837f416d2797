// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bytes"
	"errors"
	"fmt"

	schnorrkel "github.com/ChainSafe/go-schnorrkel"
	"github.com/btcsuite/btcd/btcec/v2"
	"github.com/btcsuite/btcd/btcec/v2/ellswift"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/btcsuite/btcd/btcec/v2/schnorr/musig2"
	"github.com/btcsuite/btcd/chaincfg/chainhash"
	"github.com/cloudflare/circl/group"
	"github.com/cloudflare/circl/oprf"
	"github.com/cloudflare/circl/zk/dleq"
	voied25519 "github.com/oasisprotocol/curve25519-voi/primitives/ed25519"
	voiecvrf "github.com/oasisprotocol/curve25519-voi/primitives/ed25519/extra/ecvrf"
	voimerlin "github.com/oasisprotocol/curve25519-voi/primitives/merlin"
	voisr25519 "github.com/oasisprotocol/curve25519-voi/primitives/sr25519"
)

// srContext is the context of sr25519 signatures.
var srContext = []byte("bench")

// zeroReader reads zeros.
type zeroReader struct{}

func (zeroReader) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// setSr25519 sets the inputs for sr25519.
func (in *Inputs) setSr25519(salt string) error {
	context := voisr25519.NewSigningContext(srContext)
	sign := func(seed [32]byte, digest []byte) (public, signature []byte, err error) {
		mini := voisr25519.MiniSecretKey(seed)
		pair := mini.ExpandEd25519().KeyPair()
		sig, err := pair.Sign(zeroReader{}, context.NewTranscriptBytes(digest))
		if err != nil {
			return nil, nil, err
		}
		public, err1 := pair.PublicKey().MarshalBinary()
		signature, err2 := sig.MarshalBinary()
		return public, signature, errors.Join(err1, err2)
	}
	var err error
	if in.SrPublic, in.SrSignature, err = sign(in.Seed, in.Digest[:]); err != nil {
		return err
	}
	for i, digest := range in.BIP340Digests {
		public, signature, err := sign(hash32("sr25519 batch", i, salt), digest)
		if err != nil {
			return err
		}
		in.SrKeys, in.SrSignatures = append(in.SrKeys, public), append(in.SrSignatures, signature)
	}
	mini, err := schnorrkel.NewMiniSecretKeyFromRaw(in.Seed)
	if err != nil {
		return err
	}
	both, err := schnorrkelVRF(mini.ExpandEd25519(), in.Digest[:])
	if err != nil {
		return err
	}
	in.SrPreOutput, in.SrProof = both[:32], both[32:]
	return nil
}

// github.com/oasisprotocol/curve25519-voi.
func init() {
	register("voi", "protocols/merlin", func(in *Inputs) (*Instance, error) {
		challenge := make([]byte, 64)
		return once(func() error {
			t := voimerlin.NewTranscript("benchmark")
			t.AppendMessage("message", in.Digest[:])
			t.ExtractBytes(challenge, "challenge")
			return nil
		}, func() ([]byte, error) { return challenge, nil })
	})
	register("voi", "protocols/ecvrf-prove", func(in *Inputs) (*Instance, error) {
		key := voied25519.PrivateKey(in.Private)
		return produce(func() ([]byte, error) { return voiecvrf.Prove(key, in.Digest[:]), nil })
	})
	register("voi", "protocols/ecvrf-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			ok, _ := voiecvrf.Verify(in.Keys[0], in.ECVRF, pick(forged, in.Digest[:], forgery))
			return ok
		})
	})
	register("voi", "protocols/sr25519-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			mini := voisr25519.MiniSecretKey(in.Seed)
			return mini.ExpandEd25519().PublicKey().MarshalBinary()
		})
	})
	register("voi", "protocols/sr25519-sign", func(in *Inputs) (*Instance, error) {
		mini := voisr25519.MiniSecretKey(in.Seed)
		pair := mini.ExpandEd25519().KeyPair()
		context := voisr25519.NewSigningContext(srContext)
		return produce(func() ([]byte, error) {
			sig, err := pair.Sign(nil, context.NewTranscriptBytes(in.Digest[:]))
			if err != nil {
				return nil, err
			}
			return sig.MarshalBinary()
		})
	})
	context := voisr25519.NewSigningContext(srContext)
	verify := func(public, digest, signature []byte) bool {
		p, err := voisr25519.NewPublicKeyFromBytes(public)
		if err != nil {
			return false
		}
		sig, err := voisr25519.NewSignatureFromBytes(signature)
		return err == nil && p.Verify(context.NewTranscriptBytes(digest), sig)
	}
	registerVerifier("voi", "protocols/sr25519-sign", func(in *Inputs, signature []byte) error {
		if !verify(in.SrPublic, in.Digest[:], signature) {
			return errRejected
		}
		return nil
	})
	register("voi", "protocols/sr25519-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return verify(in.SrPublic, pick(forged, in.Digest[:], forgery), in.SrSignature)
		})
	})
	parsed := func(in *Inputs) (*Instance, error) {
		p, err := voisr25519.NewPublicKeyFromBytes(in.SrPublic)
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			sig, err := voisr25519.NewSignatureFromBytes(in.SrSignature)
			return err == nil && p.Verify(context.NewTranscriptBytes(pick(forged, in.Digest[:], forgery)), sig)
		})
	}
	register("voi", "protocols/sr25519-verify-parsed", parsed)
	register("voi", "protocols/sr25519-verify-expanded", parsed)
	for _, n := range Sr25519BatchSizes {
		register("voi", fmt.Sprintf("protocols/sr25519-batch-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.digests(n, false), in.digests(n, true)
			return accept(func(forged bool) bool {
				v := voisr25519.NewBatchVerifierWithCapacity(n)
				for i, digest := range pick(forged, good, bad) {
					p, err := voisr25519.NewPublicKeyFromBytes(in.SrKeys[i])
					if err != nil {
						return false
					}
					sig, err := voisr25519.NewSignatureFromBytes(in.SrSignatures[i])
					if err != nil {
						return false
					}
					v.Add(p, context.NewTranscriptBytes(digest), sig)
				}
				return v.VerifyBatchOnly(nil)
			})
		})
	}
}

// schnorrkelVRF returns a pre-output and a proof of 64 bytes.
func schnorrkelVRF(key *schnorrkel.SecretKey, message []byte) ([]byte, error) {
	o, proof, err := key.VrfSign(schnorrkel.NewSigningContext(srContext, message))
	if err != nil {
		return nil, err
	}
	pre, short := o.Output().Encode(), proof.Encode()
	return append(pre[:], short[:]...), nil
}

// github.com/ChainSafe/go-schnorrkel.
func init() {
	register("go-schnorrkel", "protocols/sr25519-vrf-sign", func(in *Inputs) (*Instance, error) {
		mini, err := schnorrkel.NewMiniSecretKeyFromRaw(in.Seed)
		if err != nil {
			return nil, err
		}
		key := mini.ExpandEd25519()
		return produce(func() ([]byte, error) { return schnorrkelVRF(key, in.Digest[:]) })
	})
	verify := func(in *Inputs, message, preOutput, proof []byte) error {
		p, err := schnorrkel.NewPublicKey([32]byte(in.SrPublic))
		if err != nil {
			return err
		}
		o, err := schnorrkel.NewOutput([32]byte(preOutput))
		if err != nil {
			return err
		}
		var v schnorrkel.VrfProof
		if err := v.Decode([64]byte(proof)); err != nil {
			return err
		}
		if ok, err := p.VrfVerify(schnorrkel.NewSigningContext(srContext, message), o, &v); err != nil {
			return err
		} else if !ok {
			return errRejected
		}
		return nil
	}
	registerVerifier("go-schnorrkel", "protocols/sr25519-vrf-sign", func(in *Inputs, both []byte) error {
		return verify(in, in.Digest[:], both[:32], both[32:])
	})
	register("go-schnorrkel", "protocols/sr25519-vrf-verify", func(in *Inputs) (*Instance, error) {
		forgery := forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return verify(in, pick(forged, in.Digest[:], forgery), in.SrPreOutput, in.SrProof) == nil
		})
	})
}

func init() {
	register("go-schnorrkel", "protocols/sr25519-vrf-batch-64", func(in *Inputs) (*Instance, error) {
		mini, err := schnorrkel.NewMiniSecretKeyFromRaw(in.Seed)
		if err != nil {
			return nil, err
		}
		key, p := mini.ExpandEd25519(), mini.Public()
		good, bad := in.digests(vrfBatch, false), in.digests(vrfBatch, true)
		var outputs [][32]byte
		var proofs [][64]byte
		for _, digest := range good {
			o, proof, err := key.VrfSign(schnorrkel.NewSigningContext(srContext, digest))
			if err != nil {
				return nil, err
			}
			outputs, proofs = append(outputs, o.Output().Encode()), append(proofs, proof.Encode())
		}
		return accept(func(forged bool) bool {
			for i, digest := range pick(forged, good, bad) {
				var v schnorrkel.VrfProof
				o, err := schnorrkel.NewOutput(outputs[i])
				if err != nil || v.Decode(proofs[i]) != nil {
					return false
				}
				if ok, err := p.VrfVerify(schnorrkel.NewSigningContext(srContext, digest), o, &v); !ok || err != nil {
					return false
				}
			}
			return true
		})
	})
}

// setMuSig2 sets the inputs for MuSig2.
func (in *Inputs) setMuSig2(salt string) error {
	var nonces [2]*musig2.Nonces
	var keys []*btcec.PublicKey
	for i := range 16 {
		seed := hash32("musig2", i, salt)
		if i == 0 {
			seed = in.Secret
		}
		private, public := btcec.PrivKeyFromBytes(seed[:])
		in.MuSigKeys, keys = append(in.MuSigKeys, public.SerializeCompressed()), append(keys, public)
		if i >= len(nonces) {
			continue
		}
		random := hash32("musig2 nonce", i, salt)
		var err error
		if nonces[i], err = musig2.GenNonces(musig2.WithPublicKey(public), musig2.WithNonceSecretKeyAux(private), musig2.WithCustomRand(bytes.NewReader(random[:]))); err != nil {
			return err
		}
	}
	in.MuSigNonce, in.MuSigPeer = nonces[0].PubNonce, nonces[1].PubNonce
	sum, err := musig2.AggregateNonces([][66]byte{in.MuSigNonce, in.MuSigPeer})
	if err != nil {
		return err
	}
	private, _ := btcec.PrivKeyFromBytes(in.Secret[:])
	partial, err := musig2.Sign(nonces[0].SecNonce, private, sum, keys[:2], in.Digest)
	if err != nil {
		return err
	}
	in.MuSigPartial = partial.S.Bytes()
	return nil
}

// btcec's musig2.
func init() {
	parse := func(in *Inputs, n int) (keys []*btcec.PublicKey, err error) {
		for _, b := range in.MuSigKeys[:n] {
			public, err := btcec.ParsePubKey(b)
			if err != nil {
				return nil, err
			}
			keys = append(keys, public)
		}
		return keys, nil
	}
	register("btcec", "protocols/musig2-keys-16", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			keys, err := parse(in, 16)
			if err != nil {
				return nil, err
			}
			sum, _, _, err := musig2.AggregateKeys(keys, false)
			if err != nil {
				return nil, err
			}
			return schnorr.SerializePubKey(sum.FinalKey), nil
		})
	})
	register("btcec", "protocols/musig2-sign", func(in *Inputs) (*Instance, error) {
		keys, err := parse(in, 2)
		if err != nil {
			return nil, err
		}
		private, _ := btcec.PrivKeyFromBytes(in.Secret[:])
		context, err := musig2.NewContext(private, false, musig2.WithKnownSigners(keys))
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			session, err := context.NewSession()
			if err != nil {
				return nil, err
			}
			if _, err := session.RegisterPubNonce(in.MuSigPeer); err != nil {
				return nil, err
			}
			public := session.PublicNonce()
			partial, err := session.Sign(in.Digest)
			if err != nil {
				return nil, err
			}
			b := partial.S.Bytes()
			return append(public[:], b[:]...), nil
		})
	})
	verify := func(in *Inputs, keys []*btcec.PublicKey, nonce [66]byte, partial [32]byte, message [32]byte) error {
		sum, err := musig2.AggregateNonces([][66]byte{nonce, in.MuSigPeer})
		if err != nil {
			return err
		}
		var s btcec.ModNScalar
		if s.SetBytes(&partial) != 0 || !(&musig2.PartialSignature{S: &s}).Verify(nonce, sum, keys, keys[0], message) {
			return errRejected
		}
		return nil
	}
	registerVerifier("btcec", "protocols/musig2-sign", func(in *Inputs, both []byte) error {
		keys, err := parse(in, 2)
		if err != nil {
			return err
		}
		return verify(in, keys, [66]byte(both[:66]), [32]byte(both[66:]), in.Digest)
	})
	register("btcec", "protocols/musig2-verify-partial", func(in *Inputs) (*Instance, error) {
		keys, err := parse(in, 2)
		if err != nil {
			return nil, err
		}
		forgery := [32]byte(forge(in.Digest[:]))
		return accept(func(forged bool) bool {
			return verify(in, keys, in.MuSigNonce, in.MuSigPartial, pick(forged, in.Digest, forgery)) == nil
		})
	})
}

// setSwift sets the inputs for ElligatorSwift.
func (in *Inputs) setSwift(salt string) error {
	for i := range 2 {
		half := hash32("ellswift", i, salt)
		copy(in.SwiftTheirs[32*i:], half[:])
	}
	private, _ := btcec.PrivKeyFromBytes(in.Secret[:])
	var x, u btcec.FieldVal
	x.SetByteSlice(schnorr.SerializePubKey(private.PubKey()))
	for i := 0; ; i++ {
		b := hash32("ellswift, ours", i, salt)
		u.SetBytes(&b)
		if t := ellswift.XSwiftECInv(&u, &x, i%8); t != nil {
			u.Normalize()
			t.Normalize()
			copy(in.SwiftOurs[:32], u.Bytes()[:])
			copy(in.SwiftOurs[32:], t.Bytes()[:])
			return nil
		}
	}
}

// btcec's ellswift.
func init() {
	decode := func(b []byte) (*btcec.FieldVal, error) {
		var u, t btcec.FieldVal
		u.SetByteSlice(b[:32])
		t.SetByteSlice(b[32:64])
		x, err := ellswift.XSwiftEC(&u, &t)
		if err != nil {
			return nil, err
		}
		return x.Normalize(), nil
	}
	register("btcec", "protocols/ellswift-create", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			private, encoding, err := ellswift.EllswiftCreate()
			if err != nil {
				return nil, err
			}
			return append(private.Serialize(), encoding[:]...), nil
		})
	})
	registerVerifier("btcec", "protocols/ellswift-create", func(in *Inputs, both []byte) error {
		_, public := btcec.PrivKeyFromBytes(both[:32])
		x, err := decode(both[32:])
		if err != nil {
			return err
		}
		if !bytes.Equal(x.Bytes()[:], schnorr.SerializePubKey(public)) {
			return errRejected
		}
		return nil
	})
	register("btcec", "protocols/ellswift-decode", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			x, err := decode(in.SwiftTheirs[:])
			if err != nil {
				return nil, err
			}
			return x.Bytes()[:], nil
		})
	})
	register("btcec", "protocols/ellswift-ecdh", func(in *Inputs) (*Instance, error) {
		private, _ := btcec.PrivKeyFromBytes(in.Secret[:])
		return produce(func() ([]byte, error) {
			s, err := ellswift.V2Ecdh(private, in.SwiftTheirs, in.SwiftOurs, true)
			if err != nil {
				return nil, err
			}
			return s[:], nil
		})
	})
}

// A silentScanner scans with btcec's curve, in variable time: no module for Go that we know does more.
type silentScanner struct {
	scan          btcec.ModNScalar
	spend, change btcec.JacobianPoint
	changeTweak   btcec.ModNScalar
}

func newSilentScanner(in *Inputs) (*silentScanner, error) {
	s := new(silentScanner)
	s.scan.SetBytes(&in.Secret)
	spend, err := btcec.ParsePubKey(in.SilentSpend)
	if err != nil {
		return nil, err
	}
	spend.AsJacobian(&s.spend)
	s.changeTweak.SetBytes((*[32]byte)(chainhash.TaggedHash([]byte("BIP0352/Label"), in.Secret[:], make([]byte, 4))))
	btcec.ScalarBaseMultNonConst(&s.changeTweak, &s.change)
	return s, nil
}

// expected sets t to the tweak of the first output, and P to that output without a label, affine.
func (s *silentScanner) expected(t *btcec.ModNScalar, P *btcec.JacobianPoint, tweakData []byte) error {
	public, err := btcec.ParsePubKey(tweakData)
	if err != nil {
		return err
	}
	var shared btcec.JacobianPoint
	public.AsJacobian(&shared)
	btcec.ScalarMultNonConst(&s.scan, &shared, &shared)
	shared.ToAffine()
	b := btcec.NewPublicKey(&shared.X, &shared.Y).SerializeCompressed()
	t.SetBytes((*[32]byte)(chainhash.TaggedHash([]byte("BIP0352/SharedSecret"), b, make([]byte, 4))))
	btcec.ScalarBaseMultNonConst(t, P)
	btcec.AddNonConst(P, &s.spend, P)
	P.ToAffine()
	return nil
}

// find returns the tweak of an output that is found, or nil.
func (s *silentScanner) find(tweakData []byte, outputs [][]byte) ([]byte, error) {
	var t btcec.ModNScalar
	var P, Q btcec.JacobianPoint
	if err := s.expected(&t, &P, tweakData); err != nil {
		return nil, err
	}
	btcec.AddNonConst(&P, &s.change, &Q)
	Q.ToAffine()
	for _, output := range outputs {
		if bytes.Equal(P.X.Bytes()[:], output) {
			b := t.Bytes()
			return b[:], nil
		}
		if bytes.Equal(Q.X.Bytes()[:], output) {
			b := t.Add(&s.changeTweak).Bytes()
			return b[:], nil
		}
	}
	return nil, nil
}

// setSilent sets the inputs for silent payments.
func (in *Inputs) setSilent(salt string) error {
	point := func(parts ...any) []byte {
		secret := hash32(append(parts, salt)...)
		_, public := btcec.PrivKeyFromBytes(secret[:])
		return public.SerializeCompressed()
	}
	in.SilentSpend = point("silent spend")
	for i := range silentBatch {
		in.SilentTweaks = append(in.SilentTweaks, point("silent", i))
		in.SilentOutputs = append(in.SilentOutputs, point("silent output", i)[1:], point("silent other output", i)[1:])
	}
	s, err := newSilentScanner(in)
	if err != nil {
		return err
	}
	var t btcec.ModNScalar
	var P btcec.JacobianPoint
	if err := s.expected(&t, &P, in.SilentTweaks[silentBatch-1]); err != nil {
		return err
	}
	in.SilentOutputs[2*silentBatch-1] = P.X.Bytes()[:]
	return nil
}

func init() {
	scan := func(in *Inputs, count int) (*Instance, error) {
		s, err := newSilentScanner(in)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			tweaks := make([]byte, 32*count)
			for i := range count {
				t, err := s.find(in.SilentTweaks[i], in.SilentOutputs[2*i:2*i+2])
				if err != nil {
					return nil, err
				}
				copy(tweaks[32*i:], t)
			}
			return tweaks, nil
		})
	}
	register("btcec", "protocols/silentpayments-scan", func(in *Inputs) (*Instance, error) { return scan(in, 1) })
	register("btcec", "protocols/silentpayments-scan-64", func(in *Inputs) (*Instance, error) { return scan(in, silentBatch) })
}

// circl's oprf.
func init() {
	suite := oprf.SuiteRistretto255
	setup := func(in *Inputs) (*oprf.VerifiableServer, *oprf.VerifiableClient, *oprf.FinalizeData, *oprf.EvaluationRequest, error) {
		key, err := oprf.DeriveKey(suite, oprf.VerifiableMode, in.Seed[:], nil)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		s, c := oprf.NewVerifiableServer(suite, key), oprf.NewVerifiableClient(suite, key.Public())
		blind := group.Ristretto255.NewScalar()
		reduced := in.DoubleOdd // below 2^252
		if err := blind.UnmarshalBinary(reduced[:]); err != nil {
			return nil, nil, nil, nil, err
		}
		f, e, err := c.DeterministicBlind([][]byte{in.Digest[:]}, []oprf.Blind{blind})
		return &s, &c, f, e, err
	}
	register("circl", "protocols/voprf-evaluate", func(in *Inputs) (*Instance, error) {
		s, _, _, request, err := setup(in)
		if err != nil {
			return nil, err
		}
		blinded, err := request.Elements[0].MarshalBinaryCompress()
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			element := group.Ristretto255.NewElement()
			if err := element.UnmarshalBinary(blinded); err != nil {
				return nil, err
			}
			answer, err := s.Evaluate(&oprf.EvaluationRequest{Elements: []oprf.Blinded{element}})
			if err != nil {
				return nil, err
			}
			b, err1 := answer.Elements[0].MarshalBinaryCompress()
			proof, err2 := answer.Proof.MarshalBinary()
			return append(b, proof...), errors.Join(err1, err2)
		})
	})
	register("circl", "protocols/voprf-finalize", func(in *Inputs) (*Instance, error) {
		s, c, f, e, err := setup(in)
		if err != nil {
			return nil, err
		}
		answer, err := s.Evaluate(e)
		if err != nil {
			return nil, err
		}
		b, err1 := answer.Elements[0].MarshalBinaryCompress()
		proof, err2 := answer.Proof.MarshalBinary()
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) {
			element, p := group.Ristretto255.NewElement(), new(dleq.Proof)
			if err := element.UnmarshalBinary(b); err != nil {
				return nil, err
			}
			if err := p.UnmarshalBinary(group.Ristretto255, proof); err != nil {
				return nil, err
			}
			outputs, err := c.Finalize(f, &oprf.Evaluation{Elements: []oprf.Evaluated{element}, Proof: p})
			if err != nil {
				return nil, err
			}
			return outputs[0], nil
		})
	})
}
