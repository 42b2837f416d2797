// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"bytes"
	"errors"
	"maps"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
	"secant.example/secp256k1/internal/keys"
)

func toBytes(x *big.Int) []byte { b := testkit.BytesBE(x); return b[:] }

// spendPublic returns the public key of a private key.
func spendPublic(t testing.TB, d []byte) []byte {
	t.Helper()
	var k keys.Private
	var p keys.Public
	if err := k.SetPadded(d, keyErrors); err != nil {
		t.Fatal(err)
	}
	p.SetPublic(&k)
	return p.Bytes()
}

// A receiver is both private keys.
type receiver struct{ scan, spend []byte }

func newReceiver(rng *testkit.Rand) receiver {
	return receiver{toBytes(rng.SecpScalar()), toBytes(rng.SecpScalar())}
}

func (r receiver) scanner(t testing.TB, labels ...uint32) *Scanner {
	t.Helper()
	s, err := NewScanner(r.scan, spendPublic(t, r.spend), labels...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A payer has the private keys of two inputs that count, one of them of a taproot output.
type payer struct {
	keys      []InputKey
	publics   [][]byte
	outpoints []Outpoint
}

func newPayer(t testing.TB, rng *testkit.Rand) (p payer) {
	t.Helper()
	for i := range 2 {
		k := toBytes(rng.SecpScalar())
		p.keys = append(p.keys, InputKey{k, i == 0})
		p.publics = append(p.publics, spendPublic(t, k)[1-i:])
		p.outpoints = append(p.outpoints, NewOutpoint(rng.Bytes32(), uint32(i)))
	}
	return p
}

// pay returns a transaction that pays to the recipients, with outputs of others among those for them.
func (p payer) pay(t testing.TB, rng *testkit.Rand, recipients ...*Address) Transaction {
	t.Helper()
	in, err := SumInputs(p.outpoints, p.publics)
	if err != nil {
		t.Fatal(err)
	}
	tx := Transaction{Inputs: in, Outputs: [][]byte{spendPublic(t, toBytes(rng.SecpScalar()))[1:], rng.Bytes(32)}}
	if len(recipients) > 0 {
		outputs, err := CreateOutputs(p.outpoints, p.keys, recipients)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outputs {
			tx.Outputs = append(tx.Outputs, o[:])
		}
	}
	rng.Shuffle(len(tx.Outputs), func(i, j int) { tx.Outputs[i], tx.Outputs[j] = tx.Outputs[j], tx.Outputs[i] })
	return tx
}

func address(t testing.TB) func(*Address, error) *Address {
	return func(a *Address, err error) *Address {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return parse(t, a.String())
	}
}

// What is sent is found, with few labels and with many, in batches too, and with keys that spend it; and
// nothing of others.
func TestPayments(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, labels := range []int{0, 3, fewLabels - 1, fewLabels, 100} {
			var numbers []uint32
			for i := range labels {
				numbers = append(numbers, uint32(1+7*i))
			}
			r := newReceiver(rng)
			s, other := r.scanner(t, append(numbers, numbers...)...), newReceiver(rng).scanner(t, numbers...)
			if (s.index != nil) != (labels >= fewLabels) {
				t.Errorf("%d labels are in an index: %v", labels, s.index != nil)
			}
			addresses := []*Address{address(t)(s.Address(Testnet)), address(t)(s.ChangeAddress(Testnet))}
			for _, m := range numbers {
				addresses = append(addresses, address(t)(s.LabeledAddress(Testnet, m)))
			}
			others := address(t)(other.Address(Testnet))

			var all []Transaction
			var want []map[string]int // how often each address was paid to
			for i := range 5 {
				var recipients []*Address
				counts := map[string]int{}
				for range i {
					a := addresses[rng.IntN(len(addresses))]
					recipients = append(recipients, a)
					counts[a.String()]++
					if rng.IntN(2) == 0 {
						recipients = append(recipients, others)
					}
				}
				all = append(all, newPayer(t, rng).pay(t, rng, recipients...))
				want = append(want, counts)
			}
			all = append(all, Transaction{Outputs: all[1].Outputs}, Transaction{Inputs: all[1].Inputs})
			want = append(want, nil, nil)
			batch, err := s.ScanBatch(all)
			if err != nil {
				t.Fatal(err)
			}
			for i, tx := range all {
				if tx.Inputs != nil {
					if found, err := s.Scan(tx.Inputs, tx.Outputs); err != nil || !slices.Equal(found, batch[i]) {
						t.Errorf("one by one %v, %v, and in a batch %v", found, err, batch[i])
					}
				}
				counts := map[string]int{}
				for _, f := range batch[i] {
					a := addresses[0]
					if f.Labeled {
						a = addresses[1]
						if f.Label != 0 {
							a = address(t)(s.LabeledAddress(Testnet, f.Label))
						}
					}
					counts[a.String()]++
					if !bytes.Equal(tx.Outputs[f.Output], f.Key[:]) {
						t.Errorf("output %d is not %x", f.Output, f.Key)
					}
					d, err := f.PrivateKey(r.spend)
					if err != nil || !bytes.Equal(d.PublicKey().Bytes(), f.Key[:]) {
						t.Errorf("the private key of %x: %v", f.Key, err)
					}
					if d, err := f.PrivateKey(r.scan); d != nil || !errors.Is(err, ErrPrivateKey) {
						t.Errorf("the private key of another: %v", err)
					}
				}
				if !maps.Equal(counts, want[i]) {
					t.Errorf("%d labels: found %v, want %v", labels, counts, want[i])
				}
			}
		}
	})
}

// Of outputs with one key the first is found, and what spends it spends the others.
func TestSameKey(t *testing.T) {
	rng := testkit.NewRand(t)
	r := newReceiver(rng)
	s, p := r.scanner(t), newPayer(t, rng)
	tx := p.pay(t, rng)
	own := address(t)(s.Address(Mainnet))
	outputs, err := CreateOutputs(p.outpoints, p.keys, []*Address{own, own})
	if err != nil {
		t.Fatal(err)
	}
	a, b := outputs[0][:], outputs[1][:]
	found, err := s.Scan(tx.Inputs, [][]byte{b, a, a, b})
	if err != nil || len(found) != 2 || found[0].Output != 1 || found[1].Output != 0 {
		t.Fatalf("found %v, %v", found, err)
	}
}

// Many transactions are scanned in groups.
func TestGroups(t *testing.T) {
	rng := testkit.NewRand(t)
	s := newReceiver(rng).scanner(t)
	own, other := address(t)(s.Address(Mainnet)), address(t)(newReceiver(rng).scanner(t).Address(Mainnet))
	var all []Transaction
	for i := range 2*atOnce + 3 {
		recipients := []*Address{other}
		if i%7 == 0 {
			recipients = append(recipients, own, own)
		}
		all = append(all, newPayer(t, rng).pay(t, rng, recipients...))
	}
	found, err := s.ScanBatch(all)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range found {
		if want := 2 * (1 - min(i%7, 1)); len(f) != want {
			t.Errorf("%d outputs are found in %d, want %d", len(f), i, want)
		}
	}
}

// A sender makes up to MaxRecipients outputs for a scanning key, and a receiver finds so many.
func TestMaxRecipients(t *testing.T) {
	rng := testkit.NewRand(t)
	s := newReceiver(rng).scanner(t, 1)
	p := newPayer(t, rng)
	recipients := []*Address{address(t)(s.Address(Mainnet)), address(t)(s.Address(Mainnet))}
	for len(recipients) < MaxRecipients {
		recipients = append(recipients, recipients[len(recipients)-2])
	}
	labeled, other := address(t)(s.LabeledAddress(Mainnet, 1)), address(t)(newReceiver(rng).scanner(t).Address(Mainnet))
	if outputs, err := CreateOutputs(p.outpoints, p.keys, append(recipients, labeled)); outputs != nil || !errors.Is(err, ErrRecipients) {
		t.Errorf("too many recipients: %d outputs, %v", len(outputs), err)
	}
	tx := p.pay(t, rng, append(recipients, other)...)
	found, err := s.Scan(tx.Inputs, tx.Outputs)
	if err != nil || len(found) != MaxRecipients {
		t.Fatalf("%d outputs are found, %v", len(found), err)
	}
	// One more, which no sender makes.
	var shared curve.Point
	var k scalar.Scalar
	var b [PublicKeySize]byte
	n.Mul(&k, s.scan.Scalar(), &tx.Inputs.hash)
	shared.ScalarMult(&k, &tx.Inputs.sum)
	shared.Encode(&b)
	if !outputTweak(&k, &b, MaxRecipients) {
		t.Fatal("no tweak")
	}
	shared.ScalarBaseMult(&k)
	shared.Add(&shared, s.spend.Point())
	shared.Encode(&b)
	found, err = s.Scan(tx.Inputs, append(tx.Outputs, b[1:]))
	if err != nil || len(found) != MaxRecipients {
		t.Errorf("%d outputs are found of one more, %v", len(found), err)
	}
}

// The sums on the way may be 0, but not that of all.
func TestSums(t *testing.T) {
	rng := testkit.NewRand(t)
	s := newReceiver(rng).scanner(t)
	a := rng.SecpScalar()
	plus, minus, third := toBytes(a), toBytes(new(big.Int).Sub(testkit.SecpN, a)), toBytes(rng.SecpScalar())
	outpoints := []Outpoint{{}, {1}, {2}}
	recipients := []*Address{address(t)(s.Address(Mainnet))}
	if outputs, err := CreateOutputs(outpoints, []InputKey{{plus, false}, {minus, false}}, recipients); outputs != nil || !errors.Is(err, ErrInputs) {
		t.Errorf("a sum of 0: %x, %v", outputs, err)
	}
	if in, err := SumInputs(outpoints, [][]byte{spendPublic(t, plus), spendPublic(t, minus)}); in != nil || !errors.Is(err, ErrInputs) {
		t.Errorf("a sum of 0: %v, %v", in, err)
	}
	outputs, err := CreateOutputs(outpoints, []InputKey{{plus, false}, {minus, false}, {third, true}}, recipients)
	if err != nil {
		t.Fatal(err)
	}
	in, err := SumInputs(outpoints, [][]byte{spendPublic(t, plus), spendPublic(t, minus), spendPublic(t, third)[1:]})
	if err != nil {
		t.Fatal(err)
	}
	if found, err := s.Scan(in, [][]byte{outputs[0][:]}); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	// Both signs of a taproot output's key are the same.
	again, err := CreateOutputs(outpoints, []InputKey{{plus, false}, {minus, false}, {toBytes(new(big.Int).Sub(testkit.SecpN, new(big.Int).SetBytes(third))), true}}, recipients)
	if err != nil || again[0] != outputs[0] {
		t.Errorf("with the negative: %x, %v, want %x", again, err, outputs)
	}
}

// hash160Of is a hash of a key, as scripts have it.
func hash160Of(key []byte) []byte { h := hash160(key); return h[:] }

func TestInputs(t *testing.T) {
	rng := testkit.NewRand(t)
	key := spendPublic(t, toBytes(rng.SecpScalar()))
	x := key[1:]
	long := append([]byte{4}, make([]byte, 64)...)
	noPoint := append([]byte{2}, make([]byte, 32)...) // there is no x = 0
	sig := rng.Bytes(71)
	p2wpkh := slices.Concat([]byte{0, 20}, hash160Of(key))
	p2sh := slices.Concat([]byte{0xa9, 20}, rng.Bytes(20), []byte{0x87})
	p2pkh := func(key []byte) []byte {
		return slices.Concat([]byte{0x76, 0xa9, 20}, hash160Of(key), []byte{0x88, 0xac})
	}
	p2tr := slices.Concat([]byte{0x51, 32}, x)
	control := slices.Concat([]byte{0xc0}, rng.Bytes(32))
	noControl := slices.Concat([]byte{0xc1}, noKey[:], rng.Bytes(32))
	annex := []byte{0x50, 1, 2}
	for name, c := range map[string]struct {
		in   Input
		want []byte
	}{
		"P2WPKH":                          {Input{ScriptPubKey: p2wpkh, Witness: [][]byte{sig, key}}, key},
		"P2WPKH, an uncompressed key":     {Input{ScriptPubKey: p2wpkh, Witness: [][]byte{sig, long}}, nil},
		"P2WPKH, no point":                {Input{ScriptPubKey: p2wpkh, Witness: [][]byte{sig, noPoint}}, nil},
		"P2SH-P2WPKH":                     {Input{ScriptPubKey: p2sh, ScriptSig: append([]byte{22}, p2wpkh...), Witness: [][]byte{sig, key}}, key},
		"P2SH of something else":          {Input{ScriptPubKey: p2sh, ScriptSig: append([]byte{22}, rng.Bytes(22)...), Witness: [][]byte{sig, key}}, nil},
		"P2PKH":                           {Input{ScriptPubKey: p2pkh(key), ScriptSig: slices.Concat([]byte{71}, sig, []byte{33}, key)}, key},
		"P2PKH, changed":                  {Input{ScriptPubKey: p2pkh(key), ScriptSig: slices.Concat([]byte{33}, key, []byte{0x76, 0x75}, sig)}, key},
		"P2PKH, at the start":             {Input{ScriptPubKey: p2pkh(key), ScriptSig: key}, key},
		"P2PKH, another key":              {Input{ScriptPubKey: p2pkh(key), ScriptSig: slices.Concat([]byte{71}, sig, []byte{33, 3}, rng.Bytes(32))}, nil},
		"P2PKH, uncompressed":             {Input{ScriptPubKey: p2pkh(long), ScriptSig: slices.Concat([]byte{71}, sig, []byte{65}, long)}, nil},
		"P2PKH, no point":                 {Input{ScriptPubKey: p2pkh(noPoint), ScriptSig: noPoint}, nil},
		"P2TR by key":                     {Input{ScriptPubKey: p2tr, Witness: [][]byte{sig}}, x},
		"P2TR by key, annex":              {Input{ScriptPubKey: p2tr, Witness: [][]byte{sig, annex}}, x},
		"P2TR by script":                  {Input{ScriptPubKey: p2tr, Witness: [][]byte{sig, {0x51}, control}}, x},
		"P2TR by script, annex":           {Input{ScriptPubKey: p2tr, Witness: [][]byte{{0x51}, control, annex}}, x},
		"P2TR by script, H":               {Input{ScriptPubKey: p2tr, Witness: [][]byte{{0x51}, noControl}}, nil},
		"P2TR by script, H, annex":        {Input{ScriptPubKey: p2tr, Witness: [][]byte{{0x51}, noControl, annex}}, nil},
		"P2TR, an annex that looks so":    {Input{ScriptPubKey: p2tr, Witness: [][]byte{sig, append([]byte{0x50}, noKey[:]...)}}, x},
		"P2TR, an empty item":             {Input{ScriptPubKey: p2tr, Witness: [][]byte{sig, {}}}, x},
		"P2TR, no point":                  {Input{ScriptPubKey: append([]byte{0x51, 32}, make([]byte, 32)...), Witness: [][]byte{sig}}, nil},
		"P2WSH":                           {Input{ScriptPubKey: append([]byte{0, 32}, x...), Witness: [][]byte{sig, key}}, nil},
		"P2PK":                            {Input{ScriptPubKey: slices.Concat([]byte{33}, key, []byte{0xac}), ScriptSig: sig}, nil},
		"nothing":                         {Input{}, nil},
		"SegWit of version 1, other size": {Input{ScriptPubKey: append([]byte{0x51, 20}, rng.Bytes(20)...), Witness: [][]byte{sig, key}}, nil},
		"OP_2, not one push":              {Input{ScriptPubKey: append([]byte{0x52, 21}, rng.Bytes(20)...)}, nil},
	} {
		got, err := c.in.PublicKey()
		if err != nil || !bytes.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%s: %x, %v, want %x", name, got, err, c.want)
		}
		// With another that counts.
		other := Input{Outpoint: Outpoint{1}, ScriptPubKey: p2wpkh, Witness: [][]byte{spendPublic(t, []byte{7})}}
		list := [][]byte{other.Witness[0]}
		if c.want != nil {
			list = append(list, c.want)
		}
		want, err := SumInputs([]Outpoint{{1}, {}}, list)
		if err != nil {
			t.Fatal(err)
		}
		if in, err := ReadInputs([]Input{c.in, other}); err != nil || !bytes.Equal(in.TweakData(), want.TweakData()) {
			t.Errorf("%s: the sum is another, or %v", name, err)
		}
		if in, err := ReadInputs([]Input{c.in}); c.want == nil && (in != nil || !errors.Is(err, ErrInputs)) || c.want != nil && err != nil {
			t.Errorf("%s alone: %v, %v", name, in, err)
		}
		batch := ReadInputsBatch([][]Input{{other}, {c.in}, {}, {c.in, other}, nil})
		if batch[0] == nil || (batch[1] == nil) != (c.want == nil) || batch[2] != nil || batch[4] != nil || !bytes.Equal(batch[3].TweakData(), want.TweakData()) {
			t.Errorf("%s: %v in a batch", name, batch)
		}
		tweaks := TweakDataBatch(batch)
		for i, in := range batch {
			if (tweaks[i] == nil) != (in == nil) || in != nil && !bytes.Equal(tweaks[i], in.TweakData()) {
				t.Errorf("%s: the tweak data are %x in a batch", name, tweaks[i])
			}
		}
	}
	// Who asks for the keys before signing, is told, and not that they do not count.
	counts := Input{Outpoint: Outpoint{1}, ScriptPubKey: p2wpkh, Witness: [][]byte{sig, key}}
	for name, in := range map[string]Input{
		"P2WPKH":                    {ScriptPubKey: p2wpkh},
		"P2WPKH, an empty witness":  {ScriptPubKey: p2wpkh, Witness: [][]byte{}, ScriptSig: key},
		"P2SH":                      {ScriptPubKey: p2sh},
		"P2SH, a witness":           {ScriptPubKey: p2sh, Witness: [][]byte{sig, key}},
		"P2SH-P2WPKH, no signature": {ScriptPubKey: p2sh, ScriptSig: append([]byte{22}, p2wpkh...)},
		"P2PKH":                     {ScriptPubKey: p2pkh(key)},
		"P2PKH, a witness":          {ScriptPubKey: p2pkh(key), Witness: [][]byte{sig, key}},
		"P2TR":                      {ScriptPubKey: p2tr},
		"P2TR, an empty witness":    {ScriptPubKey: p2tr, Witness: [][]byte{}, ScriptSig: sig},
	} {
		key, err := in.PublicKey()
		if key != nil || !errors.Is(err, ErrUnsigned) || !errors.Is(err, ErrInputs) {
			t.Errorf("%s, not signed: %x, %v", name, key, err)
		}
		if all, err := ReadInputs([]Input{counts, in}); all != nil || !errors.Is(err, ErrUnsigned) {
			t.Errorf("%s, not signed, with another: %v, %v", name, all, err)
		}
		if batch := ReadInputsBatch([][]Input{{counts, in}, {counts}}); batch[0] != nil || batch[1] == nil {
			t.Errorf("%s, not signed, in a batch: %v", name, batch)
		}
	}
	for version := byte(0x52); version <= 0x60; version++ {
		in := Input{ScriptPubKey: append([]byte{version, 32}, x...), Witness: [][]byte{key}}
		key, err := in.PublicKey()
		if key != nil || !errors.Is(err, ErrInputs) {
			t.Errorf("SegWit %x: %x, %v", version, key, err)
		}
		if all, err := ReadInputs([]Input{{ScriptPubKey: p2wpkh, Witness: [][]byte{spendPublic(t, []byte{7})}}, in}); all != nil || !errors.Is(err, ErrInputs) {
			t.Errorf("SegWit %x: %v, %v", version, all, err)
		}
	}
}

// The smallest outpoint counts, in the order of their bytes, of inputs that do not count too.
func TestOutpoints(t *testing.T) {
	rng := testkit.NewRand(t)
	key := [][]byte{spendPublic(t, []byte{3})}
	id := rng.Bytes32()
	a, b := NewOutpoint(id, 1), NewOutpoint(id, 256) // 1 is 01 00 00 00, and 256 is 00 01 00 00
	var all [][]byte
	for _, list := range [][]Outpoint{{a, b}, {b, a}, {b}, {a}} {
		in, err := SumInputs(list, key)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, in.TweakData())
	}
	if !bytes.Equal(all[0], all[1]) || !bytes.Equal(all[1], all[2]) || bytes.Equal(all[2], all[3]) {
		t.Errorf("the tweak data are %x", all)
	}
}

func TestErrors(t *testing.T) {
	rng := testkit.NewRand(t)
	r := newReceiver(rng)
	s, p := r.scanner(t, 5), newPayer(t, rng)
	tx := p.pay(t, rng)
	own := address(t)(s.Address(Mainnet))
	public := spendPublic(t, r.spend)
	order := toBytes(testkit.SecpN)
	check := func(name string, is bool, err, want error) {
		t.Helper()
		if is || !errors.Is(err, want) {
			t.Errorf("%s: a result: %v; %v", name, is, err)
		}
	}
	for _, b := range [][]byte{nil, r.scan[1:], append(r.scan, 0), make([]byte, 32), order} {
		s, err := NewScanner(b, public)
		check("NewScanner", s != nil, err, ErrPrivateKey)
		o, err := CreateOutputs(p.outpoints, []InputKey{p.keys[0], {b, true}}, []*Address{own})
		check("CreateOutputs", o != nil, err, ErrPrivateKey)
		k, err := new(Found).PrivateKey(b)
		check("PrivateKey", k != nil, err, ErrPrivateKey)
	}
	noPoint := append([]byte{2}, make([]byte, 32)...)
	for _, b := range [][]byte{nil, {0}, public[1:], append(public, 0), noPoint, append([]byte{4}, public[1:]...), append([]byte{2}, toBytes(testkit.SecpP)...)} {
		s, err := NewScanner(r.scan, b)
		check("NewScanner", s != nil, err, ErrPublicKey)
		for _, keys := range [][2][]byte{{public, b}, {b, public}} {
			a, err := NewAddress(Mainnet, keys[0], keys[1])
			check("NewAddress", a != nil, err, ErrPublicKey)
		}
		in, err := ParseTweakData(b)
		check("ParseTweakData", in != nil, err, ErrPublicKey)
		list, err := ParseTweakDataBatch([][]byte{public, b})
		check("ParseTweakDataBatch", list != nil, err, ErrPublicKey)
		if len(b) != 32 {
			in, err = SumInputs(p.outpoints, [][]byte{public, b})
			check("SumInputs", in != nil, err, ErrPublicKey)
		}
	}
	in, err := SumInputs(p.outpoints, [][]byte{make([]byte, 32)})
	check("SumInputs", in != nil, err, ErrPublicKey)
	in, err = SumInputs(nil, p.publics)
	check("SumInputs", in != nil, err, ErrInputs)
	in, err = SumInputs(p.outpoints, nil)
	check("SumInputs", in != nil, err, ErrInputs)
	in, err = ReadInputs(nil)
	check("ReadInputs", in != nil, err, ErrInputs)
	// Outpoints that are there twice, next to each other or not, and more keys than outpoints.
	for i := range 3 {
		twice := []Outpoint{NewOutpoint([32]byte{1}, 0), NewOutpoint([32]byte{2}, 0), NewOutpoint([32]byte{3}, 0)}
		twice = slices.Insert(twice, 3-i, twice[i])
		in, err = SumInputs(twice, p.publics[:1])
		check("SumInputs", in != nil, err, errTwice)
		o, err := CreateOutputs(twice, p.keys[:1], []*Address{own})
		check("CreateOutputs", o != nil, err, errTwice)
		var inputs []Input
		for _, o := range twice {
			inputs = append(inputs, Input{Outpoint: o, ScriptPubKey: append([]byte{0x51, 0x20}, public[1:]...), Witness: [][]byte{make([]byte, 64)}})
		}
		in, err = ReadInputs(inputs)
		check("ReadInputs", in != nil, err, errTwice)
		if in, err := ReadInputs(inputs[:2]); i == 0 && (in == nil || err != nil) {
			t.Errorf("two inputs: %v", err)
		}
	}
	in, err = SumInputs(p.outpoints[:1], [][]byte{public, public})
	check("SumInputs", in != nil, err, errManyKeys)
	o, err := CreateOutputs(p.outpoints[:1], []InputKey{p.keys[0], p.keys[0]}, []*Address{own})
	check("CreateOutputs", o != nil, err, errManyKeys)
	if new(Inputs).TweakData() != nil || (*Inputs)(nil).TweakData() != nil {
		t.Error("tweak data of nothing")
	}
	for _, network := range []Network{"", "bc", "SP", "sp1"} {
		a, err := NewAddress(network, public, public)
		check("NewAddress", a != nil, err, ErrAddress)
		a, err = s.Address(network)
		check("Address", a != nil, err, ErrAddress)
	}
	for _, s := range []*Scanner{nil, new(Scanner)} {
		f, err := s.Scan(tx.Inputs, tx.Outputs)
		check("Scan", f != nil, err, ErrScanner)
		all, err := s.ScanBatch(nil)
		check("ScanBatch", all != nil, err, ErrScanner)
		a, err := s.Address(Mainnet)
		check("Address", a != nil, err, ErrScanner)
		a, err = s.ChangeAddress(Mainnet)
		check("ChangeAddress", a != nil, err, ErrScanner)
		a, err = s.LabeledAddress(Mainnet, 5)
		check("LabeledAddress", a != nil, err, ErrScanner)
	}
	for _, label := range []uint32{0, 4, 6} {
		a, err := s.LabeledAddress(Mainnet, label)
		check("LabeledAddress", a != nil, err, ErrLabel)
	}
	for _, in := range []*Inputs{nil, new(Inputs)} {
		f, err := s.Scan(in, tx.Outputs)
		check("Scan", f != nil, err, ErrInputs)
	}
	all, err := s.ScanBatch([]Transaction{tx, {new(Inputs), tx.Outputs}})
	check("ScanBatch", all != nil, err, ErrInputs)
	for _, b := range [][]byte{nil, public} {
		f, err := s.Scan(tx.Inputs, append(tx.Outputs, b))
		check("Scan", f != nil, err, ErrOutput)
		all, err := s.ScanBatch([]Transaction{tx, {nil, [][]byte{b}}})
		check("ScanBatch", all != nil, err, ErrOutput)
	}
	o, err = CreateOutputs(p.outpoints, p.keys, nil)
	check("CreateOutputs", o != nil, err, ErrRecipients)
	o, err = CreateOutputs(nil, p.keys, []*Address{own})
	check("CreateOutputs", o != nil, err, ErrInputs)
	o, err = CreateOutputs(p.outpoints, nil, []*Address{own})
	check("CreateOutputs", o != nil, err, ErrInputs)
	more := []InputKey{p.keys[0], p.keys[1], {toBytes(big.NewInt(3)), false}}
	o, err = CreateOutputs(p.outpoints, more, []*Address{own})
	check("CreateOutputs", o != nil, err, ErrInputs)
	o, err = CreateOutputs([]Outpoint{p.outpoints[0], p.outpoints[1], p.outpoints[0]}, p.keys, []*Address{own})
	check("CreateOutputs", o != nil, err, ErrInputs)
	if o, err := CreateOutputs(append(p.outpoints, Outpoint{}), more, []*Address{own}); err != nil || len(o) != 1 {
		t.Errorf("as many keys as outpoints: %d outputs, %v", len(o), err)
	}
	for _, a := range []*Address{nil, new(Address), address(t)(s.Address(Testnet))} {
		o, err = CreateOutputs(p.outpoints, p.keys, []*Address{own, a})
		check("CreateOutputs", o != nil, err, ErrAddress)
	}
	if unset := (*Address)(nil); unset.String() != "" || unset.ScanKey() != nil || unset.SpendKey() != nil || unset.Network() != "" {
		t.Error("a nil address has something")
	}
	if unset := new(Address); unset.String() != "" || unset.ScanKey() != nil || unset.SpendKey() != nil || unset.Network() != "" {
		t.Error("an address that was never set has something")
	}
	// The key of a label that is the negative of the key for spending, which nobody finds by chance.
	l := &s.labels[1]
	minus := toBytes(new(big.Int).Sub(testkit.SecpN, testkit.Big(l.tweak.Limbs())))
	bad, err := NewScanner(r.scan, spendPublic(t, minus), 5)
	if err != nil {
		t.Fatal(err)
	}
	a, err := bad.LabeledAddress(Mainnet, 5)
	check("LabeledAddress", a != nil, err, ErrPublicKey)
	// The same of a tweak.
	f := Found{Tweak: [32]byte(toBytes(new(big.Int).Sub(testkit.SecpN, new(big.Int).SetBytes(r.spend))))}
	k, err := f.PrivateKey(r.spend)
	check("PrivateKey", k != nil, err, ErrPrivateKey)
	f.Tweak = [32]byte(order)
	k, err = f.PrivateKey(r.spend)
	check("PrivateKey", k != nil, err, ErrPrivateKey)
}

// Words differ if any bit does, whatever the others are.
func TestDifference(t *testing.T) {
	rng := testkit.NewRand(t)
	for _, b := range [][]byte{make([]byte, 32), bytes.Repeat([]byte{255}, 32), rng.Bytes(32)} {
		x := toWords(b)
		if y := toWords(bytes.Clone(b)); difference(&x, &y) != 0 {
			t.Errorf("%x differs from itself", b)
		}
		for i := range 256 {
			b[i/8] ^= 1 << (i % 8)
			if y := toWords(b); difference(&x, &y) == 0 || difference(&y, &x) == 0 {
				t.Errorf("bit %d makes no difference to %x", i, b)
			}
			b[i/8] ^= 1 << (i % 8)
		}
	}
}

// With x = 0, or what is no x-coordinate, as an output nothing is found, whatever the way.
func TestInvalidOutputs(t *testing.T) {
	rng := testkit.NewRand(t)
	tx := newPayer(t, rng).pay(t, rng)
	for _, labels := range []int{1, 100} {
		s := newReceiver(rng).scanner(t, make([]uint32, labels)...)
		if labels == 100 {
			s = newReceiver(rng).scanner(t, func() (all []uint32) {
				for i := range labels {
					all = append(all, uint32(i))
				}
				return all
			}()...)
		}
		found, err := s.Scan(tx.Inputs, [][]byte{make([]byte, 32), bytes.Repeat([]byte{255}, 32), toBytes(testkit.SecpP)})
		if err != nil || found != nil {
			t.Errorf("%v, %v", found, err)
		}
	}
}
