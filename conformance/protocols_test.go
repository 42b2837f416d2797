// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	schnorrkel "github.com/ChainSafe/go-schnorrkel"
	"github.com/btcsuite/btcd/btcec/v2"
	btcellswift "github.com/btcsuite/btcd/btcec/v2/ellswift"
	btcschnorr "github.com/btcsuite/btcd/btcec/v2/schnorr"
	btcmusig2 "github.com/btcsuite/btcd/btcec/v2/schnorr/musig2"
	"github.com/btcsuite/btcd/chaincfg/chainhash"
	"github.com/cloudflare/circl/group"
	"github.com/cloudflare/circl/oprf"
	"github.com/cloudflare/circl/zk/dleq"
	voied25519 "github.com/oasisprotocol/curve25519-voi/primitives/ed25519"
	voiecvrf "github.com/oasisprotocol/curve25519-voi/primitives/ed25519/extra/ecvrf"
	voimerlin "github.com/oasisprotocol/curve25519-voi/primitives/merlin"
	voisr25519 "github.com/oasisprotocol/curve25519-voi/primitives/sr25519"

	"secant.example/ecvrf"
	"secant.example/merlin"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ellswift"
	"secant.example/secp256k1/musig2"
	"secant.example/sr25519"
	"secant.example/voprf"
)

// The protocols against those of other packages: what one makes, the other accepts, or makes too.

// random returns bytes that are the same in each run.
func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestMerlin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		label := string(random(r, r.IntN(40)))
		ours, theirs := merlin.NewTranscript(label), voimerlin.NewTranscript(label)
		for range r.IntN(20) {
			label := string(random(r, r.IntN(100)))
			switch r.IntN(3) {
			case 0:
				message := random(r, r.IntN(500))
				ours.AppendMessage(label, message)
				theirs.AppendMessage(label, message)
			case 1:
				got := make([]byte, r.IntN(500))
				want := bytes.Clone(got)
				theirs.ExtractBytes(want, label)
				if err := ours.ExtractBytes(got, label); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("a challenge is %x, want %x, %v", got, want, err)
				}
			case 2:
				witness, seed := random(r, r.IntN(300)), random(r, 32)
				our, err := ours.BuildRNG().RekeyWithWitness(label, witness).Finalize(bytes.NewReader(seed))
				if err != nil {
					t.Fatal(err)
				}
				their, err := theirs.BuildRng().RekeyWithWitnessBytes(label, witness).Finalize(bytes.NewReader(seed))
				if err != nil {
					t.Fatal(err)
				}
				for range 3 {
					got, want := make([]byte, 100), make([]byte, 100)
					if _, err := io.ReadFull(our, got); err != nil {
						t.Fatal(err)
					}
					if _, err := io.ReadFull(their, want); err != nil || !bytes.Equal(got, want) {
						t.Fatalf("random bytes are %x, want %x, %v", got, want, err)
					}
				}
			}
		}
	}
}

// must returns a value that there must be.
func must[T any](t *testing.T) func(T, error) T {
	return func(x T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// Keys, signatures and verdicts are those of curve25519-voi; with the same random bytes the signatures are
// the same bytes.
func TestSr25519Voi(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		seed, context, message := random(r, 32), random(r, r.IntN(20)), random(r, r.IntN(400))
		mini := voisr25519.MiniSecretKey(seed)
		for _, c := range []struct {
			expansion sr25519.Expansion
			theirs    *voisr25519.KeyPair
		}{{sr25519.Uniform, mini.ExpandUniform().KeyPair()}, {sr25519.Ed25519, mini.ExpandEd25519().KeyPair()}} {
			ours := must[*sr25519.PrivateKey](t)(sr25519.NewKeyFromSeed(seed, c.expansion))
			if want := must[[]byte](t)(c.theirs.MarshalBinary()); !bytes.Equal(append(ours.Bytes(), ours.PublicKey().Bytes()...), want) {
				t.Fatalf("the key of %x is %x, want %x", seed, ours.Bytes(), want)
			}
			random32 := random(r, 32)
			transcript := voisr25519.NewSigningContext(context).NewTranscriptBytes(message)
			their := must[*voisr25519.Signature](t)(c.theirs.Sign(bytes.NewReader(random32), transcript))
			want := must[[]byte](t)(their.MarshalBinary())
			got := must[[]byte](t)(ours.SignTranscript(sr25519.NewSigningContext(context).Message(message), bytes.NewReader(random32)))
			if !bytes.Equal(got, want) {
				t.Fatalf("the signature is %x, want %x", got, want)
			}
			public := ours.PublicKey().Bytes()
			for range 20 {
				p, sig := bytes.Clone(public), bytes.Clone(got)
				switch r.IntN(4) {
				case 0:
					sig[r.IntN(64)] ^= 1 << r.IntN(8)
				case 1:
					p[r.IntN(32)] ^= 1 << r.IntN(8)
				case 2:
					p = make([]byte, 32)
				}
				verdict := false
				if key, err := voisr25519.NewPublicKeyFromBytes(p); err == nil {
					if s, err := voisr25519.NewSignatureFromBytes(sig); err == nil {
						verdict = key.Verify(transcript, s)
					}
				}
				if sr25519.Verify(p, context, message, sig) != verdict {
					t.Errorf("%x under %x: their verdict is %v", sig, p, verdict)
				}
			}
		}
	}
}

// Signatures, derived keys and the VRF are those of go-schnorrkel.
func TestSr25519Schnorrkel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		seed, context, message := random(r, 32), random(r, r.IntN(20)), random(r, r.IntN(400))
		ours := must[*sr25519.PrivateKey](t)(sr25519.NewKeyFromSeed(seed, sr25519.Ed25519))
		p := ours.PublicKey()
		theirs := must[*schnorrkel.MiniSecretKey](t)(schnorrkel.NewMiniSecretKeyFromRaw([32]byte(seed))).ExpandEd25519()
		public := must[*schnorrkel.PublicKey](t)(theirs.Public())

		var their schnorrkel.Signature
		if err := their.Decode([64]byte(must[[]byte](t)(sr25519.Sign(ours, context, message)))); err != nil {
			t.Fatal(err)
		}
		if !must[bool](t)(public.Verify(&their, schnorrkel.NewSigningContext(context, message))) {
			t.Error("our signature is not valid")
		}
		sig := must[*schnorrkel.Signature](t)(theirs.Sign(schnorrkel.NewSigningContext(context, message))).Encode()
		if !p.Verify(context, message, sig[:]) {
			t.Error("their signature is not valid")
		}

		code, index := random(r, 32), random(r, r.IntN(20))
		soft := must[*schnorrkel.ExtendedKey](t)(schnorrkel.DeriveKeySimple(public, index, [32]byte(code)))
		child, next, err := p.DeriveSoft(code, index)
		if want := soft.Key().Encode(); err != nil || !bytes.Equal(child.Bytes(), want[:]) || [32]byte(next) != soft.ChainCode() {
			t.Errorf("the soft child is %x, want %x, %v", child.Bytes(), want, err)
		}
		hard, hardCode, err := theirs.HardDeriveMiniSecretKey(index, [32]byte(code))
		if err != nil {
			t.Fatal(err)
		}
		mini, next, err := ours.DeriveHard(code, index)
		if want := hard.Encode(); err != nil || !bytes.Equal(mini, want[:]) || [32]byte(next) != hardCode {
			t.Errorf("the hard child is %x, want %x, %v", mini, want, err)
		}

		inOut, proof, err := theirs.VrfSign(schnorrkel.NewSigningContext(context, message))
		if err != nil {
			t.Fatal(err)
		}
		transcript := sr25519.NewSigningContext(context).Message(message)
		pre, short := inOut.Output().Encode(), proof.Encode()
		o, err := p.VRFVerify(transcript, nil, pre[:], short[:])
		if err != nil {
			t.Fatalf("their proof: %v", err)
		}
		want := must[[]byte](t)(inOut.MakeBytes(64, context))
		got := make([]byte, 64)
		if err := o.MakeBytes(got, context); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the output is %x, want %x, %v", got, want, err)
		}
		o, our, err := ours.VRFSign(transcript, nil, nil)
		if err != nil || !bytes.Equal(o.PreOutput(), pre[:]) {
			t.Fatalf("the pre-output is %x, want %x, %v", o.PreOutput(), pre, err)
		}
		var back schnorrkel.VrfProof
		if err := back.Decode([64]byte(our.Bytes())); err != nil {
			t.Fatal(err)
		}
		if !must[bool](t)(public.VrfVerify(schnorrkel.NewSigningContext(context, message), inOut.Output(), &back)) {
			t.Error("our proof is not valid")
		}
	}
}

// Proofs, outputs and verdicts are those of curve25519-voi, for RFC 9381 and for the draft, of which our proofs have
// another nonce.
func TestECVRFVoi(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		key := voied25519.NewKeyFromSeed(random(r, 32))
		public := key.Public().(voied25519.PublicKey)
		alpha := random(r, r.IntN(300))
		k := must[*ecvrf.PrivateKey](t)(ecvrf.NewPrivateKey([]byte(key)))
		for _, c := range []struct {
			suite  ecvrf.Suite
			prove  func(voied25519.PrivateKey, []byte) []byte
			verify func(voied25519.PublicKey, []byte, []byte) (bool, []byte)
		}{{ecvrf.ELL2, voiecvrf.Prove, voiecvrf.Verify}, {ecvrf.ELL2Draft10, voiecvrf.Prove_v10, voiecvrf.Verify_v10}} {
			proof := must[[]byte](t)(k.Prove(c.suite, alpha))
			theirs := c.prove(key, alpha)
			if !bytes.Equal(proof[:32], theirs[:32]) || c.suite == ecvrf.ELL2 && !bytes.Equal(proof, theirs) {
				t.Fatalf("the proof is %x, want %x", proof, theirs)
			}
			if beta, err := ecvrf.Verify(c.suite, []byte(public), alpha, theirs); err != nil || !bytes.Equal(beta, must[[]byte](t)(k.Output(c.suite, alpha))) {
				t.Fatalf("their proof is not valid: %v", err)
			}
			for i := range 20 {
				p, b := bytes.Clone(public), bytes.Clone(proof)
				switch {
				case i == 0:
				case i%2 == 0:
					b[r.IntN(80)] ^= 1 << r.IntN(8)
				default:
					p[r.IntN(32)] ^= 1 << r.IntN(8)
				}
				ok, beta := c.verify(p, b, alpha)
				got, err := ecvrf.Verify(c.suite, p, alpha, b)
				if (err == nil) != ok || !bytes.Equal(got, beta) || i == 0 && !ok {
					t.Errorf("%x under %x: %v, their verdict is %v", b, p, err, ok)
				}
			}
		}
	}
}

// Some signers use btcec and some ours, in one signature with tweaks.
func TestMuSig2Btcec(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for round := range 12 {
		n := 1 + r.IntN(5)
		message := [32]byte(random(r, 32))
		var ours []*musig2.PrivateKey
		var theirs []*btcec.PrivateKey
		var publics [][]byte
		var keys []*btcec.PublicKey
		for range n {
			secret := random(r, 32)
			ours = append(ours, must[*musig2.PrivateKey](t)(musig2.NewPrivateKey(secret)))
			private, public := btcec.PrivKeyFromBytes(secret)
			theirs, keys = append(theirs, private), append(keys, public)
			publics = append(publics, public.SerializeCompressed())
			if !bytes.Equal(ours[len(ours)-1].PublicKey(), public.SerializeCompressed()) {
				t.Fatal("the public keys differ")
			}
		}
		agg := must[*musig2.KeyAgg](t)(musig2.AggregateKeys(publics))
		var tweaks []btcmusig2.KeyTweakDesc
		for range r.IntN(4) {
			tweak := random(r, 32)
			xOnly := r.IntN(2) == 0
			tweaks = append(tweaks, btcmusig2.KeyTweakDesc{Tweak: [32]byte(tweak), IsXOnly: xOnly})
			if xOnly {
				agg = must[*musig2.KeyAgg](t)(agg.AddXOnlyTweak(tweak))
			} else {
				agg = must[*musig2.KeyAgg](t)(agg.AddTweak(tweak))
			}
		}
		final, _, _, err := btcmusig2.AggregateKeys(keys, false, btcmusig2.WithKeyTweaks(tweaks...))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(agg.PlainPublicKey(), final.FinalKey.SerializeCompressed()) {
			t.Fatalf("the aggregate key is %x, want %x", agg.PlainPublicKey(), final.FinalKey.SerializeCompressed())
		}
		var pubs [][]byte
		var theirPubs [][66]byte
		nonces, theirNonces := make([]*musig2.SecretNonce, n), make([]*btcmusig2.Nonces, n)
		for i := range n {
			if i%2 == round%2 {
				nonces[i] = must[*musig2.SecretNonce](t)(ours[i].NewNonce(&musig2.NonceOptions{KeyAgg: agg, Message: message[:]}))
				pubs = append(pubs, nonces[i].Public())
			} else {
				theirNonces[i] = must[*btcmusig2.Nonces](t)(btcmusig2.GenNonces(btcmusig2.WithPublicKey(keys[i]), btcmusig2.WithNonceSecretKeyAux(theirs[i])))
				pubs = append(pubs, theirNonces[i].PubNonce[:])
			}
			theirPubs = append(theirPubs, [66]byte(pubs[i]))
		}
		sum := must[[]byte](t)(musig2.AggregateNonces(pubs))
		if want := must[[66]byte](t)(btcmusig2.AggregateNonces(theirPubs)); !bytes.Equal(sum, want[:]) {
			t.Fatalf("the aggregate nonce is %x, want %x", sum, want)
		}
		session := must[*musig2.Session](t)(agg.NewSession(sum, message[:]))
		var partials [][]byte
		for i := range n {
			var partial [32]byte
			if nonces[i] != nil {
				partial = [32]byte(must[[]byte](t)(session.Sign(ours[i], nonces[i])))
			} else {
				partial = must[*btcmusig2.PartialSignature](t)(btcmusig2.Sign(theirNonces[i].SecNonce, theirs[i], [66]byte(sum), keys, message, btcmusig2.WithTweaks(tweaks...))).S.Bytes()
			}
			partials = append(partials, bytes.Clone(partial[:]))
			for _, flip := range []bool{false, true} {
				if flip {
					partial[r.IntN(32)] ^= 1 << r.IntN(8)
				}
				var s btcec.ModNScalar
				verdict := s.SetBytes(&partial) == 0 &&
					(&btcmusig2.PartialSignature{S: &s}).Verify(theirPubs[i], [66]byte(sum), keys, keys[i], message, btcmusig2.WithTweaks(tweaks...))
				if session.VerifyPartial(i, pubs[i], partial[:]) != verdict || verdict == flip {
					t.Errorf("partial signature %d: their verdict is %v", i, verdict)
				}
			}
		}
		sig := must[[]byte](t)(session.Aggregate(partials))
		parsed := must[*btcschnorr.Signature](t)(btcschnorr.ParseSignature(sig))
		if !parsed.Verify(message[:], final.FinalKey) || !agg.PublicKey().Verify(message[:], sig) {
			t.Error("the signature is not valid")
		}
	}
}

// btcec on one side and this library on the other agree, and decode what the other has encoded.
func TestEllSwiftBtcec(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 20 {
		theirs, sent, err := btcellswift.EllswiftCreate()
		if err != nil {
			t.Fatal(err)
		}
		ours := must[*ellswift.PrivateKey](t)(ellswift.GenerateKey(nil))
		decoded := must[*ecdh.PublicKey](t)(ellswift.Decode(sent[:]))
		if !bytes.Equal(decoded.BytesX(), btcschnorr.SerializePubKey(theirs.PubKey())) {
			t.Errorf("%x is decoded to %x", sent, decoded.BytesX())
		}
		same := must[*ellswift.PrivateKey](t)(ellswift.NewPrivateKeyWithEncoding(theirs.Serialize(), sent[:]))
		other := random(r, 64) // which nobody has made
		for _, role := range []ellswift.Role{ellswift.Initiator, ellswift.Responder} {
			secret := must[[32]byte](t)(ours.SharedSecret(sent[:], role))
			want := must[*chainhash.Hash](t)(btcellswift.V2Ecdh(theirs, [64]byte(ours.Encoding()), sent, role == ellswift.Responder))
			if secret != *want {
				t.Errorf("role %d: the secrets differ", role)
			}
			secret = must[[32]byte](t)(same.SharedSecret(other, role))
			want = must[*chainhash.Hash](t)(btcellswift.V2Ecdh(theirs, [64]byte(other), sent, role == ellswift.Initiator))
			if secret != *want {
				t.Errorf("role %d: the secrets with %x differ", role, other)
			}
		}
	}
}

// circl is the client of our server, and the server of our client, in the mode with public information.
func TestPOPRFCircl(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	suite := oprf.SuiteRistretto255
	for range 10 {
		seed, keyInfo, info := random(r, 32), random(r, r.IntN(20)), random(r, r.IntN(20))
		ours := must[*voprf.PrivateKey](t)(voprf.DeriveKey(voprf.POPRF, seed, keyInfo))
		theirs := must[*oprf.PrivateKey](t)(oprf.DeriveKey(suite, oprf.PartialObliviousMode, seed, keyInfo))
		if want := must[[]byte](t)(theirs.MarshalBinary()); !bytes.Equal(ours.Bytes(), want) {
			t.Fatalf("the key is %x, want %x", ours.Bytes(), want)
		}
		var inputs [][]byte
		for range 1 + r.IntN(5) {
			inputs = append(inputs, random(r, r.IntN(100)))
		}
		server, client := oprf.NewPartialObliviousServer(suite, theirs), oprf.NewPartialObliviousClient(suite, theirs.Public())

		// Our client.
		our := must[*voprf.Client](t)(voprf.NewClient(voprf.POPRF, ours.PublicKey()))
		request := must[*voprf.Request](t)(our.Blind(inputs, info, nil))
		var elements []oprf.Blinded
		for _, b := range request.Blinded() {
			e := group.Ristretto255.NewElement()
			if err := e.UnmarshalBinary(b); err != nil {
				t.Fatal(err)
			}
			elements = append(elements, e)
		}
		answer := must[*oprf.Evaluation](t)(server.Evaluate(&oprf.EvaluationRequest{Elements: elements}, info))
		var evaluated [][]byte
		for _, e := range answer.Elements {
			evaluated = append(evaluated, must[[]byte](t)(e.MarshalBinaryCompress()))
		}
		outputs := must[[][]byte](t)(request.Finalize(evaluated, must[[]byte](t)(answer.Proof.MarshalBinary())))

		// Our server.
		data, their, err := client.Blind(inputs)
		if err != nil {
			t.Fatal(err)
		}
		var blinded [][]byte
		for _, e := range their.Elements {
			blinded = append(blinded, must[[]byte](t)(e.MarshalBinaryCompress()))
		}
		evaluated, proof, err := ours.BlindEvaluate(blinded, info, nil)
		if err != nil {
			t.Fatal(err)
		}
		back := &oprf.Evaluation{Proof: new(dleq.Proof)}
		for _, b := range evaluated {
			e := group.Ristretto255.NewElement()
			if err := e.UnmarshalBinary(b); err != nil {
				t.Fatal(err)
			}
			back.Elements = append(back.Elements, e)
		}
		if err := back.Proof.UnmarshalBinary(group.Ristretto255, proof); err != nil {
			t.Fatal(err)
		}
		for i, want := range must[[][]byte](t)(client.Finalize(data, back, info)) {
			if alone := must[[]byte](t)(ours.Evaluate(inputs[i], info)); !bytes.Equal(outputs[i], want) || !bytes.Equal(alone, want) {
				t.Errorf("output %d is %x, and %x alone, want %x", i, outputs[i], alone, want)
			}
		}
	}
}
