// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"

	stded25519 "crypto/ed25519"

	"secant.example/ecvrf"
	"secant.example/frost"
	"secant.example/merlin"
	"secant.example/secp256k1/ellswift"
	"secant.example/secp256k1/musig2"
	"secant.example/secp256k1/silentpayments"
	"secant.example/sr25519"
	"secant.example/voprf"
)

func init() {
	merlinOperations()
	sr25519Operations()
	ecvrfOperations()
	musig2Operations()
	ellswiftOperations()
	silentpaymentsOperations()
	voprfOperations()
	frostOperations()
}

func merlinOperations() {
	add("merlin/Transcript", func(e *env) {
		message, witness, seed := e.secretBytes(300), e.secretBytes(32), e.secretBytes(32)
		challenge, random := make([]byte, 200), make([]byte, 64)
		e.run(func() {
			t := merlin.NewTranscript("memcheck")
			t.AppendMessage("message", message)
			t.AppendUint64("number", 7)
			rng := must(t.Clone().BuildRNG().RekeyWithWitness("witness", witness).Finalize(bytes.NewReader(seed)))
			must(rng.Read(random))
			must(0, t.ExtractBytes(challenge, "challenge"))
		})
		e.out(challenge, random)
	})
}

func sr25519Operations() {
	key := func(e *env) *sr25519.PrivateKey {
		k := must(sr25519.NewPrivateKey(append(e.small(false), e.bytes(32)...)))
		secret(k, "x", "nonce")
		return k
	}
	add("sr25519/PrivateKey", func(e *env) {
		seed, b, random := e.secretBytes(32), secretBytes(append(e.small(false), e.bytes(32)...)), e.secretBytes(96)
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(sr25519.NewKeyFromSeed(seed, sr25519.Uniform))
			l := must(sr25519.NewKeyFromSeed(seed, sr25519.Ed25519))
			m := must(sr25519.NewPrivateKeyFromEd25519(must(sr25519.NewPrivateKey(b)).Ed25519Bytes()))
			g := must(sr25519.GenerateKey(bytes.NewReader(random)))
			same = k.Equal(l)
			all = [][]byte{k.Bytes(), l.Bytes(), m.Bytes(), g.Bytes(), k.PublicKey().Bytes(), k.Public().(*sr25519.PublicKey).Bytes()}
			g.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add("sr25519/signing", func(e *env) {
		k, message, random := key(e), e.secretBytes(100), e.secretBytes(32)
		var s []byte
		e.run(func() {
			c := sr25519.NewSigningContext([]byte("memcheck"))
			s = must(k.SignTranscript(c.Message(message), bytes.NewReader(random)))
			must(k.SignTranscript(c.Hash256([32]byte(message)), nil))
			must(k.SignTranscript(c.Hash512([64]byte(message)), nil))
			must(k.SignTranscript(c.XOF([32]byte(message)), nil))
			must(sr25519.Sign(k, nil, message))
		})
		e.out(s)
	})
	add("sr25519/derivation", func(e *env) {
		k, code, index, random := key(e), e.secretBytes(32), e.secretBytes(5), e.secretBytes(32)
		var all [][]byte
		e.run(func() {
			child, next, err := k.DeriveSoft(code, index, bytes.NewReader(random))
			must(0, err)
			seed, hard, err := k.DeriveHard(code, index)
			must(0, err)
			public, _, err := k.PublicKey().DeriveSoft(code, index)
			must(0, err)
			all = [][]byte{child.Bytes(), next, seed, hard, public.Bytes()}
		})
		e.out(all...)
	})
	add("sr25519/VRFSign", func(e *env) {
		k, random := key(e), e.secretBytes(32)
		made := make([]byte, 16)
		var all [][]byte
		e.run(func() {
			o, proof, err := k.VRFSign(merlin.NewTranscript("memcheck"), nil, bytes.NewReader(random))
			must(0, err)
			must(0, o.MakeBytes(made, nil))
			all = [][]byte{o.PreOutput(), proof.Bytes(), proof.BatchableBytes(), made}
		})
		e.out(all...)
	})
	add("sr25519/VRFSignMerged", func(e *env) {
		k, message, random := key(e), e.secretBytes(20), e.secretBytes(32)
		var all [][]byte
		e.run(func() {
			secret := merlin.NewTranscript("memcheck")
			secret.AppendMessage("message", message)
			outputs, proof, err := k.VRFSignMerged([]*merlin.Transcript{secret, merlin.NewTranscript("another")}, nil, bytes.NewReader(random))
			must(0, err)
			all = [][]byte{outputs[0].PreOutput(), outputs[1].PreOutput(), proof.Bytes(), proof.BatchableBytes()}
		})
		e.out(all...)
	})
	add("sr25519/PublicKey", func(e *env) {
		b := secretBytes(must(sr25519.NewPrivateKey(append(e.small(false), e.bytes(32)...))).PublicKey().Bytes())
		var same, identity bool
		var all [][]byte
		e.run(func() {
			p := must(sr25519.NewPublicKey(b))
			same, identity = p.Equal(p), p.IsIdentity()
			all = [][]byte{p.Bytes(), p.Element().Bytes()}
		})
		e.out(all...)
		outMemory(e, &same, &identity)
	})
}

func ecvrfOperations() {
	newKey := func(e *env) (stded25519.PrivateKey, *ecvrf.PrivateKey) {
		key := stded25519.NewKeyFromSeed(e.bytes(32))
		return key, must(ecvrf.NewPrivateKey(key))
	}
	add("ecvrf/PrivateKey", func(e *env) {
		key, _ := newKey(e)
		secretBytes(key[:32])
		var b []byte
		e.run(func() {
			k := must(ecvrf.NewPrivateKey(key))
			b = k.PublicKey().Bytes()
			k.Zero()
		})
		e.out(b)
	})
	add("ecvrf/proving", func(e *env) {
		_, k := newKey(e)
		alpha, public, random := e.bytes(50), e.secretBytes(50), e.secretBytes(32)
		secret(k, "x", "prefix")
		var all [][]byte
		e.run(func() {
			all = [][]byte{
				must(k.Prove(ecvrf.ELL2, public)), must(k.Prove(ecvrf.TAI, alpha)), must(k.ProveHedged(ecvrf.ELL2Draft10, public, bytes.NewReader(random))),
				must(k.Output(ecvrf.ELL2, public)), must(k.Output(ecvrf.TAI, alpha)),
			}
		})
		e.out(all...)
	})
	add("ecvrf/PublicKey", func(e *env) {
		_, k := newKey(e)
		b, proof := secretBytes(k.PublicKey().Bytes()), must(k.Prove(ecvrf.ELL2, nil))
		secretBytes(proof)
		var same bool
		var all [][]byte
		e.run(func() {
			p := must(ecvrf.NewPublicKey(b))
			same = p.Equal(p)
			all = [][]byte{p.Bytes(), must(ecvrf.ProofToHash(ecvrf.ELL2, proof))}
		})
		e.out(all...)
		outMemory(e, &same)
	})
}

func musig2Operations() {
	key := func(e *env) *musig2.PrivateKey {
		k := must(musig2.NewPrivateKey(e.small(true)))
		secret(k, "key.d")
		return k
	}
	add("musig2/PrivateKey", func(e *env) {
		b, random := secretBytes(e.small(true)), secretBytes(e.small(true))
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(musig2.NewPrivateKey(b))
			l := must(musig2.GenerateKey(bytes.NewReader(random)))
			same = k.Equal(l)
			all = [][]byte{k.Bytes(), k.PublicKey(), l.Bytes()}
			l.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add("musig2/tweaks", func(e *env) {
		keys := must(musig2.AggregateKeys([][]byte{key(e).PublicKey(), key(e).PublicKey()}))
		plain, xOnly := secretBytes(e.small(true)), secretBytes(e.small(true))
		var all [][]byte
		e.run(func() {
			tweaked := must(must(keys.AddTweak(plain)).AddXOnlyTweak(xOnly))
			all = [][]byte{tweaked.PublicKey().Bytes(), tweaked.PlainPublicKey(), {byte(tweaked.Len())}}
		})
		e.out(all...)
	})
	add("musig2/signing", func(e *env) {
		k, other := key(e), key(e)
		keys := must(musig2.AggregateKeys([][]byte{k.PublicKey(), other.PublicKey()}))
		others := must(other.NewNonce(nil)).Public()
		publicBytes(others)
		message, random := e.bytes(100), e.secretBytes(32)
		var partial []byte
		e.run(func() {
			nonce := must(k.NewNonce(&musig2.NonceOptions{KeyAgg: keys, Message: message, Extra: []byte("extra"), Random: bytes.NewReader(random)}))
			public := nonce.Public()
			publicBytes(public) // it is sent
			session := must(keys.NewSession(must(musig2.AggregateNonces([][]byte{public, others})), message))
			partial = must(session.Sign(k, nonce))
		})
		e.outRandom(partial)
	})
	add("musig2/SignDeterministic", func(e *env) {
		k, other := key(e), key(e)
		keys := must(musig2.AggregateKeys([][]byte{k.PublicKey(), other.PublicKey()}))
		others := must(other.NewNonce(nil)).Public()
		publicBytes(others)
		message, aux := e.bytes(100), e.secretBytes(32)
		var public, partial []byte
		e.run(func() {
			var err error
			public, partial, err = keys.SignDeterministic(k, others, message, aux)
			must(0, err)
		})
		e.outRandom(public)
		e.outRandom(partial)
	})
}

func ellswiftOperations() {
	add("ellswift/PrivateKey", func(e *env) {
		b, random := secretBytes(e.small(true)), secretBytes(append(e.small(true), e.bytes(32)...))
		other := must(ellswift.NewPrivateKey(e.small(true), bytes.NewReader(e.bytes(32))))
		secret(other, "key.d")
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(ellswift.NewPrivateKey(b, bytes.NewReader(random)))
			l := must(ellswift.GenerateKey(bytes.NewReader(random)))
			m := must(ellswift.NewPrivateKeyWithEncoding(other.Bytes(), other.Encoding()))
			same = k.Equal(l)
			all = [][]byte{k.Bytes(), k.Encoding(), l.Encoding(), k.PublicKey().Bytes(), m.Bytes()}
			l.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add("ellswift/SharedSecret", func(e *env) {
		k, peer := must(ellswift.NewPrivateKey(e.small(true), bytes.NewReader(e.bytes(32)))), e.bytes(64)
		secret(k, "key.d")
		var s, r, x [32]byte
		e.run(func() {
			s = must(k.SharedSecret(peer, ellswift.Initiator))
			r = must(k.SharedSecret(peer, ellswift.Responder))
			x = must(k.SharedX(peer))
		})
		e.out(s[:], r[:], x[:])
	})
}

func silentpaymentsOperations() {
	type sp = silentpayments.Address
	keys := func(e *env) (scan, spend, spendPublic []byte) {
		scan, spend = e.small(true), e.small(true)
		return scan, spend, must(musig2.NewPrivateKey(spend)).PublicKey()
	}
	outpoints := []silentpayments.Outpoint{{1}, {2}}
	add("silentpayments/CreateOutputs", func(e *env) {
		scan, _, public := keys(e)
		s := must(silentpayments.NewScanner(scan, public, 1))
		recipients := []*sp{must(s.Address(silentpayments.Mainnet)), must(s.LabeledAddress(silentpayments.Mainnet, 1))}
		a, b := secretBytes(e.small(true)), secretBytes(e.small(true))
		var outputs [][32]byte
		e.run(func() {
			outputs = must(silentpayments.CreateOutputs(outpoints, []silentpayments.InputKey{{Key: a}, {Key: b, Taproot: true}}, recipients))
		})
		e.out(outputs[0][:], outputs[1][:])
	})
	add("silentpayments/Scanner", func(e *env) {
		scan, spend, public := keys(e)
		key := e.small(true)
		in := must(silentpayments.SumInputs(outpoints, [][]byte{must(musig2.NewPrivateKey(key)).PublicKey()}))
		s := must(silentpayments.NewScanner(scan, public, 1))
		outputs := must(silentpayments.CreateOutputs(outpoints, []silentpayments.InputKey{{Key: key}},
			[]*sp{must(s.Address(silentpayments.Mainnet)), must(s.LabeledAddress(silentpayments.Mainnet, 1)), must(s.ChangeAddress(silentpayments.Mainnet))}))
		list := [][]byte{outputs[1][:], public[1:], outputs[2][:], outputs[0][:]}
		secretBytes(scan)
		secretBytes(spend)
		var all [][]byte
		e.run(func() {
			s := must(silentpayments.NewScanner(scan, public, 1))
			for _, a := range []*sp{must(s.Address(silentpayments.Mainnet)), must(s.LabeledAddress(silentpayments.Mainnet, 1)), must(s.ChangeAddress(silentpayments.Mainnet))} {
				all = append(all, a.ScanKey(), a.SpendKey())
			}
			found := must(s.Scan(in, list))
			batch := must(s.ScanBatch([]silentpayments.Transaction{{Inputs: in, Outputs: list[:1]}, {Inputs: in, Outputs: list}}))
			if len(found) != 3 || len(batch[1]) != 3 {
				panic("outputs are not found")
			}
			for i := range found {
				all = append(all, must(found[i].PrivateKey(spend)).Bytes())
			}
		})
		e.out(all...)
	})
}

func voprfOperations() {
	modes := map[string]voprf.Mode{"OPRF": voprf.OPRF, "VOPRF": voprf.VOPRF, "POPRF": voprf.POPRF}
	add("voprf/PrivateKey", func(e *env) {
		b, seed, random := secretBytes(e.small(false)), e.secretBytes(32), e.secretBytes(64)
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(voprf.NewPrivateKey(voprf.VOPRF, b))
			l := must(voprf.DeriveKey(voprf.VOPRF, seed, nil))
			m := must(voprf.GenerateKey(voprf.VOPRF, bytes.NewReader(random)))
			same = k.Equal(l)
			all = [][]byte{k.Bytes(), k.PublicKey(), l.Bytes(), m.Bytes()}
			m.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	for name, mode := range modes {
		add("voprf/server of "+name, func(e *env) {
			k := must(voprf.NewPrivateKey(mode, e.small(false)))
			element := must(voprf.NewPrivateKey(mode, e.small(false))).PublicKey()
			secret(k, "k")
			input, random := e.secretBytes(40), e.secretBytes(64)
			var all [][]byte
			e.run(func() {
				evaluated, proof, err := k.BlindEvaluate([][]byte{element, element}, nil, bytes.NewReader(random))
				must(0, err)
				all = append(evaluated, proof, must(k.Evaluate(input, nil)))
			})
			e.out(all...)
		})
		add("voprf/client of "+name, func(e *env) {
			k := must(voprf.NewPrivateKey(mode, e.small(false)))
			var public []byte
			if mode != voprf.OPRF {
				public = k.PublicKey()
			}
			input, random := e.secretBytes(40), e.secretBytes(128)
			var all [][]byte
			e.run(func() {
				c := must(voprf.NewClient(mode, public))
				request := must(c.Blind([][]byte{input, input}, nil, bytes.NewReader(random)))
				blinded := request.Blinded()
				for _, b := range blinded {
					publicBytes(b) // it is sent
				}
				evaluated, proof, err := k.BlindEvaluate(blinded, nil, nil)
				must(0, err)
				all = must(request.Finalize(evaluated, proof))
			})
			e.out(all...)
		})
	}
}

func frostOperations() {
	const threshold, n, share = 2, 3, 5 + 32 // where a share is in an encoding
	for name, suite := range map[string]frost.Suite{"Ed25519": frost.Ed25519, "Ristretto255": frost.Ristretto255, "Secp256k1": frost.Secp256k1, "Taproot": frost.Taproot, "JQ255e": frost.JQ255e} {
		bigEndian := suite == frost.Secp256k1 || suite == frost.Taproot
		add("frost/keys of "+name, func(e *env) {
			b, random, more := secretBytes(e.small(bigEndian)), e.secretBytes(64*threshold), e.secretBytes(64*(threshold-1))
			var same bool
			var all [][]byte
			e.run(func() {
				_, dealt, err := frost.Deal(suite, threshold, n, bytes.NewReader(random))
				must(0, err)
				_, split, err := frost.Split(suite, b, threshold, n, bytes.NewReader(more))
				must(0, err)
				var keys []*frost.KeyShare
				for id := uint16(1); id <= threshold; id++ {
					all = append(all, dealt[id])
					publicBytes(split[id][share+32:]) // the commitment, which all know
					k, _, err := frost.OpenShare(suite, n, split[id])
					must(0, err)
					encoded := k.Bytes()
					publicBytes(encoded[share+32:])
					keys = append(keys, must(frost.ParseKeyShare(suite, encoded)))
				}
				same = keys[0].Equal(keys[1])
				all = append(all, must(frost.Combine(keys)), keys[0].Bytes(), keys[1].PublicKey(), []byte{byte(keys[0].Suite()), byte(keys[0].Participant())})
				keys[0].Zero()
			})
			e.out(all...)
			outMemory(e, &same)
		})
		add("frost/signing of "+name, func(e *env) {
			group, dealt, err := frost.Deal(suite, threshold, n, bytes.NewReader(e.bytes(64*threshold)))
			must(0, err)
			var keys [threshold]*frost.KeyShare
			for i := range keys {
				keys[i], _, err = frost.OpenShare(suite, n, dealt[uint16(i+1)])
				must(0, err)
				secret(keys[i], "s")
			}
			random := e.secretBytes(128)
			var sent []byte
			e.run(func() {
				commitments := map[uint16][]byte{}
				var nonces [threshold]*frost.SecretNonce
				for i, k := range keys {
					nonces[i] = must(k.NewNonce(bytes.NewReader(random[64*i:])))
					c := nonces[i].Commitment()
					publicBytes(c) // it is sent
					commitments[uint16(i+1)] = c
				}
				p := must(group.NewSigningPackage([]byte("a message"), commitments))
				k := keys[0]
				if suite == frost.Taproot {
					k = must(k.TapTweak(nil))
				}
				sent = must(k.Sign(p, nonces[0]))
			})
			e.outRandom(sent)
		})
		add("frost/DKG of "+name, func(e *env) {
			random := [threshold][]byte{e.secretBytes(64*threshold + 32), e.secretBytes(64*threshold + 32)}
			var all [][]byte
			e.run(func() {
				var parts, broadcasts, shares [threshold]map[uint16][]byte
				var ds [threshold]*frost.DKG
				for i := range ds {
					ds[i] = must(frost.NewDKG(suite, uint16(i+1), threshold, threshold, bytes.NewReader(random[i])))
					b := ds[i].Broadcast()
					publicBytes(b) // it is sent
					broadcasts[1-i] = map[uint16][]byte{uint16(i + 1): b}
				}
				for i, d := range ds {
					shares[i] = must(d.Round2(broadcasts[i]))
				}
				for i, d := range ds {
					parts[i] = map[uint16][]byte{uint16(2 - i): shares[1-i][uint16(i+1)]}
					k, _, err := d.Finish(parts[i])
					must(0, err)
					all = append(all, k.Bytes())
				}
			})
			e.out(all...)
		})
	}
}
