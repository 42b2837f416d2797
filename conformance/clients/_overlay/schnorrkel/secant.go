// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorrkel

import (
	"errors"

	"github.com/ChainSafe/go-schnorrkel/merlin"
	r255 "secant.example/ristretto255"
	"secant.example/sr25519"
)

// What computes keys, signatures, children and proofs: by package sr25519.

func (s *SecretKey) ours() (*sr25519.PrivateKey, error) {
	return sr25519.NewPrivateKey(append(s.key[:], s.nonce[:]...))
}

func (s *SecretKey) set(k *sr25519.PrivateKey, err error) *SecretKey {
	if err != nil {
		panic(err) // where theirs has no error
	}
	b := k.Bytes()
	s.key, s.nonce = [32]byte(b), [32]byte(b[32:])
	return s
}

func (p *PublicKey) ours() (*sr25519.PublicKey, error) {
	b := p.Encode()
	return sr25519.NewPublicKey(b[:])
}

func (s *MiniSecretKey) ExpandUniform() *SecretKey {
	return new(SecretKey).set(sr25519.NewKeyFromSeed(s.key[:], sr25519.Uniform))
}

func (s *MiniSecretKey) ExpandEd25519() *SecretKey {
	return new(SecretKey).set(sr25519.NewKeyFromSeed(s.key[:], sr25519.Ed25519))
}

func (s *MiniSecretKey) Public() *PublicKey {
	p, err := s.ExpandEd25519().Public()
	if err != nil {
		return nil
	}
	return p
}

func NewSecretKeyFromEd25519Bytes(b [SecretKeySize + 32]byte) *SecretKey {
	return new(SecretKey).set(sr25519.NewPrivateKeyFromEd25519(b[:]))
}

func (s *SecretKey) Public() (*PublicKey, error) {
	k, err := s.ours()
	if err != nil {
		return nil, err
	}
	return NewPublicKey([32]byte(k.PublicKey().Bytes()))
}

func (sk *SecretKey) Sign(t *merlin.Transcript) (*Signature, error) {
	if t == nil {
		return nil, errors.New("transcript provided is nil")
	}
	k, err := sk.ours()
	if err != nil {
		return nil, err
	}
	b, err := k.SignTranscript(t.T, nil)
	if err != nil {
		return nil, err
	}
	sig := new(Signature)
	return sig, sig.Decode([64]byte(b))
}

func (p *PublicKey) Verify(s *Signature, t *merlin.Transcript) (bool, error) {
	if s == nil || t == nil {
		return false, errors.New("nothing to verify")
	}
	ours, err := p.ours()
	if err != nil {
		return false, err
	}
	if ours.IsIdentity() {
		return false, errPublicKeyAtInfinity
	}
	b := s.Encode()
	return ours.VerifyTranscript(t.T, b[:]), nil
}

// A BatchVerifier is one of ours.
type BatchVerifier struct{ b sr25519.BatchVerifier }

func NewBatchVerifier() *BatchVerifier { return new(BatchVerifier) }

func (v *BatchVerifier) Add(t *merlin.Transcript, sig *Signature, pubkey *PublicKey) error {
	if t == nil || sig == nil || pubkey == nil {
		return errors.New("nothing to add")
	}
	p, err := pubkey.ours()
	if err != nil {
		return err
	}
	b := sig.Encode()
	v.b.AddTranscript(p, t.T, b[:])
	return nil
}

func (v *BatchVerifier) Verify() bool { return v.b.VerifyBatchOnly(nil) }

func VerifyBatch(transcripts []*merlin.Transcript, signatures []*Signature, pubkeys []*PublicKey) (bool, error) {
	if len(transcripts) != len(signatures) || len(signatures) != len(pubkeys) {
		return false, errors.New("the numbers differ")
	}
	v := NewBatchVerifier()
	for i, t := range transcripts {
		if err := v.Add(t, signatures[i], pubkeys[i]); err != nil {
			return false, err
		}
	}
	return len(transcripts) == 0 || v.Verify(), nil
}

func DeriveKeySimple(key DerivableKey, i []byte, cc [ChainCodeLength]byte) (*ExtendedKey, error) {
	switch key := key.(type) {
	case *MiniSecretKey:
		return DeriveKeySimple(key.ExpandEd25519(), i, cc)
	case *SecretKey:
		k, err := key.ours()
		if err != nil {
			return nil, err
		}
		child, next, err := k.DeriveSoft(cc[:], i, nil)
		if err != nil {
			return nil, err
		}
		return NewExtendedKey(new(SecretKey).set(child, nil), [32]byte(next)), nil
	case *PublicKey:
		p, err := key.ours()
		if err != nil {
			return nil, err
		}
		child, next, err := p.DeriveSoft(cc[:], i)
		if err != nil {
			return nil, err
		}
		public, err := NewPublicKey([32]byte(child.Bytes()))
		return NewExtendedKey(public, [32]byte(next)), err
	}
	return nil, ErrDeriveHardKeyType
}

func (sk *SecretKey) HardDeriveMiniSecretKey(i []byte, cc [ChainCodeLength]byte) (*MiniSecretKey, [ChainCodeLength]byte, error) {
	k, err := sk.ours()
	if err != nil {
		return nil, cc, err
	}
	seed, next, err := k.DeriveHard(cc[:], i)
	if err != nil {
		return nil, cc, err
	}
	return &MiniSecretKey{key: [32]byte(seed)}, [32]byte(next), nil
}

func (sk *SecretKey) VrfSign(t *merlin.Transcript) (*VrfInOut, *VrfProof, error) {
	k, err := sk.ours()
	if err != nil {
		return nil, nil, err
	}
	o, proof, err := k.VRFSign(t.T, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	output := r255.NewElement()
	p, v := &PublicKey{key: r255.NewElement()}, new(VrfProof)
	if err := errors.Join(output.Decode(o.PreOutput()), p.key.Decode(k.PublicKey().Bytes()), v.Decode([64]byte(proof.Bytes()))); err != nil {
		return nil, nil, err
	}
	return &VrfInOut{input: p.vrfHash(t), output: output}, v, nil
}

func (pk *PublicKey) VrfVerify(t *merlin.Transcript, out *VrfOutput, proof *VrfProof) (bool, error) {
	p, err := pk.ours()
	if err != nil {
		return false, err
	}
	if p.IsIdentity() {
		return false, errPublicKeyAtInfinity
	}
	pre, b := out.Encode(), proof.Encode()
	_, err = p.VRFVerify(t.T, nil, pre[:], b[:])
	if errors.Is(err, sr25519.ErrProof) {
		return false, nil
	}
	return err == nil, err
}
