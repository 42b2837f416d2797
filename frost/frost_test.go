// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"bytes"
	stded25519 "crypto/ed25519"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"secant.example/ed25519"
	ed "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	jq "secant.example/jq255e"
	"secant.example/secp256k1/schnorr"
)

var message = []byte("a message of some length, to be signed")

// A team is a group with all its keys.
type team struct {
	group *Group
	keys  map[uint16]*KeyShare
}

// newTeam returns a team with a key from a dealer.
func newTeam(t testing.TB, s Suite, threshold, n int) *team {
	t.Helper()
	g, shares, err := Deal(s, threshold, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &team{g, map[uint16]*KeyShare{}}
	for id, b := range shares {
		k, opened, err := OpenShare(s, n, b)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "group", opened.Bytes(), g.Bytes())
		x.keys[id] = k
	}
	return x
}

// generate returns a team with a key that all made.
func generate(t testing.TB, s Suite, threshold, n int) *team {
	t.Helper()
	var ds []*DKG
	broadcasts, sent := map[uint16][]byte{}, map[uint16]map[uint16][]byte{}
	for i := range n {
		id := uint16(i + 1)
		d := must[*DKG](t)(NewDKG(s, id, threshold, n, nil))
		ds = append(ds, d)
		broadcasts[id], sent[id] = d.Broadcast(), map[uint16][]byte{}
	}
	for i, d := range ds {
		shares := must[map[uint16][]byte](t)(d.Round2(without(broadcasts, uint16(i+1))))
		for id, b := range shares {
			sent[id][uint16(i+1)] = b
		}
	}
	x := &team{keys: map[uint16]*KeyShare{}}
	for i, d := range ds {
		id := uint16(i + 1)
		k, g, err := d.Finish(sent[id])
		if err != nil {
			t.Fatal(err)
		}
		if x.group == nil {
			x.group = g
		}
		equal(t, "group", g.Bytes(), x.group.Bytes())
		x.keys[id] = k
	}
	return x
}

// without returns a copy of m that lacks a participant.
func without(m map[uint16][]byte, id uint16) map[uint16][]byte {
	c := map[uint16][]byte{}
	for k, v := range m {
		if k != id {
			c[k] = v
		}
	}
	return c
}

// commit returns a package of the signers, and their nonces.
func (x *team) commit(t testing.TB, message []byte, signers ...uint16) (*SigningPackage, map[uint16]*SecretNonce) {
	t.Helper()
	nonces, commitments := map[uint16]*SecretNonce{}, map[uint16][]byte{}
	for _, id := range signers {
		nonces[id] = must[*SecretNonce](t)(x.keys[id].NewNonce(nil))
		commitments[id] = nonces[id].Commitment()
	}
	return must[*SigningPackage](t)(x.group.NewSigningPackage(message, commitments)), nonces
}

// sign returns the signature shares of all signers, each of whom reads the package.
func (x *team) sign(t testing.TB, p *SigningPackage, nonces map[uint16]*SecretNonce) map[uint16][]byte {
	t.Helper()
	shares := map[uint16][]byte{}
	for id, n := range nonces {
		q := must[*SigningPackage](t)(ParseSigningPackage(x.group.Suite(), p.Bytes()))
		shares[id] = must[[]byte](t)(x.keys[id].Sign(q, n))
	}
	return shares
}

// sorted returns ids, ascending.
func sorted(ids []uint16) []uint16 {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return ids
}

// All signs: every suite, keys of a dealer and of all, every choice of signers, and no message or a long one.
func TestSigning(t *testing.T) {
	for _, s := range allSuites {
		for name, x := range map[string]*team{"dealer": newTeam(t, s, 2, 3), "DKG": generate(t, s, 2, 3), "all": generate(t, s, 3, 3)} {
			for _, signers := range [][]uint16{{1, 2}, {3, 1}, {2, 3}, {3, 2, 1}} {
				if len(signers) < x.group.Threshold() {
					continue
				}
				for _, m := range [][]byte{nil, message, make([]byte, 1000)} {
					p, nonces := x.commit(t, m, signers...)
					sig := must[[]byte](t)(x.group.Aggregate(p, x.sign(t, p, nonces)))
					if !x.group.Verify(m, sig) || x.group.Verify(append([]byte{0}, m...), sig) {
						t.Errorf("%v, %s, signers %d: not valid", s, name, signers)
					}
					if !bytes.Equal(p.Message(), m) || !slices.Equal(p.Signers(), sorted(signers)) {
						t.Errorf("%v: the package is of %x and %d", s, p.Message(), p.Signers())
					}
				}
			}
		}
	}
}

// Outputs are valid under the ordinary keys of other packages.
func TestOrdinaryKeys(t *testing.T) {
	for _, s := range allSuites {
		x := generate(t, s, 2, 3)
		p, nonces := x.commit(t, message, 1, 3)
		sig := must[[]byte](t)(x.group.Aggregate(p, x.sign(t, p, nonces)))
		e, err1 := x.group.Ed25519PublicKey()
		b, err2 := x.group.SchnorrPublicKey()
		j, err3 := x.group.JQ255ePublicKey()
		for i, err := range map[Suite]error{Ed25519: err1, Taproot: err2, JQ255e: err3} {
			if (err == nil) != (i == s) || err != nil && !errors.Is(err, ErrSuite) {
				t.Errorf("the public key of %v in %v: %v", i, s, err)
			}
		}
		valid := true
		switch s {
		case Ed25519:
			valid = ed25519.Verify(e, message, sig) && stded25519.Verify(e, message, sig)
		case Taproot:
			valid = b.Verify(message, sig)
		case JQ255e:
			valid = j.Verify(message, sig, jq.Raw)
		}
		if !valid {
			t.Errorf("%v: the signature is not valid", s)
		}
	}
}

// Keys that there are can be shared, and put together again.
func TestSplit(t *testing.T) {
	for _, which := range allSuites {
		s := must[*suite](t)(which.suite())
		var d scalar.Scalar
		if err := s.readScalar(&d, nil); err != nil {
			t.Fatal(err)
		}
		secret := s.encodeScalar(nil, &d)
		g, dealt, err := Split(which, secret, 3, 5, nil)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "public key", g.key.b, s.curve.encode(s.curve.multiple(&d)))
		var keys []*KeyShare
		for _, b := range dealt {
			k, _, err := OpenShare(which, 5, b)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, k)
		}
		for n := range keys {
			got, err := Combine(keys[:n+1])
			if n+1 < 3 {
				if !errors.Is(err, ErrShare) || got != nil {
					t.Errorf("%d shares: %x, %v", n+1, got, err)
				}
				continue
			}
			if err != nil || !bytes.Equal(got, secret) {
				t.Errorf("%d shares make %x, %v, want %x", n+1, got, err, secret)
			}
		}
		if _, err := Combine([]*KeyShare{keys[0], keys[1], keys[0]}); !errors.Is(err, ErrShare) {
			t.Errorf("one share twice: %v", err)
		}
		other := newTeam(t, which, 3, 5).keys[1]
		for _, bad := range []*KeyShare{nil, new(KeyShare), other, {suite: s, id: 9, threshold: 3, s: other.s, public: other.public, key: keys[0].key}} {
			if _, err := Combine([]*KeyShare{keys[0], keys[1], bad}); !errors.Is(err, ErrShare) {
				t.Errorf("a share of another key: %v", err)
			}
		}
		if _, err := Combine(nil); !errors.Is(err, ErrShare) {
			t.Errorf("no shares: %v", err)
		}
		for name, bad := range map[string][]byte{"nil": nil, "short": secret[1:], "zero": make([]byte, 32), "large": bytes.Repeat([]byte{0xff}, 32)} {
			if _, _, err := Split(which, bad, 2, 3, nil); !errors.Is(err, ErrSecret) {
				t.Errorf("a secret that is %s: %v", name, err)
			}
		}
	}
}

func TestTapTweak(t *testing.T) {
	root := bytes.Repeat([]byte{7}, 32)
	for range 8 { // all parities
		x := newTeam(t, Taproot, 2, 3)
		for _, r := range [][]byte{nil, root} {
			y := &team{must[*Group](t)(x.group.TapTweak(r)), map[uint16]*KeyShare{}}
			for id, k := range x.keys {
				y.keys[id] = must[*KeyShare](t)(k.TapTweak(r))
				equal(t, "public key of a share", y.group.find(id).b, y.keys[id].public.b)
				equal(t, "public key", y.keys[id].PublicKey(), y.group.PublicKey())
			}
			// BIP-341, by another implementation.
			internal := must[*schnorr.PublicKey](t)(x.group.SchnorrPublicKey())
			tweak := must[[32]byte](t)(internal.TapTweak(r))
			want, _, err := internal.AddTweak(tweak[:])
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "tweaked key", y.group.PublicKey(), want.Bytes())
			p, nonces := y.commit(t, message, 2, 3)
			sig := must[[]byte](t)(y.group.Aggregate(p, y.sign(t, p, nonces)))
			if !want.Verify(message, sig) {
				t.Error("a signature under a tweaked key is not valid")
			}
			// Nonces of the key before it was tweaked will do as well.
			p, nonces = x.commit(t, message, 1, 2)
			if sig = must[[]byte](t)(y.group.Aggregate(p, y.sign(t, p, nonces))); !want.Verify(message, sig) {
				t.Error("a signature with other nonces is not valid")
			}
		}
		for _, bad := range [][]byte{root[1:], append(root, 0)} {
			_, err1 := x.keys[1].TapTweak(bad)
			_, err2 := x.group.TapTweak(bad)
			if !errors.Is(err1, ErrTweak) || !errors.Is(err2, ErrTweak) {
				t.Errorf("a root of %d bytes: %v, %v", len(bad), err1, err2)
			}
		}
	}
	for _, s := range allSuites {
		if s == Taproot {
			continue
		}
		x := newTeam(t, s, 2, 2)
		_, err1 := x.keys[1].TapTweak(nil)
		_, err2 := x.group.TapTweak(nil)
		if !errors.Is(err1, ErrSuite) || !errors.Is(err2, ErrSuite) {
			t.Errorf("%v is tweaked: %v, %v", s, err1, err2)
		}
	}
}

// A nonce signs once, whatever comes of it, and however often it is copied.
func TestNonceOnce(t *testing.T) {
	x := newTeam(t, Ed25519, 2, 3)
	other := newTeam(t, Ristretto255, 2, 3)
	p, nonces := x.commit(t, message, 1, 2)
	otherPackage, otherNonces := other.commit(t, message, 1, 2)
	with3, _ := x.commit(t, message, 2, 3)
	again, _ := x.commit(t, message, 1, 2)
	few := &SigningPackage{suite: p.suite, message: message, ids: p.ids[:1], nonces: p.nonces[:1]}
	for name, c := range map[string]struct {
		key  *KeyShare
		p    *SigningPackage
		want error
	}{
		"no key":                 {nil, p, ErrShare},
		"an unset key":           {new(KeyShare), p, ErrShare},
		"no package":             {x.keys[1], nil, ErrNotMade},
		"an unset package":       {x.keys[1], new(SigningPackage), ErrNotMade},
		"another suite":          {x.keys[1], otherPackage, ErrSuite},
		"a key of another suite": {other.keys[1], otherPackage, ErrSuite},
		"not a signer":           {x.keys[1], with3, ErrSigners},
		"too few":                {x.keys[1], few, ErrSigners},
		"other commitments":      {x.keys[1], again, ErrNonce},
		"another's nonce":        {x.keys[2], p, ErrNonce},
		"all is well":            {x.keys[1], p, nil},
	} {
		// A nonce with the commitment that is in p.
		n := &SecretNonce{&nonce{suite: p.suite, k: nonces[1].nonce.k, commitment: nonces[1].nonce.commitment}}
		duplicate := *n
		share, err := c.key.Sign(c.p, n)
		if !errors.Is(err, c.want) || (err == nil) != (share != nil) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if n.nonce.k != [2]scalar.Scalar{} {
			t.Errorf("%s: the nonce is still there", name)
		}
		for _, n := range []*SecretNonce{n, &duplicate} {
			if share, err := x.keys[1].Sign(p, n); !errors.Is(err, ErrNonce) || share != nil {
				t.Errorf("%s, and again: %v", name, err)
			}
		}
	}
	for _, n := range []*SecretNonce{nil, new(SecretNonce)} {
		if _, err := x.keys[1].Sign(p, n); !errors.Is(err, ErrNonce) || n.Commitment() != nil {
			t.Errorf("no nonce: %v", err)
		}
	}
	if _, err := (*KeyShare)(nil).NewNonce(nil); !errors.Is(err, ErrShare) {
		t.Errorf("no key: %v", err)
	}
	if _, err := x.keys[1].NewNonce(bytes.NewReader(make([]byte, 63))); err == nil {
		t.Error("63 random bytes make a nonce")
	}
	if _, err := x.keys[1].NewNonce(bytes.NewReader(make([]byte, 64))); err == nil {
		t.Error("zeros make a nonce")
	}
	// The same random bytes make other nonces for another share.
	fixed := bytes.Repeat([]byte{1}, 64)
	a, b := must[*SecretNonce](t)(x.keys[1].NewNonce(bytes.NewReader(fixed))), must[*SecretNonce](t)(x.keys[2].NewNonce(bytes.NewReader(fixed)))
	if a.nonce.k[0] == b.nonce.k[0] || a.nonce.k[1] == b.nonce.k[1] {
		t.Error("nonces do not depend on the share")
	}
	// Of many goroutines one signs.
	var signed atomic.Int32
	var wait sync.WaitGroup
	for range 16 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if _, err := other.keys[1].Sign(otherPackage, otherNonces[1]); err == nil {
				signed.Add(1)
			}
		}()
	}
	if wait.Wait(); signed.Load() != 1 {
		t.Errorf("a nonce signed %d times", signed.Load())
	}
}

// isCulprits reports whether err blames just these, for want.
func isCulprits(err error, want error, who ...uint16) bool {
	var c *CulpritError
	return errors.As(err, &c) && errors.Is(err, want) && slices.Equal(c.Culprits, who) && c.Error() != ""
}

func TestCulprits(t *testing.T) {
	for _, s := range allSuites {
		x := newTeam(t, s, 3, 5)
		p, nonces := x.commit(t, message, 1, 2, 4, 5)
		shares := x.sign(t, p, nonces)
		one := scalar.New(1, 0, 0, 0)
		change := func(id uint16) []byte {
			z := mustScalar(t, p.suite, shares[id])
			p.suite.order.Add(&z, &z, &one)
			return p.suite.encodeScalar(nil, &z)
		}
		replaced := func(who map[uint16][]byte) map[uint16][]byte {
			c := without(shares, 0)
			for id, b := range who {
				c[id] = b
			}
			return c
		}
		for name, c := range map[string]struct {
			shares map[uint16][]byte
			who    []uint16
		}{
			"one":           {replaced(map[uint16][]byte{2: change(2)}), []uint16{2}},
			"two":           {replaced(map[uint16][]byte{5: change(5), 1: change(1)}), []uint16{1, 5}},
			"no scalar":     {replaced(map[uint16][]byte{4: bytes.Repeat([]byte{0xff}, 32)}), []uint16{4}},
			"short, wrong":  {replaced(map[uint16][]byte{4: shares[4][1:], 1: change(1)}), []uint16{1, 4}},
			"nothing":       {replaced(map[uint16][]byte{4: nil}), []uint16{4}},
			"another's":     {replaced(map[uint16][]byte{1: shares[2], 2: shares[1]}), nil},
			"all are wrong": {map[uint16][]byte{1: change(1), 2: change(2), 4: change(4), 5: change(5)}, []uint16{1, 2, 4, 5}},
		} {
			sig, err := x.group.Aggregate(p, c.shares)
			if c.who == nil { // the sum is the same
				if err != nil || !x.group.Verify(message, sig) {
					t.Errorf("%v, %s: %v", s, name, err)
				}
			} else if sig != nil || !isCulprits(err, ErrSignatureShare, c.who...) {
				t.Errorf("%v, %s: %v, want %d", s, name, err, c.who)
			}
			for _, id := range p.Signers() {
				valid := name == "another's" && id > 2 || name != "another's" && !slices.Contains(c.who, id)
				if x.group.VerifyShare(p, id, c.shares[id]) != valid {
					t.Errorf("%v, %s: VerifyShare of %d is wrong", s, name, id)
				}
			}
		}
		// A group that is not one: nobody is to blame.
		wrong := *x.group
		wrong.key = wrong.participants[0].public
		q, nonces := (&team{&wrong, x.keys}).commit(t, message, 1, 2, 3)
		all := map[uint16][]byte{}
		for id, n := range nonces {
			k := *x.keys[id]
			k.key = wrong.key
			all[id] = must[[]byte](t)(k.Sign(q, n))
		}
		var blamed *CulpritError
		if _, err := wrong.Aggregate(q, all); !errors.Is(err, ErrSignatureShare) || errors.As(err, &blamed) {
			t.Errorf("%v: a wrong group: %v", s, err)
		}
		for name, m := range map[string]map[uint16][]byte{
			"none": nil, "one less": without(shares, 1), "another": func() map[uint16][]byte { c := without(shares, 1); c[3] = shares[1]; return c }(),
			"one more": func() map[uint16][]byte { c := without(shares, 0); c[3] = shares[1]; return c }(),
		} {
			if _, err := x.group.Aggregate(p, m); !errors.Is(err, ErrSigners) {
				t.Errorf("%v, shares: %s: %v", s, name, err)
			}
		}
		if x.group.VerifyShare(p, 3, shares[1]) || x.group.VerifyShare(nil, 1, shares[1]) || (*Group)(nil).VerifyShare(p, 1, shares[1]) {
			t.Error("a share that is none is valid")
		}

		// Commitments.
		good := map[uint16][]byte{}
		for _, id := range []uint16{1, 2, 3} {
			good[id] = must[*SecretNonce](t)(x.keys[id].NewNonce(nil)).Commitment()
		}
		for name, bad := range map[string][]byte{
			"nil": nil, "short": good[2][1:], "long": append(good[2], 0), "another suite": append([]byte{0, 1, 2, 3, 4}, good[2][5:]...),
			"the identity": append(append([]byte(nil), good[2][:5]...), make([]byte, len(good[2])-5)...), "no element": append(good[2][:5:5], bytes.Repeat([]byte{0xff}, len(good[2])-5)...),
		} {
			c := without(good, 0)
			c[2] = bad
			if _, err := x.group.NewSigningPackage(message, c); !isCulprits(err, ErrCommitment, 2) {
				t.Errorf("%v, a commitment that is %s: %v", s, name, err)
			}
			c[1] = bad
			if _, err := x.group.NewSigningPackage(message, c); !isCulprits(err, ErrCommitment, 1, 2) {
				t.Errorf("%v, commitments that are %s: %v", s, name, err)
			}
		}
		c := without(good, 0)
		c[6] = good[1]
		if _, err := x.group.NewSigningPackage(message, c); !errors.Is(err, ErrSigners) {
			t.Errorf("a stranger: %v", err)
		}
		if _, err := x.group.NewSigningPackage(message, without(good, 1)); !errors.Is(err, ErrSigners) {
			t.Errorf("too few: %v", err)
		}
	}
}

// Elements of small order, and the sums of others with them, are refused.
func TestSmallOrder(t *testing.T) {
	x := newTeam(t, Ed25519, 2, 2)
	good := map[uint16][]byte{}
	for id, k := range x.keys {
		good[id] = must[*SecretNonce](t)(k.NewNonce(nil)).Commitment()
	}
	for i := range 8 {
		var torsion, sum ed.Point
		var p ed.Point
		p.Decode((*[32]byte)(good[1][headerSize:]), true)
		for _, q := range []*ed.Point{torsion.SetTorsion(i), sum.Add(&p, torsion.SetTorsion(i))} {
			var b [32]byte
			q.Encode(&b)
			c := without(good, 0)
			c[1] = append(append(append([]byte(nil), good[1][:headerSize]...), b[:]...), good[1][headerSize+32:]...)
			_, err := x.group.NewSigningPackage(message, c)
			if q == &sum && i == 0 {
				if err != nil {
					t.Error(err)
				}
			} else if !isCulprits(err, ErrCommitment, 1) {
				t.Errorf("torsion %d: %v", i, err)
			}
		}
	}
}

func TestDKG(t *testing.T) {
	const threshold, n = 2, 4
	for _, s := range allSuites {
		x := must[*suite](t)(s.suite())
		var ds [n + 1]*DKG
		broadcasts := map[uint16][]byte{}
		for id := uint16(1); id <= n; id++ {
			ds[id] = must[*DKG](t)(NewDKG(s, id, threshold, n, nil))
			broadcasts[id] = ds[id].Broadcast()
		}
		other := must[*DKG](t)(NewDKG(s, 2, threshold+1, n, nil)).Broadcast()
		// flip changes a bit of byte i of what participant 3 broadcast; i counts from the end if it is negative.
		flip := func(i int) map[uint16][]byte {
			c := without(broadcasts, 1)
			b := append([]byte(nil), c[3]...)
			if i < 0 {
				i += len(b)
			}
			b[i] ^= 1
			c[3] = b
			return c
		}
		last := -1 // a byte of z that is not its highest one
		if !x.bigEndian {
			last = -20
		}
		for name, c := range map[string]struct {
			broadcasts map[uint16][]byte
			want       error
			who        []uint16
		}{
			"the proof":           {flip(last), ErrProof, []uint16{3}},
			"the header":          {flip(0), ErrEncoding, []uint16{3}},
			"their number":        {flip(5), ErrEncoding, []uint16{3}},
			"another threshold":   {replace(without(broadcasts, 1), 2, other), ErrCommitment, []uint16{2}},
			"those of each other": {replace(replace(without(broadcasts, 1), 2, broadcasts[3]), 3, broadcasts[2]), ErrProof, []uint16{2, 3}},
			"one's own":           {replace(without(broadcasts, 1), 4, broadcasts[1]), ErrProof, []uint16{4}},
			"nothing":             {replace(without(broadcasts, 1), 2, nil), ErrEncoding, []uint16{2}},
			"too many":            {broadcasts, ErrParameters, nil},
			"too few":             {without(without(broadcasts, 1), 2), ErrParameters, nil},
			"a stranger":          {replace(without(without(broadcasts, 1), 2), n+1, broadcasts[2]), ErrParameters, nil},
			"number 0":            {replace(without(without(broadcasts, 1), 2), 0, broadcasts[2]), ErrParameters, nil},
		} {
			d := must[*DKG](t)(NewDKG(s, 1, threshold, n, nil))
			shares, err := d.Round2(c.broadcasts)
			if shares != nil || c.who != nil && !isCulprits(err, c.want, c.who...) || !errors.Is(err, c.want) {
				t.Errorf("%v, %s: %v, want %v", s, name, err, c.want)
			}
			if d.f != nil {
				t.Errorf("%v, %s: the secrets are still there", s, name)
			}
			if _, err := d.Round2(without(broadcasts, 1)); !errors.Is(err, ErrOrder) {
				t.Errorf("%v, %s, and again: %v", s, name, err)
			}
			if _, _, err := d.Finish(nil); !errors.Is(err, ErrOrder) {
				t.Errorf("%v, %s, and on: %v", s, name, err)
			}
		}

		if _, _, err := ds[1].Finish(nil); !errors.Is(err, ErrOrder) {
			t.Errorf("the third step first: %v", err)
		}
		sent := map[uint16]map[uint16][]byte{}
		for id := uint16(1); id <= n; id++ {
			sent[id] = must[map[uint16][]byte](t)(ds[id].Round2(without(broadcasts, id)))
			if _, err := ds[id].Round2(without(broadcasts, id)); !errors.Is(err, ErrOrder) {
				t.Errorf("the second step twice: %v", err)
			}
		}
		received := func(id uint16) map[uint16][]byte {
			c := map[uint16][]byte{}
			for from, m := range sent {
				if from != id {
					c[from] = m[id]
				}
			}
			return c
		}
		zero := append(append([]byte(nil), x.header[:]...), make([]byte, 32)...)
		for id, c := range map[uint16]struct {
			shares map[uint16][]byte
			want   error
			who    []uint16
		}{
			1: {replace(replace(received(1), 2, sent[2][3]), 4, sent[4][3]), ErrShare, []uint16{2, 4}},
			2: {replace(replace(received(2), 1, zero), 3, sent[3][2][1:]), ErrShare, []uint16{1, 3}},
			3: {replace(received(3), 3, zero), ErrParameters, nil},
		} {
			k, g, err := ds[id].Finish(c.shares)
			if k != nil || g != nil || c.who != nil && !isCulprits(err, c.want, c.who...) || !errors.Is(err, c.want) {
				t.Errorf("%v: participant %d: %v, want %v", s, id, err, c.want)
			}
			if ds[id].f != nil {
				t.Errorf("%v: participant %d: the secrets are still there", s, id)
			}
			if id == 2 && !errors.Is(err, ErrEncoding) {
				t.Errorf("%v: both errors should be there: %v", s, err)
			}
			if _, _, err := ds[id].Finish(received(id)); !errors.Is(err, ErrOrder) {
				t.Errorf("the third step twice: %v", err)
			}
		}
		if _, _, err := ds[4].Finish(received(4)); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	var unset DKG
	if _, err := unset.Round2(nil); !errors.Is(err, ErrOrder) || unset.Broadcast() != nil {
		t.Errorf("a DKG that was never made: %v", err)
	}
	if _, err := (*DKG)(nil).Round2(nil); !errors.Is(err, ErrOrder) {
		t.Errorf("no DKG: %v", err)
	}
	if _, _, err := (*DKG)(nil).Finish(nil); !errors.Is(err, ErrOrder) || (*DKG)(nil).Broadcast() != nil {
		t.Errorf("no DKG: %v", err)
	}
}

// Two participants with the same random bytes, or one whose number changes, have the same secret, but
// no proofs with the same R: by two of them with different challenges anybody could compute the secret.
func TestDKGSameRandom(t *testing.T) {
	random := make([]byte, 2*64+32)
	for i := range random {
		random[i] = byte(i + 1)
	}
	for _, which := range allSuites {
		s := must[*suite](t)(which.suite())
		var c [3]scalar.Scalar // by number
		var z [3]scalar.Scalar
		var R [3]element
		var key *scalar.Scalar
		for id := uint16(1); id <= 2; id++ {
			d := must[*DKG](t)(NewDKG(which, id, 2, 2, bytes.NewReader(random)))
			if key != nil && s.order.Equal(key, &d.f[0]) != 1 {
				t.Fatalf("%v: other secrets of the same bytes", which)
			}
			key = &d.f[0]
			proof := d.broadcast[len(d.broadcast)-s.proofSize():]
			if which == Taproot {
				proof = append([]byte{2}, proof...)
			}
			r := reader{suite: s, b: proof}
			r.element(&R[id])
			r.scalar(&z[id])
			if !r.done() {
				t.Fatalf("%v: a proof that is none", which)
			}
			s.proofChallenge(&c[id], id, &d.own[0], &R[id])
			if !s.verifyProof(id, &d.own[0], &R[id], &z[id]) {
				t.Errorf("%v: an invalid proof of participant %d", which, id)
			}
		}
		if bytes.Equal(R[1].b, R[2].b) {
			t.Errorf("%v: the same R for two challenges", which)
		}
		var k [3]scalar.Scalar // z - c·x
		for id := 1; id <= 2; id++ {
			s.order.Neg(&c[id], &c[id])
			s.order.MulAdd(&k[id], &c[id], key, &z[id])
		}
		if s.order.Equal(&k[1], &k[2]) == 1 {
			t.Errorf("%v: the same k for two challenges", which)
		}
	}
}

// replace returns a copy of m with another message of one participant.
func replace(m map[uint16][]byte, id uint16, b []byte) map[uint16][]byte {
	c := without(m, id)
	c[id] = b
	return c
}

// A dealer whose shares are not of one key is found out.
func TestOpenShare(t *testing.T) {
	for _, which := range allSuites {
		s := must[*suite](t)(which.suite())
		_, dealt, err := Deal(which, 2, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		good := dealt[2]
		from := headerSize + scalarSize
		wrong := append(append(append([]byte(nil), good[:from]...), dealt[1][from:from+scalarSize]...), good[from+scalarSize:]...)
		moved := append(append(append([]byte(nil), good[:headerSize]...), dealt[1][headerSize:from]...), good[from:]...)
		none := append(append(append([]byte(nil), good[:from]...), make([]byte, scalarSize)...), good[from+scalarSize:]...)
		for name, c := range map[string]struct {
			b    []byte
			n    int
			want error
		}{
			"well": {good, 3, nil}, "more participants": {good, 4, nil}, "fewer participants": {good, 1, ErrParameters}, "not a participant": {dealt[3], 2, ErrParameters},
			"too many participants": {good, MaxParticipants + 1, ErrParameters}, "another's": {wrong, 3, ErrShare}, "another number": {moved, 3, ErrShare}, "zero": {none, 3, ErrShare},
			"nil": {nil, 3, ErrEncoding}, "short": {good[:len(good)-1], 3, ErrEncoding}, "long": {append(good[:len(good):len(good)], 0), 3, ErrEncoding},
			"one element": {append(append([]byte(nil), good[:from+scalarSize]...), append([]byte{1}, good[from+scalarSize+1:from+scalarSize+1+s.elementSize]...)...), 3, ErrParameters},
		} {
			k, g, err := OpenShare(which, c.n, c.b)
			if !errors.Is(err, c.want) || (err == nil) != (k != nil) || (err == nil) != (g != nil) {
				t.Errorf("%v, %s: %v, want %v", which, name, err, c.want)
			}
		}
	}
}

func TestParameters(t *testing.T) {
	for _, c := range []struct{ threshold, n int }{{0, 3}, {1, 3}, {-1, -1}, {4, 3}, {2, MaxParticipants + 1}, {MaxParticipants + 1, MaxParticipants + 1}, {2, 0}} {
		_, _, err1 := Deal(Ed25519, c.threshold, c.n, nil)
		_, _, err2 := Split(Ed25519, make([]byte, 32), c.threshold, c.n, nil)
		_, err3 := NewDKG(Ed25519, 1, c.threshold, c.n, nil)
		for _, err := range []error{err1, err2, err3} {
			if !errors.Is(err, ErrParameters) {
				t.Errorf("%d of %d: %v", c.threshold, c.n, err)
			}
		}
	}
	for _, id := range []uint16{0, 4, 65535} {
		if _, err := NewDKG(Ed25519, id, 2, 3, nil); !errors.Is(err, ErrParameters) {
			t.Errorf("participant %d: %v", id, err)
		}
	}
	for _, s := range []Suite{0, -1, 6, 1 << 30} {
		_, _, err1 := Deal(s, 2, 3, nil)
		_, _, err2 := Split(s, make([]byte, 32), 2, 3, nil)
		_, err3 := NewDKG(s, 1, 2, 3, nil)
		_, err4 := ParseKeyShare(s, nil)
		_, err5 := ParseGroup(s, nil)
		_, err6 := ParseSigningPackage(s, nil)
		_, _, err7 := OpenShare(s, 3, nil)
		for i, err := range []error{err1, err2, err3, err4, err5, err6, err7} {
			if !errors.Is(err, ErrSuite) {
				t.Errorf("suite %d, %d: %v", s, i, err)
			}
		}
		if Verify(s, make([]byte, 32), nil, make([]byte, 64)) || s.SignatureSize() != 0 || s.String() != "unknown suite" {
			t.Errorf("suite %d is one", s)
		}
	}
	for _, size := range []int{0, 63, 64, 127, 128, 159} {
		if _, err := NewDKG(Secp256k1, 1, 2, 3, bytes.NewReader(bytes.Repeat([]byte{1}, size))); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d random bytes: %v", size, err)
		}
	}
	if _, _, err := Deal(Secp256k1, 2, 3, bytes.NewReader(make([]byte, 200))); err == nil {
		t.Error("zeros make a key")
	}
}

// What was never made is not used.
func TestUnset(t *testing.T) {
	x := newTeam(t, Ed25519, 2, 2)
	p, nonces := x.commit(t, message, 1, 2)
	shares := x.sign(t, p, nonces)
	for _, g := range []*Group{nil, {}} {
		if g.Bytes() != nil || g.PublicKey() != nil || g.Participants() != nil || g.Threshold() != 0 || g.Suite() != 0 || g.Verify(nil, nil) {
			t.Error("a group that was never made")
		}
		_, err1 := g.NewSigningPackage(nil, nil)
		_, err2 := g.Aggregate(p, shares)
		_, err3 := g.TapTweak(nil)
		_, err4 := g.Ed25519PublicKey()
		_, err5 := g.SchnorrPublicKey()
		_, err6 := g.JQ255ePublicKey()
		for i, err := range []error{err1, err2, err3, err4, err5, err6} {
			if !errors.Is(err, ErrNotMade) {
				t.Errorf("%d: %v", i, err)
			}
		}
	}
	for _, k := range []*KeyShare{nil, {}} {
		if k.Bytes() != nil || k.PublicKey() != nil || k.Participant() != 0 || k.Suite() != 0 || k.Equal(k) || x.keys[1].Equal(k) || k.Equal(x.keys[1]) {
			t.Error("a key share that was never set")
		}
		if _, err := k.TapTweak(nil); !errors.Is(err, ErrShare) {
			t.Error(err)
		}
	}
	for _, q := range []*SigningPackage{nil, {}} {
		if q.Bytes() != nil || q.Message() != nil || q.Signers() != nil {
			t.Error("a package that was never made")
		}
		if _, err := x.group.Aggregate(q, shares); !errors.Is(err, ErrNotMade) {
			t.Error(err)
		}
	}
	other := newTeam(t, Ristretto255, 2, 2)
	if _, err := other.group.Aggregate(p, shares); !errors.Is(err, ErrSuite) {
		t.Error(err)
	}
	k := x.keys[1]
	same := must[*KeyShare](t)(ParseKeyShare(Ed25519, k.Bytes()))
	if !k.Equal(same) || k.Equal(x.keys[2]) || k.Equal(other.keys[1]) {
		t.Error("Equal is wrong")
	}
	if same.Zero(); same.isSet() || k.Equal(same) {
		t.Error("Zero is wrong")
	}
	if k.Participant() != 1 || k.Suite() != Ed25519 || !bytes.Equal(k.PublicKey(), x.group.PublicKey()) || x.group.Suite() != Ed25519 {
		t.Error("the share of another key")
	}
}

// Everything that is encoded is read again, and nothing that is changed.
func TestEncodings(t *testing.T) {
	for _, s := range allSuites {
		x := newTeam(t, s, 2, 3)
		p, _ := x.commit(t, message, 1, 3)
		k, g, m := x.keys[2].Bytes(), x.group.Bytes(), p.Bytes()
		size := 134
		if s == Secp256k1 || s == Taproot {
			size = 138 - 2
		}
		if len(k) != size {
			t.Errorf("%v: a key share of %d bytes", s, len(k))
		}
		for name, b := range map[string][]byte{"KeyShare": k, "Group": g, "SigningPackage": m} {
			decode := decoders(s)[name]
			again, err := decode(b)
			if err != nil || !bytes.Equal(again, b) {
				t.Errorf("%v, %s: %x, %v, want %x", s, name, again, err, b)
			}
			for i := range b {
				if _, err := decode(b[:i]); !errors.Is(err, ErrEncoding) {
					t.Errorf("%v, %s, %d bytes: %v", s, name, i, err)
				}
				for bit := range 8 {
					if testing.Short() && bit != i%8 {
						continue
					}
					c := append([]byte(nil), b...)
					c[i] ^= 1 << bit
					if again, err := decode(c); err == nil && !bytes.Equal(again, c) {
						t.Errorf("%v, %s: two encodings of one value: %x, %x", s, name, c, again)
					} else if err == nil && name == "KeyShare" && i < headerSize+3*scalarSize && i >= headerSize+scalarSize {
						t.Errorf("%v: a share with another public key, at %d", s, i)
					} else if err != nil && (again != nil || !errors.Is(err, ErrEncoding)) {
						t.Errorf("%v, %s: %v", s, name, err)
					}
				}
			}
			if _, err := decode(append(b[:len(b):len(b)], 0)); !errors.Is(err, ErrEncoding) {
				t.Errorf("%v, %s, one byte more: %v", s, name, err)
			}
			for _, other := range allSuites {
				if _, err := decoders(other)[name](b); other != s && !errors.Is(err, ErrEncoding) {
					t.Errorf("%v, %s of %v: %v", other, name, s, err)
				}
			}
		}
		// A threshold that no group has, or in more bytes than it takes.
		for _, tail := range [][]byte{{0}, {1}, {4}, {0x82, 0}, {0x80, 0x80, 1}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}} {
			if _, err := ParseGroup(s, append(g[:len(g)-1:len(g)-1], tail...)); !errors.Is(err, ErrEncoding) {
				t.Errorf("%v: threshold %x: %v", s, tail, err)
			}
			if _, err := ParseKeyShare(s, append(k[:len(k)-1:len(k)-1], tail...)); !errors.Is(err, ErrEncoding) && tail[0] != 4 {
				t.Errorf("%v: threshold %x: %v", s, tail, err)
			}
		}
	}
}

// decoders returns functions that decode, and encode again.
func decoders(s Suite) map[string]func(b []byte) ([]byte, error) {
	return map[string]func(b []byte) ([]byte, error){
		"KeyShare":       func(b []byte) ([]byte, error) { k, err := ParseKeyShare(s, b); return k.Bytes(), err },
		"Group":          func(b []byte) ([]byte, error) { g, err := ParseGroup(s, b); return g.Bytes(), err },
		"SigningPackage": func(b []byte) ([]byte, error) { p, err := ParseSigningPackage(s, b); return p.Bytes(), err },
	}
}

// Numbers above 127 have two bytes.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("a large group")
	}
	const threshold, n = 130, 150
	g, dealt, err := Deal(Ristretto255, threshold, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, opened, err := OpenShare(Ristretto255, n, dealt[7])
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "group", opened.Bytes(), g.Bytes())
	equal(t, "group", must[*Group](t)(ParseGroup(Ristretto255, g.Bytes())).Bytes(), g.Bytes())
	x := &team{g, map[uint16]*KeyShare{}}
	var signers []uint16
	for id := uint16(n); len(signers) < threshold; id-- {
		y := mustScalar(t, g.suite, dealt[id][headerSize+scalarSize:headerSize+2*scalarSize])
		k := must[*KeyShare](t)(g.keyShare(id, &y))
		x.keys[id] = must[*KeyShare](t)(ParseKeyShare(Ristretto255, k.Bytes()))
		signers = append(signers, id)
	}
	p, nonces := x.commit(t, message, signers...)
	equal(t, "package", must[*SigningPackage](t)(ParseSigningPackage(Ristretto255, p.Bytes())).Bytes(), p.Bytes())
	shares := map[uint16][]byte{}
	for id, n := range nonces {
		shares[id] = must[[]byte](t)(x.keys[id].Sign(p, n))
	}
	if _, err := g.Aggregate(p, shares); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range allSuites {
		x := newTeam(f, s, 2, 3)
		p, nonces := x.commit(f, message, 1, 3)
		d := must[*DKG](f)(NewDKG(s, 2, 2, 3, nil))
		_, dealt, err := Deal(s, 2, 3, nil)
		if err != nil {
			f.Fatal(err)
		}
		for _, b := range [][]byte{x.keys[1].Bytes(), x.group.Bytes(), p.Bytes(), nonces[1].Commitment(), d.Broadcast(), dealt[1]} {
			f.Add(int(s), b)
		}
	}
	teams := map[Suite]*team{}
	for _, s := range allSuites {
		teams[s] = newTeam(f, s, 2, 3)
	}
	f.Fuzz(func(t *testing.T, suite int, b []byte) {
		s := Suite(suite)
		for name, decode := range decoders(s) {
			if again, err := decode(b); err == nil && !bytes.Equal(again, b) {
				t.Errorf("%s: %x becomes %x", name, b, again)
			}
		}
		if k, g, err := OpenShare(s, 3, b); err == nil && !bytes.Equal(g.find(k.id).b, k.public.b) {
			t.Error("a share is not that of its group")
		}
		x := teams[s]
		if x == nil {
			return
		}
		good := must[*SecretNonce](t)(x.keys[1].NewNonce(nil)).Commitment()
		if p, err := x.group.NewSigningPackage(b, map[uint16][]byte{1: good, 3: b}); err == nil && len(p.Bytes()) == 0 {
			t.Error("a package without bytes")
		}
		d := must[*DKG](t)(NewDKG(s, 1, 2, 2, nil))
		if _, err := d.Round2(map[uint16][]byte{2: b}); err != nil && !isCulprits(err, ErrEncoding, 2) && !isCulprits(err, ErrProof, 2) && !isCulprits(err, ErrCommitment, 2) {
			t.Error(err)
		}
		Verify(s, b, b, b)
		x.group.Verify(b, b)
	})
}
