// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"secant.example/internal/scalar"
)

// allSuites has all suites.
var allSuites = []Suite{Ed25519, Ristretto255, Secp256k1, Taproot, JQ255e}

// A hexBytes is bytes in hexadecimal.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(b []byte) error {
	*h = make([]byte, hex.DecodedLen(len(b)))
	_, err := hex.Decode(*h, b)
	return err
}

// vectors are those of a suite. The first of signing are from cfrg/draft-irtf-cfrg-frost, the repository of RFC 9591, all
// others from the Zcash Foundation's crates 3.0.0. Of groups of many, only the shares that matter are there.
type vectors struct {
	Signing   []signingVector
	DKG       dkgVector
	Samples   map[string]hexBytes
	Encodings map[string]hexBytes
}

type signingVector struct {
	Config struct {
		Max int `json:"MAX_PARTICIPANTS,string"`
		Min int `json:"MIN_PARTICIPANTS,string"`
	}
	Inputs struct {
		Signers      []uint16   `json:"participant_list"`
		Secret       hexBytes   `json:"group_secret_key"`
		Key          hexBytes   `json:"verifying_key_key"`
		Message      hexBytes   `json:"message"`
		Coefficients []hexBytes `json:"share_polynomial_coefficients"`
		Shares       []struct {
			ID    uint16   `json:"identifier"`
			Share hexBytes `json:"participant_share"`
		} `json:"participant_shares"`
	}
	RoundOne struct {
		Outputs []struct {
			ID                uint16   `json:"identifier"`
			HidingRandom      hexBytes `json:"hiding_nonce_randomness"`
			BindingRandom     hexBytes `json:"binding_nonce_randomness"`
			HidingNonce       hexBytes `json:"hiding_nonce"`
			BindingNonce      hexBytes `json:"binding_nonce"`
			HidingCommitment  hexBytes `json:"hiding_nonce_commitment"`
			BindingCommitment hexBytes `json:"binding_nonce_commitment"`
			Factor            hexBytes `json:"binding_factor"`
		}
	} `json:"round_one_outputs"`
	RoundTwo struct {
		Outputs []struct {
			ID    uint16   `json:"identifier"`
			Share hexBytes `json:"sig_share"`
		}
	} `json:"round_two_outputs"`
	Final struct {
		Sig hexBytes `json:"sig"`
	} `json:"final_output"`
}

type dkgVector struct {
	Config struct {
		Max int `json:"MAX_PARTICIPANTS"`
		Min int `json:"MIN_PARTICIPANTS"`
	}
	Inputs map[string]json.RawMessage
}

type dkgParticipant struct {
	Key           hexBytes            `json:"signing_key"`
	Coefficient   hexBytes            `json:"coefficient"`
	Commitments   []hexBytes          `json:"vss_commitments"`
	Proof         hexBytes            `json:"proof_of_knowledge"`
	SigningShares map[string]hexBytes `json:"signing_shares"` // by who sent them
	Public        hexBytes            `json:"verifying_share"`
	Share         hexBytes            `json:"signing_share"`
}

func readVectors(t testing.TB, s Suite) *vectors {
	t.Helper()
	name, ok := map[Suite]string{Ed25519: "ed25519", Ristretto255: "ristretto255", Secp256k1: "secp256k1", Taproot: "taproot"}[s]
	if !ok {
		return nil
	}
	b, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	v := new(vectors)
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
	if len(v.Signing) == 0 || len(v.Encodings) == 0 {
		t.Fatalf("no vectors of %v", s)
	}
	return v
}

func must[T any](t testing.TB) func(x T, err error) T {
	return func(x T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

func mustScalar(t testing.TB, s *suite, b []byte) (x scalar.Scalar) {
	t.Helper()
	if !s.decodeScalar(&x, b) {
		t.Fatalf("%x is no scalar", b)
	}
	return x
}

func equal(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s: %x, want %x", what, got, want)
	}
}

func TestSigningVectors(t *testing.T) {
	for _, which := range allSuites {
		v := readVectors(t, which)
		if v == nil {
			continue
		}
		s := must[*suite](t)(which.suite())
		for _, c := range v.Signing {
			f := polynomial{mustScalar(t, s, c.Inputs.Secret)}
			for _, b := range c.Inputs.Coefficients {
				f = append(f, mustScalar(t, s, b))
			}
			group, dealt, err := s.deal(f, c.Config.Max)
			if err != nil {
				t.Fatal(err)
			}
			if group.Threshold() != c.Config.Min || len(group.Participants()) != c.Config.Max {
				t.Errorf("%v: threshold %d of %d", which, group.Threshold(), len(group.Participants()))
			}
			equal(t, "public key", group.key.b, c.Inputs.Key)
			keys := map[uint16]*KeyShare{}
			for _, x := range c.Inputs.Shares {
				k, opened, err := OpenShare(which, c.Config.Max, dealt[x.ID])
				if err != nil {
					t.Fatal(err)
				}
				equal(t, "share", s.encodeScalar(nil, &k.s), x.Share)
				equal(t, "group", opened.Bytes(), group.Bytes())
				keys[x.ID] = k
			}
			nonces, commitments := map[uint16]*SecretNonce{}, map[uint16][]byte{}
			for _, x := range c.RoundOne.Outputs {
				n := must[*SecretNonce](t)(keys[x.ID].NewNonce(bytes.NewReader(append(append([]byte(nil), x.HidingRandom...), x.BindingRandom...))))
				equal(t, "hiding nonce", s.encodeScalar(nil, &n.nonce.k[0]), x.HidingNonce)
				equal(t, "binding nonce", s.encodeScalar(nil, &n.nonce.k[1]), x.BindingNonce)
				equal(t, "commitment", n.Commitment()[headerSize:], append(append([]byte(nil), x.HidingCommitment...), x.BindingCommitment...))
				nonces[x.ID], commitments[x.ID] = n, n.Commitment()
			}
			p := must[*SigningPackage](t)(group.NewSigningPackage(c.Inputs.Message, commitments))
			session := must[*session](t)(newSession(p, &group.key))
			for i, x := range c.RoundOne.Outputs {
				equal(t, "binding factor", s.encodeScalar(nil, &session.factors[i]), x.Factor)
			}
			shares := map[uint16][]byte{}
			for _, x := range c.RoundTwo.Outputs {
				shares[x.ID] = must[[]byte](t)(keys[x.ID].Sign(p, nonces[x.ID]))
				equal(t, "signature share", shares[x.ID], x.Share)
				if !group.VerifyShare(p, x.ID, shares[x.ID]) {
					t.Errorf("%v: the signature share of %d is not valid", which, x.ID)
				}
			}
			sig := must[[]byte](t)(group.Aggregate(p, shares))
			equal(t, "signature", sig, c.Final.Sig)
			if !group.Verify(c.Inputs.Message, sig) {
				t.Errorf("%v: the signature is not valid", which)
			}
		}
	}
}

func TestDKGVectors(t *testing.T) {
	for _, which := range allSuites {
		v := readVectors(t, which)
		if v == nil {
			continue
		}
		s := must[*suite](t)(which.suite())
		all := map[uint16]*dkgParticipant{}
		broadcasts := map[uint16][]byte{}
		for name, raw := range v.DKG.Inputs {
			id, err := strconv.ParseUint(name, 10, 16)
			if err != nil {
				continue
			}
			p := new(dkgParticipant)
			if err := json.Unmarshal(raw, p); err != nil {
				t.Fatal(err)
			}
			b := append(append([]byte(nil), s.header[:]...), byte(len(p.Commitments)))
			for _, c := range p.Commitments {
				b = append(b, c...)
			}
			all[uint16(id)], broadcasts[uint16(id)] = p, append(append(b, byte(len(p.Proof))), p.Proof...)
		}
		if len(all) != v.DKG.Config.Max {
			t.Fatalf("%d participants", len(all))
		}
		var key hexBytes
		if err := json.Unmarshal(v.DKG.Inputs["verifying_key"], &key); err != nil {
			t.Fatal(err)
		}
		var keys []*KeyShare
		for id, p := range all {
			d := must[*DKG](t)(NewDKG(which, id, v.DKG.Config.Min, v.DKG.Config.Max, nil))
			d.f = polynomial{mustScalar(t, s, p.Key), mustScalar(t, s, p.Coefficient)}
			d.own = d.f.commit(s)
			for i := range d.own {
				equal(t, "commitment", d.own[i].b, p.Commitments[i])
			}
			received, sent := map[uint16][]byte{}, map[uint16][]byte{}
			for other := range all {
				if other != id {
					received[other] = broadcasts[other]
				}
			}
			round2, err := d.Round2(received)
			if err != nil {
				t.Fatal(err)
			}
			for other, b := range round2 {
				equal(t, "share", b[headerSize:], all[other].SigningShares[strconv.Itoa(int(id))])
				sent[other] = append(append([]byte(nil), s.header[:]...), p.SigningShares[strconv.Itoa(int(other))]...)
			}
			k, g, err := d.Finish(sent)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "share of the key", s.encodeScalar(nil, &k.s), p.Share)
			equal(t, "public key", g.key.b, key)
			for other, p := range all {
				equal(t, "public key of a share", g.find(other).b, p.Public)
			}
			keys = append(keys, k)
		}
		if _, err := Combine(keys); err != nil {
			t.Error(err)
		}
	}
}

// The encodings are those of the crates. Their groups are not possible ones: the same key share, of
// participant 42, is the whole group of one, and its own commitment is a degenerate one.
func TestEncodingVectors(t *testing.T) {
	for _, which := range allSuites {
		v := readVectors(t, which)
		if v == nil {
			continue
		}
		s := must[*suite](t)(which.suite())
		x := mustScalar(t, s, v.Samples["scalar1"])
		decode := func(b []byte) element {
			points := s.curve.decode([][]byte{b})
			if points[0] == nil {
				t.Fatalf("%x is no element", b)
			}
			return element{b, points[0]}
		}
		e1, e2 := decode(v.Samples["element1"]), decode(v.Samples["element2"])
		const id = 42
		equal(t, "number", s.appendID(nil, id), v.Samples["identifier"])
		k := &KeyShare{suite: s, id: id, threshold: 2, s: x, public: e1, key: e1}
		equal(t, "key share", k.Bytes(), v.Encodings["key_package"])
		g := &Group{suite: s, threshold: 2, key: e1, participants: []participant{{id, e1}}}
		equal(t, "group", g.Bytes(), v.Encodings["public_key_package_new"])
		n := &SecretNonce{&nonce{suite: s, commitment: append(append([]byte(nil), e1.b...), e2.b...)}}
		equal(t, "commitment", n.Commitment(), v.Encodings["signing_commitments"])
		p := &SigningPackage{suite: s, message: []byte("hello world"), ids: []uint16{id}, nonces: [][2]element{{e1, e2}}}
		equal(t, "signing package", p.Bytes(), v.Encodings["signing_package"])
		parsed := must[*SigningPackage](t)(ParseSigningPackage(which, v.Encodings["signing_package"]))
		equal(t, "signing package again", parsed.Bytes(), p.Bytes())
		equal(t, "signature share", s.encodeScalar(nil, &x), v.Encodings["signature_share"])

		r := reader{suite: s, b: v.Encodings["secret_share"]}
		r.header()
		var y scalar.Scalar
		if r.id() != id {
			t.Error("a dealt share is of another participant")
		}
		r.scalar(&y)
		if c := r.commitment(); !r.done() || len(c) != 1 || !bytes.Equal(c[0].b, e1.b) || y != x {
			t.Errorf("%v: a dealt share is not read", which)
		}
		b := appendCommitment(append([]byte(nil), s.header[:]...), commitment{e1})
		b = append(appendInt(b, len(v.Samples["proof_of_knowledge"])), v.Samples["proof_of_knowledge"]...)
		equal(t, "broadcast", b, v.Encodings["round1_package"])
		equal(t, "share of the second round", s.encodeScalar(append([]byte(nil), s.header[:]...), &x), v.Encodings["round2_package"])
	}
}
