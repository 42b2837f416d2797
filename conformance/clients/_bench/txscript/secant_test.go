// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package txscript

import (
	"testing"

	"github.com/btcsuite/btcd/btcec/v2"
	"github.com/btcsuite/btcd/btcutil"
	"github.com/btcsuite/btcd/wire"
)

// One input is signed, or its script run, without a cache of signatures.
func BenchmarkSpend(b *testing.B) {
	key, err := btcec.NewPrivateKey()
	if err != nil {
		b.Fatal(err)
	}
	taproot, err := PayToTaprootScript(ComputeTaprootKeyNoScript(key.PubKey()))
	if err != nil {
		b.Fatal(err)
	}
	hash := btcutil.Hash160(key.PubKey().SerializeCompressed())
	script := func(build *ScriptBuilder) []byte {
		s, err := build.Script()
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	witness := script(NewScriptBuilder().AddOp(OP_0).AddData(hash))
	legacy := script(NewScriptBuilder().AddOp(OP_DUP).AddOp(OP_HASH160).AddData(hash).AddOp(OP_EQUALVERIFY).AddOp(OP_CHECKSIG))
	for _, kind := range []struct {
		name   string
		script []byte
		sign   func(tx *wire.MsgTx, hashes *TxSigHashes) error
	}{
		{"P2PKH", legacy, func(tx *wire.MsgTx, _ *TxSigHashes) (err error) {
			tx.TxIn[0].SignatureScript, err = SignatureScript(tx, 0, legacy, SigHashAll, key, true)
			return err
		}},
		{"P2WPKH", witness, func(tx *wire.MsgTx, hashes *TxSigHashes) (err error) {
			tx.TxIn[0].Witness, err = WitnessSignature(tx, hashes, 0, 1e8, witness, SigHashAll, key, true)
			return err
		}},
		{"P2TR", taproot, func(tx *wire.MsgTx, hashes *TxSigHashes) (err error) {
			tx.TxIn[0].Witness, err = TaprootWitnessSignature(tx, hashes, 0, 1e8, taproot, SigHashDefault, key)
			return err
		}},
	} {
		outputs := NewCannedPrevOutputFetcher(kind.script, 1e8)
		tx := wire.NewMsgTx(2)
		tx.AddTxIn(&wire.TxIn{})
		tx.AddTxOut(&wire.TxOut{Value: 1e8, PkScript: kind.script})
		b.Run("Sign/"+kind.name, func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if err := kind.sign(tx, NewTxSigHashes(tx, outputs)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("Execute/"+kind.name, func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				vm, err := NewEngine(kind.script, tx, 0, StandardVerifyFlags, nil, NewTxSigHashes(tx, outputs), 1e8, outputs)
				if err != nil {
					b.Fatal(err)
				}
				if err := vm.Execute(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
