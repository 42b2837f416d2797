// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import "sync"

// A CachingVerifier verifies signatures and remembers the public keys that come
// again, in their expanded form: the least recently used ones go when there are
// too many.
//
// A key is noted when a signature under it was valid, alone or in a batch, and expanded when it
// comes again while it is noted. So what is sent once only, or is invalid, costs no expansion, and
// a flood of keys that come once displaces noted keys, but no expanded ones.
// [CachingVerifier.AddPublicKey] expands a key at once. Of both noted and expanded keys there are
// at most as many as the capacity; a pair of them takes about 8.5 KiB.
//
// It may be used by many goroutines at once. Its verdicts are those of [Verify]
// and [VerifyWithRules]. The zero value is a verifier that keeps no keys. It is
// variable-time: its arguments are public, but which keys were used recently shows
// in its time.
type CachingVerifier struct {
	mu       sync.Mutex
	noted    lru[struct{}]
	expanded lru[*ExpandedPublicKey]
}

// NewCachingVerifier returns a verifier that keeps at most capacity expanded keys,
// but at least one.
func NewCachingVerifier(capacity int) *CachingVerifier {
	v := new(CachingVerifier)
	v.noted.capacity = max(capacity, 1)
	v.expanded.capacity = max(capacity, 1)
	return v
}

// Verify is the function [Verify].
func (v *CachingVerifier) Verify(publicKey PublicKey, message, sig []byte) bool {
	return v.VerifyWithRules(publicKey, message, sig, Default, nil) == nil
}

// VerifyWithRules is the function [VerifyWithRules].
func (v *CachingVerifier) VerifyWithRules(publicKey PublicKey, message, sig []byte, rules Rules, opts *Options) error {
	var c claim
	if err := c.set(publicKey, message, sig, rules, opts); err != nil {
		return err
	}
	if key := v.get(&c.A); key != nil {
		return key.verify(&c)
	}
	err := c.verify()
	if err == nil {
		v.note(&c.A)
	}
	return err
}

// Add adds a signature to b as [BatchVerifier.Add] does, with the expanded key if v has it
// or has it noted. Otherwise the key is noted when b finds the signature valid.
func (v *CachingVerifier) Add(b *BatchVerifier, publicKey PublicKey, message, sig []byte) {
	v.AddWithRules(b, publicKey, message, sig, Default, nil)
}

// AddWithRules is [CachingVerifier.Add] by rules, for the variant that opts chooses, as
// [BatchVerifier.AddWithRules] has it.
func (v *CachingVerifier) AddWithRules(b *BatchVerifier, publicKey PublicKey, message, sig []byte, rules Rules, opts *Options) {
	if len(publicKey) == PublicKeySize {
		encoding := [32]byte(publicKey)
		if key := v.get(&encoding); key != nil {
			b.AddExpandedWithRules(key, message, sig, rules, opts)
			return
		}
	}
	b.AddWithRules(publicKey, message, sig, rules, opts)
	b.entries[len(b.entries)-1].cache = v
}

// AddPublicKey expands a key that is expected to be used, so that it need not come twice for that.
// It is then the most recently used one. A key of another length than 32 bytes, or that
// does not encode a point, is an [ErrPublicKey], and changes nothing.
func (v *CachingVerifier) AddPublicKey(publicKey PublicKey) error {
	if len(publicKey) != PublicKeySize {
		return errPublicKeySize
	}
	encoding := [32]byte(publicKey)
	v.mu.Lock()
	_, ok := v.expanded.get(&encoding)
	v.mu.Unlock()
	if ok {
		return nil
	}
	key, err := NewExpandedPublicKey(publicKey)
	if err != nil {
		return err
	}
	v.mu.Lock()
	v.noted.remove(&encoding)
	v.expanded.put(&encoding, key)
	v.mu.Unlock()
	return nil
}

// note notes a key under which there was a valid signature.
func (v *CachingVerifier) note(encoding *[32]byte) {
	v.mu.Lock()
	v.noted.put(encoding, struct{}{})
	v.mu.Unlock()
}

// Len returns the number of expanded keys that v keeps.
func (v *CachingVerifier) Len() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.expanded.index)
}

// get returns the expanded form of a key, which it makes if the key is noted, or nil.
func (v *CachingVerifier) get(encoding *[32]byte) *ExpandedPublicKey {
	v.mu.Lock()
	key, ok := v.expanded.get(encoding)
	noted := !ok && v.noted.remove(encoding)
	v.mu.Unlock()
	if !noted {
		return key
	}
	key, err := NewExpandedPublicKey(encoding[:])
	if err != nil {
		return nil // does not happen: a signature under the key was valid
	}
	v.mu.Lock()
	v.expanded.put(encoding, key)
	v.mu.Unlock()
	return key
}

// An lru is a map of at most capacity keys, from which the least recently used
// one goes when there is one too many. Its zero value has no capacity.
type lru[T any] struct {
	capacity int
	index    map[[32]byte]int32
	// A ring in the order of use: nodes[0] is its head, nodes[0].next the most and
	// nodes[0].prev the least recently used.
	nodes []node[T]
	free  []int32 // nodes that are not in use
}

// A node is a key of an lru in its ring.
type node[T any] struct {
	key        [32]byte
	value      T
	prev, next int32
}

// get returns the value of key, which is then the most recently used.
func (l *lru[T]) get(key *[32]byte) (value T, ok bool) {
	i, ok := l.index[*key]
	if !ok {
		return value, false
	}
	l.unlink(i)
	l.link(i)
	return l.nodes[i].value, true
}

// put sets the value of key, which is then the most recently used.
func (l *lru[T]) put(key *[32]byte, value T) {
	if l.capacity == 0 {
		return
	}
	if l.index == nil {
		l.index = make(map[[32]byte]int32)
		l.nodes = make([]node[T], 1)
	}
	i, ok := l.index[*key]
	switch {
	case ok:
		l.unlink(i)
	case len(l.free) > 0:
		i = l.free[len(l.free)-1]
		l.free = l.free[:len(l.free)-1]
	case len(l.index) >= l.capacity:
		i = l.nodes[0].prev
		l.unlink(i)
		delete(l.index, l.nodes[i].key)
	default:
		i = int32(len(l.nodes))
		l.nodes = append(l.nodes, node[T]{})
	}
	l.nodes[i].key, l.nodes[i].value = *key, value
	l.index[*key] = i
	l.link(i)
}

// remove removes key and reports whether it was there.
func (l *lru[T]) remove(key *[32]byte) bool {
	i, ok := l.index[*key]
	if ok {
		l.unlink(i)
		delete(l.index, *key)
		l.nodes[i] = node[T]{}
		l.free = append(l.free, i)
	}
	return ok
}

// link puts node i at the place of the most recently used, unlink takes it out.
func (l *lru[T]) link(i int32) {
	next := l.nodes[0].next
	l.nodes[i].prev, l.nodes[i].next = 0, next
	l.nodes[next].prev, l.nodes[0].next = i, i
}

func (l *lru[T]) unlink(i int32) {
	prev, next := l.nodes[i].prev, l.nodes[i].next
	l.nodes[prev].next, l.nodes[next].prev = next, prev
}
