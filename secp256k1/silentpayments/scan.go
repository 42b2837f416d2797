// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"slices"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
	"secant.example/secp256k1/schnorr"
)

// A label is a number that payments can be told apart by, and what it adds to the key for spending, as a
// scalar and as a point with Z = 1.
type label struct {
	number uint32
	tweak  scalar.Scalar
	point  curve.Point
}

// A Scanner finds the payments to the addresses of a receiver. It has the private key for scanning, the
// public key for spending, and the labels. The zero value has none, and finds nothing. It does not change,
// and may be used by several goroutines at once.
type Scanner struct {
	scan   keys.Private
	spend  keys.Public
	labels []label
	// If there are many labels: the place in labels of a difference, by its hash under seed.
	index map[[sha256.Size]byte]int
	seed  [32]byte
}

// change is the label that payments to oneself have.
const change = 0

// fewLabels is up to how many labels are added to the key that is expected: adding one costs some tenth of
// what it takes to make a point of an output, to look for the difference.
const fewLabels = 16

// NewScanner returns a scanner with the private key for scanning, of 32 bytes, big-endian, and the public
// key for spending, of 33 bytes, compressed, or an [ErrPrivateKey] or an [ErrPublicKey]. It finds payments
// to the address without a label and to those with these labels, and always to that with 0, the label of
// change. To make it takes about as long as a signature for each label; to scan takes a little longer for
// each of the first 16, and no longer for more. It is constant-time in the private key, but for errors.
//
// Source: BIP-352, labels.
func NewScanner(scan, spend []byte, labels ...uint32) (*Scanner, error) {
	s := new(Scanner)
	if err := s.scan.SetBytes(scan, keyErrors); err != nil {
		return nil, err
	}
	if err := setCompressed(&s.spend, spend); err != nil {
		return nil, err
	}
	labels = append([]uint32{change}, labels...)
	slices.Sort(labels) // they are public
	for _, m := range slices.Compact(labels) {
		l := label{number: m}
		if !hash(&l.tweak, "BIP0352/Label", scan, bigEndian(m)) {
			return nil, errHash
		}
		l.point.ScalarBaseMult(&l.tweak)
		s.labels = append(s.labels, l)
	}
	curve.NormalizeBatch(len(s.labels), func(i int) *curve.Point { return &s.labels[i].point })
	if len(s.labels) > fewLabels {
		s.seed = schnorr.TaggedHash("secant/silentpayments/index", scan)
		s.index = make(map[[sha256.Size]byte]int, len(s.labels))
		for i := range s.labels {
			var b [PublicKeySize]byte
			s.labels[i].point.EncodeNormal(&b)
			s.index[s.place(&b)] = i
		}
	}
	return s, nil
}

// place returns where in the index the difference b is, which tells nobody else what b is.
func (s *Scanner) place(b *[PublicKeySize]byte) [sha256.Size]byte {
	var message [len(s.seed) + PublicKeySize]byte
	copy(message[:], s.seed[:])
	copy(message[len(s.seed):], b[:])
	return sha256.Sum256(message[:])
}

func (s *Scanner) isSet() bool { return s != nil && s.scan.IsSet() }

// Address returns the address without a label, or an [ErrAddress] if the network is neither [Mainnet] nor
// [Testnet]. It is constant-time in the private key.
func (s *Scanner) Address(network Network) (*Address, error) { return s.address(network, nil) }

// LabeledAddress returns the address with a label of the scanner that is not 0, or an [ErrLabel] if it has
// no such label. Who sees two addresses of a scanner can tell that they are of the same one. It is
// constant-time in the private key.
func (s *Scanner) LabeledAddress(network Network, label uint32) (*Address, error) {
	if !s.isSet() {
		return nil, ErrScanner
	}
	if label == change {
		return nil, errChange
	}
	for i := range s.labels {
		if s.labels[i].number == label {
			return s.address(network, &s.labels[i])
		}
	}
	return nil, ErrLabel
}

// ChangeAddress returns the address with the label 0, for payments to oneself. It must not be given to
// others, so that they cannot make payments that look like change. It is constant-time in the private key.
func (s *Scanner) ChangeAddress(network Network) (*Address, error) {
	if !s.isSet() {
		return nil, ErrScanner
	}
	return s.address(network, &s.labels[0]) // they are sorted
}

func (s *Scanner) address(network Network, l *label) (*Address, error) {
	if !s.isSet() {
		return nil, ErrScanner
	}
	if network != Mainnet && network != Testnet {
		return nil, errNetwork
	}
	a := &Address{network: network, spend: s.spend}
	a.scan.SetPublic(&s.scan)
	if l != nil {
		var P curve.Point
		P.Add(s.spend.Point(), &l.point)
		if P.IsIdentity() == 1 {
			return nil, errSum
		}
		P.Normalize(&P)
		a.spend.SetPoint(&P)
	}
	return a, nil
}

// Found is an output that is the receiver's. Its Tweak, with the address, shows everyone that it is;
// without the private key for spending it spends nothing.
//
// If other outputs of the transaction have the same Key, they are the receiver's too, with the same Tweak.
// Only the first of them is found: look for others.
type Found struct {
	Output  int              // its place in the outputs that were given
	Key     [OutputSize]byte // the key of the output
	Tweak   [32]byte         // what is to be added to the private key for spending, modulo n, big-endian
	Labeled bool             // whether the address had a label
	Label   uint32           // the label, 0 for change
}

// PrivateKey returns the private key of the output, of the private key for spending, 32 bytes, big-endian.
// It is an [ErrPrivateKey] if that is none, or not of that receiver. It is constant-time, but for the
// error.
//
// Source: BIP-352, spending.
func (f *Found) PrivateKey(spend []byte) (*schnorr.PrivateKey, error) {
	var k keys.Private
	if err := k.SetBytes(spend, keyErrors); err != nil {
		return nil, err
	}
	var t scalar.Scalar
	if n.DecodeBE(&t, &f.Tweak) == 0 {
		return nil, errKeyOther
	}
	n.Add(&t, &t, k.Scalar())
	if n.IsZero(&t) == 1 {
		return nil, errKeyOther
	}
	k.SetScalar(&t)
	d, err := schnorr.NewPrivateKeyFromScalar(k.GroupScalar())
	if err != nil {
		return nil, errKeyOther
	}
	if subtle.ConstantTimeCompare(d.PublicKey().Bytes(), f.Key[:]) != 1 {
		return nil, errKeyOther
	}
	return d, nil
}

// A Transaction is what is scanned of one: what [Inputs] say of its inputs, or nil if there are no silent
// payments with these, and the keys of all its taproot outputs, of 32 bytes, spent or not.
type Transaction struct {
	Inputs  *Inputs
	Outputs [][]byte
}

// Scan returns the outputs that are the receiver's, in the order in which the sender made them, or nothing.
// What is no key is never found; but an output that is not of 32 bytes is an [ErrOutput], and inputs that
// were never made are an [ErrInputs]. It finds up to [MaxRecipients], and of several with one key only the
// first: see [Found]. It is constant-time in the private key, but for what is found.
//
// Source: BIP-352, scanning.
func (s *Scanner) Scan(in *Inputs, outputs [][]byte) ([]Found, error) {
	if in == nil {
		return nil, errInputsUnset
	}
	found, err := s.ScanBatch([]Transaction{{in, outputs}})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// ScanBatch returns what [Scanner.Scan] does for each of the transactions, in less time than one by one. If
// there is an error in one of them, it returns that and nothing else. It is constant-time in the private
// key, but for what is found.
//
// Up to 64 transactions share inversions. What each has to itself is two multiplications, of its [Inputs] by the
// private key, two thirds of the time, and of the generator by a hash of the product, a fifth. Both are secret,
// since whoever knows the product finds the payment too, and are done one by one. The lanes of vectors, which
// take less time for sums of public points, might show them: they are in floating point, of which nobody promises
// that it takes the same time for all numbers, and where they are in integers, they look up multiples at
// addresses that depend on the scalar. What is public is in those lanes, before: [ReadInputsBatch],
// [ParseTweakDataBatch] and [TweakDataBatch].
func (s *Scanner) ScanBatch(transactions []Transaction) ([][]Found, error) {
	if !s.isSet() {
		return nil, ErrScanner
	}
	for i := range transactions {
		t := &transactions[i]
		if t.Inputs != nil && !t.Inputs.isSet() {
			return nil, errInputsUnset
		}
		for _, b := range t.Outputs {
			if len(b) != OutputSize {
				return nil, errOutputSize
			}
		}
	}
	found := make([][]Found, len(transactions))
	var w work
	for start := 0; start < len(transactions); start += atOnce {
		end := min(len(transactions), start+atOnce)
		if err := s.scanGroup(&w, transactions[start:end], found[start:end]); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// atOnce is how many transactions share inversions.
const atOnce = 64

// A search is a transaction that is being scanned.
type search struct {
	at      int // its place in the group
	outputs [][]byte
	words   []words // the outputs
	left    []int   // the places of those that have not been found
	shared  [PublicKeySize]byte
	k       uint32
	tweak   scalar.Scalar
	// Of outputs as points, if there are many labels.
	points []curve.Point
	valid  []bool
	first  int // the place of its candidates
}

// words are 32 bytes, to be compared in constant time.
type words [4]uint64

func toWords(b []byte) (w words) {
	for i := range w {
		w[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return w
}

// difference returns 0 if x and y are the same.
func difference(x, y *words) uint64 {
	return (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3])
}

// work is what scanning keeps.
type work struct {
	searches   []search
	shared     []curve.Point
	candidates []curve.Point
}

// scanGroup sets found to what is found in the transactions.
func (s *Scanner) scanGroup(w *work, transactions []Transaction, found [][]Found) error {
	w.searches, w.shared = w.searches[:0], w.shared[:0]
	for i := range transactions {
		t := &transactions[i]
		if len(t.Outputs) == 0 || t.Inputs == nil {
			continue
		}
		f := search{at: i, outputs: t.Outputs, words: make([]words, len(t.Outputs)), left: make([]int, len(t.Outputs))}
		for j, b := range t.Outputs {
			f.words[j], f.left[j] = toWords(b), j
		}
		if s.index != nil {
			f.lift()
		}
		var k scalar.Scalar
		var P curve.Point
		n.Mul(&k, s.scan.Scalar(), &t.Inputs.hash)
		P.ScalarMult(&k, &t.Inputs.sum)
		w.searches, w.shared = append(w.searches, f), append(w.shared, P)
	}
	curve.NormalizeBatch(len(w.shared), func(i int) *curve.Point { return &w.shared[i] })
	for i := range w.searches {
		w.shared[i].EncodeNormal(&w.searches[i].shared)
	}
	// In each round, those go on that have found an output in the one before.
	for len(w.searches) > 0 {
		w.candidates = w.candidates[:0]
		for i := range w.searches {
			if !s.addCandidates(w, &w.searches[i]) {
				return errHash
			}
		}
		curve.NormalizeBatch(len(w.candidates), func(i int) *curve.Point { return &w.candidates[i] })
		more := w.searches[:0]
		for i := range w.searches {
			f := &w.searches[i]
			at, l := s.match(w, f)
			if at < 0 {
				continue
			}
			found[f.at] = append(found[f.at], f.found(at, l))
			f.left = slices.Delete(f.left, at, at+1)
			if f.k++; f.k < MaxRecipients && len(f.left) > 0 {
				more = append(more, *f)
			}
		}
		w.searches = more
	}
	return nil
}

// lift makes points of the outputs, which are public.
func (f *search) lift() {
	x, odd := make([][32]byte, len(f.outputs)), make([]byte, len(f.outputs))
	for i, b := range f.outputs {
		x[i] = [32]byte(b)
	}
	f.points, f.valid = make([]curve.Point, len(x)), make([]bool, len(x))
	curve.VarTimeDecompressBatch(f.points, x, odd, f.valid)
}

// addCandidates appends the points that decide whether an output is found: P_k of BIP-352, and with few
// labels its sums with them, and with many the two differences between each output that is left and P_k. It
// reports whether there is a P_k.
func (s *Scanner) addCandidates(w *work, f *search) bool {
	if !outputTweak(&f.tweak, &f.shared, f.k) {
		return false
	}
	var P, Q, minus curve.Point
	P.ScalarBaseMult(&f.tweak)
	P.Add(&P, s.spend.Point())
	f.first = len(w.candidates)
	w.candidates = append(w.candidates, P)
	if s.index == nil {
		for i := range s.labels {
			Q.Add(&P, &s.labels[i].point)
			w.candidates = append(w.candidates, Q)
		}
		return true
	}
	minus.Negate(&P)
	for _, i := range f.left {
		Q.Add(&f.points[i], &minus) // something, if the output is not valid
		w.candidates = append(w.candidates, Q)
		Q.Add(&f.points[i], &P)
		Q.Negate(&Q)
		w.candidates = append(w.candidates, Q)
	}
	return true
}

// direct returns how many candidates are compared with all outputs.
func (s *Scanner) direct() int {
	if s.index != nil {
		return 1
	}
	return 1 + len(s.labels)
}

// match returns the place in left of the first output that is found, or -1, and its label, or nil.
func (s *Scanner) match(w *work, f *search) (at int, l *label) {
	candidates := w.candidates[f.first:]
	var b [PublicKeySize]byte
	var x [1 + fewLabels]words // of P_k, and with few labels of its sums
	for i := range x[:s.direct()] {
		candidates[i].EncodeNormal(&b)
		x[i] = toWords(b[1:])
	}
	for at, i := range f.left {
		for j := range x[:s.direct()] {
			if difference(&x[j], &f.words[i]) == 0 {
				if j == 0 {
					return at, nil
				}
				return at, &s.labels[j-1]
			}
		}
		if s.index == nil || !f.valid[i] {
			continue
		}
		for _, Q := range candidates[1+2*at : 3+2*at] {
			Q.EncodeNormal(&b)
			if j, ok := s.index[s.place(&b)]; ok {
				return at, &s.labels[j]
			}
		}
	}
	return -1, nil
}

// found returns the output at a place in left, with its label or nil.
func (f *search) found(at int, l *label) Found {
	i := f.left[at]
	v := Found{Output: i, Key: [OutputSize]byte(f.outputs[i])}
	t := f.tweak
	if l != nil {
		v.Labeled, v.Label = true, l.number
		n.Add(&t, &t, &l.tweak)
	}
	n.EncodeBE(&v.Tweak, &t)
	return v
}
