// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"golang.org/x/crypto/ripemd160"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// An Outpoint is what an input spends, as transactions encode it: the id of a transaction, in the order of
// bytes that it is hashed in, which is the reverse of what is displayed, and the number of an output in 4
// bytes, little-endian.
type Outpoint [OutpointSize]byte

// NewOutpoint returns the outpoint of the output with this number of the transaction with this id, in the
// order of bytes that it is hashed in.
func NewOutpoint(id [32]byte, output uint32) (o Outpoint) {
	copy(o[:], id[:])
	binary.LittleEndian.PutUint32(o[32:], output)
	return o
}

// An Input is an input of a transaction: what it spends, the script of that, and what it gives for it.
type Input struct {
	Outpoint     Outpoint
	ScriptPubKey []byte // of the output that is spent
	ScriptSig    []byte
	Witness      [][]byte
}

// noKey is the internal key of taproot outputs that cannot be spent by a key: H of BIP-341.
var noKey = [32]byte{
	0x50, 0x92, 0x9b, 0x74, 0xc1, 0xa0, 0x49, 0x54, 0xb7, 0x8b, 0x4b, 0x60, 0x35, 0xe9, 0x7a, 0x5e,
	0x07, 0x8a, 0x5a, 0x0f, 0x28, 0xec, 0x96, 0xd5, 0x47, 0xbf, 0xee, 0x9a, 0xce, 0x80, 0x3a, 0xc0,
}

// annexTag is the first byte of an annex, of BIP-341.
const annexTag = 0x50

// PublicKey returns the public key of in if it counts in silent payments: 32 bytes, an x-coordinate, of
// P2TR, and 33 bytes, compressed, of P2WPKH, P2SH-P2WPKH and P2PKH. Otherwise it returns nil. If in spends
// an output of a version of SegWit above 1, there are no silent payments in the transaction, and that is an
// [ErrInputs]. It is variable-time.
//
// It is for inputs of transactions that are valid and signed: signatures and hashes are not verified, and
// what an input shows of its key is in its witness or its ScriptSig. If that which the script asks for is
// empty, of P2TR, P2WPKH, P2PKH or P2SH, it is an [ErrUnsigned]. Who sends must know before signing which
// inputs count: see [CreateOutputs].
//
// Source: BIP-352, inputs for shared secret derivation.
func (in *Input) PublicKey() ([]byte, error) {
	key, err := in.key()
	if err != nil || key == nil {
		return nil, err
	}
	var p keys.Public
	if len(key) == 32 {
		err = p.SetX(key, keyErrors)
	} else {
		err = p.SetBytes(key, keyErrors)
	}
	if err != nil { // it does not count
		return nil, nil
	}
	return slices.Clone(key), nil
}

// key is PublicKey but for whether there is such a point. No transaction that is valid today leaves empty
// what is unsigned here.
func (in *Input) key() (key []byte, err error) {
	script, sig := in.ScriptPubKey, in.ScriptSig
	switch {
	case len(script) == 25 && bytes.HasPrefix(script, []byte{0x76, 0xa9, 0x14}) && bytes.HasSuffix(script, []byte{0x88, 0xac}): // P2PKH
		if len(sig) == 0 {
			return nil, ErrUnsigned
		}
		key = hashedKey(sig, [20]byte(script[3:]))
	case len(script) == 23 && bytes.HasPrefix(script, []byte{0xa9, 0x14}) && script[22] == 0x87: // P2SH
		if len(sig) == 0 {
			return nil, ErrUnsigned
		}
		if len(sig) == 23 && sig[0] == 22 && isP2WPKH(sig[1:]) {
			return lastCompressed(in.Witness)
		}
	case isP2WPKH(script):
		return lastCompressed(in.Witness)
	case len(script) == 34 && bytes.HasPrefix(script, []byte{0x51, 0x20}): // P2TR
		return taprootKey(script[2:], in.Witness)
	case isLaterSegWit(script):
		return nil, errSegWit
	}
	return key, nil
}

func isP2WPKH(script []byte) bool {
	return len(script) == 22 && script[0] == 0 && script[1] == 20
}

// isLaterSegWit reports whether a script is a witness program of a version from 2 to 16: OP_2 to OP_16, and
// one push of 2 to 40 bytes.
//
// Source: BIP-141.
func isLaterSegWit(script []byte) bool {
	return len(script) >= 4 && len(script) <= 42 && script[0] >= 0x52 && script[0] <= 0x60 && int(script[1]) == len(script)-2
}

// isCompressed reports whether b has the form of a point in 33 bytes.
func isCompressed(b []byte) bool { return len(b) == PublicKeySize && b[0]|1 == 3 }

// lastCompressed returns the last item of a witness if it is a compressed key, and otherwise nil.
func lastCompressed(witness [][]byte) ([]byte, error) {
	if len(witness) == 0 {
		return nil, ErrUnsigned
	}
	last := witness[len(witness)-1]
	if !isCompressed(last) {
		return nil, nil
	}
	return last, nil
}

// hashedKey returns the last 33 bytes in a script that are a compressed key with that hash, or nil. They
// need not be where they usually are, so that who changes a script without invalidating it cannot hide a
// payment.
func hashedKey(script []byte, hash [20]byte) []byte {
	for end := len(script); end >= PublicKeySize; end-- {
		key := script[end-PublicKeySize : end]
		if isCompressed(key) && hash160(key) == hash {
			return key
		}
	}
	return nil
}

// hash160 returns RIPEMD-160(SHA-256(b)).
func hash160(b []byte) (h [20]byte) {
	inner := sha256.Sum256(b)
	outer := ripemd160.New()
	outer.Write(inner[:])
	outer.Sum(h[:0])
	return h
}

// taprootKey returns the key of a taproot output, unless it is spent by a script and its internal key is H.
func taprootKey(key []byte, witness [][]byte) ([]byte, error) {
	if len(witness) == 0 {
		return nil, ErrUnsigned
	}
	last := witness[len(witness)-1]
	if len(witness) > 1 && len(last) > 0 && last[0] == annexTag {
		witness = witness[:len(witness)-1]
		last = witness[len(witness)-1]
	}
	// A script is before the control block, whose first byte the internal key comes after.
	if len(witness) > 1 && len(last) >= 33 && [32]byte(last[1:]) == noKey {
		return nil, nil
	}
	return key, nil
}

// Inputs are what silent payments take of the inputs of a transaction: the sum of the keys that count, and
// a hash of it and of an outpoint, or their product. They are public. The zero value is none.
type Inputs struct {
	sum  curve.Point // Z = 1
	hash scalar.Scalar
}

func (in *Inputs) isSet() bool { return in != nil && n.IsZero(&in.hash) == 0 }

// ReadInputs returns what silent payments take of all inputs of a transaction. If none of them counts, or
// in the cases of [Input.PublicKey] and of [SumInputs], that is an [ErrInputs]: a transaction without
// silent payments. It is variable-time.
func ReadInputs(inputs []Input) (*Inputs, error) {
	all := []prevouts{readPrevouts(inputs)}
	sumPrevouts(all)
	return all[0].result()
}

// ReadInputsBatch returns what [ReadInputs] does for the inputs of each transaction, in less time than one
// by one; and nil, instead of an error, for a transaction without silent payments. It is variable-time.
func ReadInputsBatch(transactions [][]Input) []*Inputs {
	all := make([]prevouts, len(transactions))
	for i, inputs := range transactions {
		all[i] = readPrevouts(inputs)
	}
	sumPrevouts(all)
	list := make([]*Inputs, len(all))
	for i := range all {
		list[i], _ = all[i].result()
	}
	return list
}

// SumInputs returns what silent payments take of a transaction whose inputs have these outpoints, all of
// them, and of which those that count have these public keys: 32 bytes, an x-coordinate, of taproot
// outputs, and 33 bytes, compressed, of others. A key of another form is an [ErrPublicKey]. If there are no
// outpoints, or one twice, no keys or more than outpoints, or if the keys add up to the identity, that is an
// [ErrInputs]. It is variable-time.
//
// Source: BIP-352, scanning.
func SumInputs(outpoints []Outpoint, publicKeys [][]byte) (*Inputs, error) {
	all := []prevouts{{keys: publicKeys, strict: true}}
	p := &all[0]
	if p.lowest, p.err = lowestOutpoint(outpoints); p.err != nil {
		return nil, p.err
	}
	if len(publicKeys) > len(outpoints) {
		return nil, errManyKeys
	}
	for _, b := range publicKeys {
		if len(b) != 32 && !isCompressed(b) {
			return nil, errKeySize
		}
	}
	sumPrevouts(all)
	return p.result()
}

// prevouts are what a transaction spends, and what becomes of that: the lowest outpoint and the keys, of 32
// or 33 bytes, of the inputs that count, or an error. If they are strict all of these must be of points,
// and otherwise those that are not do not count.
type prevouts struct {
	lowest Outpoint
	keys   [][]byte
	strict bool
	Inputs
	err error
}

// readPrevouts returns what the inputs of a transaction spend.
func readPrevouts(inputs []Input) (p prevouts) {
	outpoints := make([]Outpoint, len(inputs))
	for i := range inputs {
		outpoints[i] = inputs[i].Outpoint
		key, err := inputs[i].key()
		if err != nil {
			return prevouts{err: err}
		}
		if key != nil {
			p.keys = append(p.keys, key)
		}
	}
	p.lowest, p.err = lowestOutpoint(outpoints)
	return p
}

// result returns what has become of p.
func (p *prevouts) result() (*Inputs, error) {
	if p.err != nil {
		return nil, p.err
	}
	in := p.Inputs
	return &in, nil
}

// sumPrevouts sets the Inputs of all, or their errors.
func sumPrevouts(all []prevouts) {
	total := 0
	for i := range all {
		total += len(all[i].keys)
	}
	x, odd := make([][32]byte, 0, total), make([]byte, 0, total)
	for i := range all {
		for _, b := range all[i].keys {
			if len(b) == 32 {
				b = append([]byte{2}, b...)
			}
			x, odd = append(x, [32]byte(b[1:])), append(odd, b[0]&1)
		}
	}
	points, ok := make([]curve.Point, total), make([]bool, total)
	curve.VarTimeDecompressBatch(points, x, odd, ok)
	sums := make([]curve.Point, len(all))
	next := 0
	for i := range all {
		p, count := &all[i], 0
		for range p.keys {
			if ok[next] {
				sums[i].Add(&sums[i], &points[next])
				count++
			}
			next++
		}
		switch {
		case p.err != nil:
		case p.strict && count < len(p.keys):
			p.err = errKeyPoint
		case count == 0:
			p.err = errNoKeys
		case sums[i].IsIdentity() == 1:
			p.err = errKeySum
		}
	}
	curve.VarTimeNormalizeBatch(sums)
	for i := range all {
		p := &all[i]
		p.sum = sums[i]
		if p.err == nil && !inputHash(&p.hash, &p.lowest, &p.sum) {
			p.err = errHash
		}
	}
}

// lowestOutpoint returns the first outpoint in the order of bytes. No transaction has one twice.
func lowestOutpoint(outpoints []Outpoint) (Outpoint, error) {
	if len(outpoints) == 0 {
		return Outpoint{}, errNoOutpoints
	}
	sorted := slices.Clone(outpoints)
	slices.SortFunc(sorted, func(a, b Outpoint) int { return bytes.Compare(a[:], b[:]) })
	for i := range sorted[1:] {
		if sorted[i] == sorted[i+1] {
			return Outpoint{}, errTwice
		}
	}
	return sorted[0], nil
}

// inputHash sets z to input_hash of BIP-352, for a sum with Z = 1, and reports whether there is one.
func inputHash(z *scalar.Scalar, lowest *Outpoint, sum *curve.Point) bool {
	var b [PublicKeySize]byte
	sum.EncodeNormal(&b)
	return hash(z, "BIP0352/Inputs", lowest[:], b[:])
}

// ParseTweakData returns the Inputs of which [Inputs.TweakData] has returned b, or of whose transaction an
// index server has given b. If it is not the encoding of a point in 33 bytes, that is an [ErrPublicKey]. It
// is variable-time.
//
// Source: BIP-352, appendix A.
func ParseTweakData(b []byte) (*Inputs, error) {
	list, err := ParseTweakDataBatch([][]byte{b})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// ParseTweakDataBatch returns what [ParseTweakData] does for each of the list, in less time than one by
// one. If one is not right, it returns an [ErrPublicKey] and nothing else. It is variable-time.
func ParseTweakDataBatch(list [][]byte) ([]*Inputs, error) {
	x, odd := make([][32]byte, len(list)), make([]byte, len(list))
	for i, b := range list {
		if !isCompressed(b) {
			return nil, errKeySize
		}
		x[i], odd[i] = [32]byte(b[1:]), b[0]&1
	}
	points, ok := make([]curve.Point, len(list)), make([]bool, len(list))
	curve.VarTimeDecompressBatch(points, x, odd, ok)
	all := make([]*Inputs, len(list))
	for i := range all {
		if !ok[i] {
			return nil, errKeyPoint
		}
		all[i] = &Inputs{sum: points[i], hash: scalar.New(1, 0, 0, 0)}
	}
	return all, nil
}

// TweakData returns 33 bytes for those who scan: the product of the hash and the sum, compressed. If in was
// never made, it returns nil. It is variable-time.
//
// Source: BIP-352, appendix A.
func (in *Inputs) TweakData() []byte { return TweakDataBatch([]*Inputs{in})[0] }

// TweakDataBatch returns what [Inputs.TweakData] does for each of the list, in less time than one by one,
// and nil for nil. It is variable-time.
func TweakDataBatch(list []*Inputs) [][]byte {
	points, hashes := make([]curve.Point, len(list)), make([]scalar.Scalar, len(list))
	for i, in := range list {
		if in.isSet() {
			points[i], hashes[i] = in.sum, in.hash
		}
	}
	curve.VarTimeDoubleScalarBaseMultBatch(points, hashes, points, make([]scalar.Scalar, len(list)))
	curve.VarTimeNormalizeBatch(points)
	all := make([][]byte, len(list))
	for i, in := range list {
		if in.isSet() {
			b := new([PublicKeySize]byte)
			points[i].EncodeNormal(b)
			all[i] = b[:]
		}
	}
	return all
}
