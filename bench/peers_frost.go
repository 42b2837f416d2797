// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"errors"

	edfrost "github.com/taurusgroup/frost-ed25519/pkg/frost"
	"github.com/taurusgroup/frost-ed25519/pkg/frost/sign"
	"github.com/taurusgroup/frost-ed25519/pkg/helpers"
	"github.com/taurusgroup/frost-ed25519/pkg/state"
	"github.com/taurusgroup/multi-party-sig/pkg/party"
	"github.com/taurusgroup/multi-party-sig/pkg/protocol"
	"github.com/taurusgroup/multi-party-sig/pkg/taproot"
	"github.com/taurusgroup/multi-party-sig/protocols/frost"
)

// FROST of Taurus, whose hashes are those of the paper, before RFC 9591: messages cannot be exchanged, signatures are
// of the usual forms.

// frost-ed25519: participants send bytes, and all of them verify the shares and make the signature.
func init() {
	register("frost-ed25519", "protocols/frost-ed25519-session", func(in *Inputs) (*Instance, error) {
		all := helpers.GenerateSet(3)
		signers := all[:2]
		_, secrets := helpers.GenerateSecrets(all, 1)
		public := helpers.GeneratePublic(1, secrets)
		return produce(func() ([]byte, error) {
			var states [2]*state.State
			var outputs [2]*sign.Output
			for i, id := range signers {
				var err error
				if states[i], outputs[i], err = edfrost.NewSignState(signers, secrets[id], public, in.Digest[:], 0); err != nil {
					return nil, err
				}
			}
			var sent [][]byte
			for range 3 { // commitments, shares, the signature
				var next [][]byte
				for _, s := range states {
					b, err := helpers.PartyRoutine(sent, s)
					if err != nil {
						return nil, err
					}
					next = append(next, b...)
				}
				sent = next
			}
			for i, s := range states {
				if !s.IsFinished() || outputs[i].Signature == nil {
					return nil, errors.New("a participant has no signature")
				}
			}
			return append(public.GroupKey.ToEd25519(), outputs[0].Signature.ToEd25519()...), nil
		})
	})
}

// multi-party-sig: participants are handlers, whose messages are in its encoding.
func init() {
	// run returns the results of two handlers, or more, who get the messages of the others.
	run := func(start func(party.ID) protocol.StartFunc, ids []party.ID) ([]any, error) {
		handlers := make([]*protocol.MultiHandler, len(ids))
		for i, id := range ids {
			var err error
			if handlers[i], err = protocol.NewMultiHandler(start(id), nil); err != nil {
				return nil, err
			}
		}
		for sent := true; sent; {
			sent = false
			for i, h := range handlers {
				for more := true; more; {
					select {
					case m := <-h.Listen(): // nil once it is finished
						if m == nil {
							more = false
							break
						}
						sent = true
						for j, other := range handlers {
							if j != i && m.IsFor(ids[j]) {
								other.Accept(m)
							}
						}
					default:
						more = false
					}
				}
			}
		}
		results := make([]any, len(ids))
		for i, h := range handlers {
			var err error
			if results[i], err = h.Result(); err != nil {
				return nil, err
			}
		}
		return results, nil
	}
	register("multi-party-sig", "protocols/frost-taproot-session", func(in *Inputs) (*Instance, error) {
		all := []party.ID{"a", "b", "c"}
		keys, err := run(func(id party.ID) protocol.StartFunc { return frost.KeygenTaproot(id, all, 1) }, all)
		if err != nil {
			return nil, err
		}
		configs := map[party.ID]*frost.TaprootConfig{}
		for i, id := range all {
			configs[id] = keys[i].(*frost.TaprootConfig)
		}
		signers := all[:2]
		return produce(func() ([]byte, error) {
			signatures, err := run(func(id party.ID) protocol.StartFunc {
				return frost.SignTaproot(configs[id], signers, in.Digest[:])
			}, signers)
			if err != nil {
				return nil, err
			}
			return append(append([]byte(nil), configs["a"].PublicKey...), signatures[0].(taproot.Signature)...), nil
		})
	})
}
