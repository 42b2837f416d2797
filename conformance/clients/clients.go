// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"runtime"
	"slices"
	"strings"
)

// A client is a program of other people, and what is changed in it.
type client struct {
	name            string
	module, version string   // module is "std" for a package of GOROOT
	packages        []string // those that are tested, from the root of the module
	peer            bool     // its implementation is taken away, and its tests run with ours
	small           bool
	flags           []string // of go test
	env             []string

	remove   []string            // files, as patterns
	internal map[string][]string // in files, tests of what the peer does not export, and their helpers
	rules    []rule
	overlay  map[string]string // folders of _overlay, and where they go
	edits    []string          // more arguments of go mod edit

	bench   []bench
	ours    map[string]string // folders of _bench, and where they go, before and after
	differs map[string]string // tests that fail after, with what is below them, and why that is meant to be so
}

type bench struct {
	pkg, pattern string
	time         string // instead of -benchtime
}

// reason says why a test is meant to fail, or "".
func (c *client) reason(test string) string {
	for name, reason := range c.differs {
		if test == name || strings.HasPrefix(test, name+"/") {
			return reason
		}
	}
	return ""
}

// isInternal says whether a test is one of those that are taken out.
func (c *client) isInternal(test string) bool {
	name, _, _ := strings.Cut(test[strings.Index(test, ":")+1:], "/")
	for _, names := range c.internal {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

const errorText = "the error is there and has another text: ErrNotInField and ErrNotOnCurve are for errors.Is"

var clients = []client{
	{
		name: "ed25519", module: "std", version: runtime.Version(),
		packages: []string{"crypto/ed25519"}, peer: true, small: true,
		remove: []string{"crypto/ed25519/ed25519.go"},
		rules: []rule{
			dotImport("crypto/ed25519/ed25519_test.go", "secant.example/ed25519"),
			imports("crypto/ed25519/ed25519vectors_test.go", "crypto/ed25519", "secant.example/ed25519"),
			imports("crypto/ed25519/*_test.go", "crypto/internal/cryptotest", "ed25519.example/cryptotest"),
			// These vectors are the standard library's choice of rules.
			{"crypto/ed25519/ed25519vectors_test.go", `ed25519\.Verify\((\w+, \w+, \w+)\)`, `ed25519.VerifyWithRules(${1}, ed25519.StdLib, nil) == nil`},
		},
		overlay: map[string]string{"cryptotest": "cryptotest"},
		bench:   []bench{{"crypto/ed25519", ".", ""}},
	},
	{
		name: "edwards25519", module: "filippo.io/edwards25519", version: "v1.2.0",
		packages: []string{"."}, peer: true, small: true,
		remove: []string{"doc.go", "edwards25519.go", "extra.go", "scalar.go", "scalar_fiat.go", "scalarmult.go", "tables.go"},
		internal: map[string][]string{
			"tables_test.go":       {"TestProjLookupTable", "TestAffineLookupTable", "TestNafLookupTable5", "TestNafLookupTable8"},
			"edwards25519_test.go": {"checkOnCurve", "TestGenerator", "TestAddSubNegOnBasePoint"},
			"scalar_test.go":       {"Generate", "TestScalarNonAdjacentForm"},
			"scalarmult_test.go":   {"TestBasepointTableGeneration", "TestBasepointNafTableGeneration"},
		},
		rules: []rule{
			dotImport("edwards25519_test.go extra_test.go scalar_test.go scalar_alias_test.go scalarmult_test.go", "secant.example/edwards25519"),
			// Their Scalar makes random values of itself; ours is generated from outside.
			imports("*_test.go", "testing/quick", "filippo.io/edwards25519/internal/quick"),
		},
		overlay: map[string]string{"edwards25519": "."},
		bench:   []bench{{".", ".", ""}},
	},
	{
		name: "ristretto255", module: "github.com/gtank/ristretto255", version: "v0.1.2",
		packages: []string{"."}, peer: true, small: true,
		remove:   []string{"fe.go", "ristretto255.go", "scalar.go"},
		internal: map[string][]string{"ristretto255_test.go": {"TestSqrtRatioM1"}},
		rules:    []rule{dotImport("ristretto255_test.go secant_test.go", "secant.example/ristretto255")},
		ours:     map[string]string{"ristretto255": "."},
		bench:    []bench{{".", ".", ""}},
	},
	{
		name: "curve25519", module: "golang.org/x/crypto", version: "v0.53.0",
		packages: []string{"curve25519"}, peer: true, small: true,
		rules: []rule{imports("curve25519/curve25519_test.go", "golang.org/x/crypto/curve25519", "secant.example/x25519")},
		bench: []bench{{"curve25519", ".", ""}},
	},
	{
		name: "ed25519consensus", module: "github.com/hdevalence/ed25519consensus", version: "v0.2.0",
		packages: []string{"."}, small: true,
		rules: []rule{
			imports("batch.go", "filippo.io/edwards25519", "secant.example/edwards25519"),
			// What verifies one signature is one call of ours.
			{"ed25519.go", `(?s)"crypto/sha512"\n\n\t"filippo.io/edwards25519"`, `secant "secant.example/ed25519"`},
			{"ed25519.go", `(?sm)^\tif l := len\(publicKey\).*?^}`, "\treturn secant.VerifyWithRules(publicKey, message, sig, secant.ZIP215, nil) == nil\n}"},
		},
		bench: []bench{{".", "Verification|PreallocatedBatch/(8|64|1024)$", ""}},
	},
	{
		name: "go-schnorrkel", module: "github.com/ChainSafe/go-schnorrkel", version: "v1.1.0",
		packages: []string{"."}, small: true,
		rules: []rule{imports("*.go", "github.com/gtank/ristretto255", "secant.example/ristretto255")},
		ours:  map[string]string{"go-schnorrkel": "."},
		bench: []bench{{".", ".", ""}},
	},
	{
		name: "sr25519", module: "github.com/ChainSafe/go-schnorrkel", version: "v1.1.0",
		packages: []string{"."}, peer: true, small: true,
		remove: []string{"batch.go"},
		rules: []rule{
			imports("*.go", "github.com/gtank/merlin", "github.com/ChainSafe/go-schnorrkel/merlin"),
			imports("*.go", "github.com/gtank/ristretto255", "secant.example/ristretto255"),
			{"keys.go", `(?sm)^func \(s \*MiniSecretKey\) (ExpandUniform|ExpandEd25519|Public)\(.*?^}\n`, ``},
			{"keys.go", `(?sm)^func \(s \*SecretKey\) Public\(.*?^}\n`, ``},
			{"keys.go", `(?sm)^func NewSecretKeyFromEd25519Bytes\(.*?^}\n`, ``},
			{"keys.go", `\n.*"crypto/sha512"`, ``},
			{"keys.go", `\n.*go-schnorrkel/merlin"`, ``},
			{"sign.go", `(?sm)^func \((sk \*SecretKey\) Sign|p \*PublicKey\) Verify)\(.*?^}\n`, ``},
			{"derive.go", `(?sm)^func (DeriveKeySimple|\(sk \*SecretKey\) HardDeriveMiniSecretKey)\(.*?^}\n`, ``},
			{"vrf.go", `(?sm)^func \((sk \*SecretKey\) (VrfSign|dleqProve|vrfCreateHash)|pk \*PublicKey\) (VrfVerify|dleqVerify))\(.*?^}\n`, ``},
		},
		overlay: map[string]string{"schnorrkel": "."},
		ours:    map[string]string{"go-schnorrkel": "."},
		bench:   []bench{{".", ".", ""}},
		differs: map[string]string{
			"TestVerify_PublicKeyAtInfinity":    "a private key that is zero is an error before anything is signed",
			"TestVRFVerify_PublicKeyAtInfinity": "a private key that is zero is an error before anything is proved",
			"TestVrfVerify_NotKusama":           "proofs of schnorrkel's other order of the transcript, with kusama false, are not there",
		},
	},
	{
		name: "mysql", module: "github.com/go-sql-driver/mysql", version: "v1.10.1",
		packages: []string{"."},
		rules:    []rule{imports("auth.go", "filippo.io/edwards25519", "secant.example/edwards25519")},
		ours:     map[string]string{"mysql": "."},
		bench:    []bench{{".", "AuthEd25519", ""}},
	},
	{
		name: "age", module: "filippo.io/age", version: "v1.3.2",
		packages: []string{".", "agessh"},
		rules: []rule{
			imports("x25519.go agessh/agessh.go", "golang.org/x/crypto/curve25519", "secant.example/x25519"),
			imports("agessh/agessh.go", "filippo.io/edwards25519", "secant.example/edwards25519"),
		},
		ours:  map[string]string{"age": "."},
		bench: []bench{{".", "X25519", ""}},
	},
	{
		name: "wireguard-go", module: "golang.zx2c4.com/wireguard", version: "v0.0.0-20260522210424-ecfc5a8d5446",
		packages: []string{"device"},
		rules:    []rule{imports("device/noise-helpers.go", "golang.org/x/crypto/curve25519", "secant.example/x25519")},
		ours:     map[string]string{"wireguard": "device"},
		bench:    []bench{{"device", "Noise", ""}},
	},
	{
		name: "go-ethereum", module: "github.com/ethereum/go-ethereum", version: "v1.17.10",
		packages: []string{"crypto", "crypto/ecies", "core/types", "accounts/keystore"}, env: []string{"CGO_ENABLED=0"},
		remove:  []string{"crypto/signature_nocgo.go"},
		overlay: map[string]string{"go-ethereum": "."},
		bench:   []bench{{"crypto", "Ecrecover|VerifySig|Decompress", ""}, {"core/vm", "PrecompiledEcrecover", ""}},
	},
	{
		name: "cometbft", module: "github.com/cometbft/cometbft", version: "v1.0.1",
		packages: []string{"crypto/ed25519", "crypto/secp256k1", "crypto/batch", "p2p/conn", "types"},
		flags:    []string{"-skip=MConnection"}, // they measure time
		rules: []rule{
			imports("crypto/ed25519/ed25519.go", "github.com/oasisprotocol/curve25519-voi/primitives/ed25519", "secant.example/ed25519"),
			{"crypto/ed25519/ed25519.go", `\n.*curve25519-voi/primitives/ed25519/extra/cache"`, ``},
			{"crypto/ed25519/ed25519.go", `(?s)\t// curve25519-voi's Ed25519.*?\n\t}\n\n`, ``},
			{"crypto/ed25519/ed25519.go", `cache\.NewVerifier\(cache\.NewLRUCache\((\w+)\)\)`, `ed25519.NewCachingVerifier(${1})`},
			{"crypto/ed25519/ed25519.go", `VerifyWithOptions\((.*), verifyOptions\)`, `VerifyWithRules(${1}, ed25519.ZIP215, nil) == nil`},
			{"crypto/ed25519/ed25519.go", `AddWithOptions\((.*), verifyOptions\)`, `AddWithRules(${1}, ed25519.ZIP215, nil)`},
			// The other key type.
			{"crypto/secp256k1/secp256k1.go", `(?s)\tsecpPrivKey := .*?\n\n.*?Compressed\(\)\n`, "\tkey, err := ecdsa.NewPrivateKey(privKey)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tpk := key.PublicKey().Bytes()\n"},
			{"crypto/secp256k1/secp256k1.go", `(?s)\tpriv := secp256k1\.PrivKeyFromBytes.*?sig\[1:\], nil`, "\tkey, err := ecdsa.NewPrivateKey(privKey)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tsig, err := ecdsa.Sign(key, sha256.Sum256(msg))\n\treturn sig.Compact(), err"},
			{"crypto/secp256k1/secp256k1.go", `(?s)\tpub, err := secp256k1\.ParsePubKey.*?\n}\n.*\n}\n`, "\tsig, err := ecdsa.ParseCompact(sigStr)\n\treturn err == nil && ecdsa.Verify(pubKey, sha256.Sum256(msg), sig, ecdsa.LowS)\n}\n"},
			{"crypto/secp256k1/secp256k1.go", `secp256k1\.S256\(\)\.N`, `secp256k1.N()`},
			{"crypto/secp256k1/secp256k1.go", `"github.com/decred/dcrd/dcrec/secp256k1/v4"`, `"secant.example/secp256k1"`},
			{"crypto/secp256k1/secp256k1.go", `"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"`, `"secant.example/secp256k1/ecdsa"`},
			imports("p2p/conn/secret_connection.go", "golang.org/x/crypto/curve25519", "secant.example/x25519"),
		},
		ours: map[string]string{"cometbft": "crypto/secp256k1"},
		bench: []bench{
			{"crypto/ed25519", "KeyGeneration|Signing|Verification$", ""},
			// It divides by the size of the batch; and the keys are expanded in the second batch, so
			// that there have to be many.
			{"crypto/ed25519", "VerifyBatch", "65536x"},
			{"crypto/secp256k1", ".", ""},
		},
	},
	{
		name: "curve25519-voi", module: "github.com/oasisprotocol/curve25519-voi", version: "v0.0.0-20230904125328-1f23a7beb09a",
		packages: []string{"primitives/ed25519"}, peer: true,
		flags:  []string{"-skip=TestBatchVerifier/./Expanded/FailsOnCorruptKey"}, // it skips itself, or not, by chance
		remove: []string{"primitives/ed25519/ed25519.go", "primitives/ed25519/batch_verify.go", "primitives/ed25519/ed25519_precomputation.go"},
		rules: []rule{
			// What the tests read of unexported fields.
			{"primitives/ed25519/batch_verify_test.go", `len\(v\.entries\)`, `v.Len()`},
			{"primitives/ed25519/batch_verify_test.go", `(?s)\t\tif c(?:ap\(v\.entries\)| := cap).*?\n\t\t}\n`, ``},
			{"primitives/ed25519/batch_verify_test.go", `(?s)\t\tif !?v\.any\w+.*?\n\t\t}\n`, ``},
			{"primitives/ed25519/batch_verify_test.go", `(?s)\t\tfor i, ent := range v\.entries.*?\n\t\t}\n`, ``},
		},
		overlay: map[string]string{"voi": "."},
		bench: []bench{
			{"primitives/ed25519", "GenerateKey/voi|NewKeyFromSeed/voi|Signing/voi|Verification/voi|NewExpanded", ""},
			{"primitives/ed25519", "VerifyBatchOnly", ""},
		},
	},
	{
		name: "txscript", module: "github.com/btcsuite/btcd", version: "v0.24.2",
		packages: []string{"txscript"}, small: true,
		ours:    map[string]string{"txscript": "txscript"},
		bench:   []bench{{"txscript", "Spend", ""}},
		overlay: map[string]string{"btcec": "secant-btcec"},
		edits:   []string{"-replace=github.com/btcsuite/btcd/btcec/v2=./secant-btcec"},
	},
	{
		name: "hdkeychain", module: "github.com/btcsuite/btcd/btcutil", version: "v1.1.6",
		packages: []string{"hdkeychain", "."},
		rules: []rule{
			// Their tests name errors by dcrec's names.
			{"hdkeychain/extendedkey_test.go", `"github.com/decred/dcrd/dcrec/secp256k1/v4"`, `"github.com/btcsuite/btcd/btcec/v2"`},
		},
		overlay: map[string]string{"btcec": "secant-btcec"},
		edits:   []string{"-replace=github.com/btcsuite/btcd/btcec/v2=./secant-btcec"},
		ours:    map[string]string{"hdkeychain": "hdkeychain"},
		bench:   []bench{{"hdkeychain", "Derive", ""}},
	},
	{
		name: "go-nostr", module: "github.com/nbd-wtf/go-nostr", version: "v0.38.2",
		packages: []string{".", "nip04", "nip13", "nip19", "nip44", "nip49"},
		flags:    []string{"-skip=Relay|Subscription|Publish|Connect|Count|EOSE"}, // they talk to servers
		remove:   []string{"keys.go", "signature.go"},
		rules: []rule{
			{"nip04/nip04.go nip44/nip44.go", `"github.com/btcsuite/btcd/btcec/v2"`, `"secant.example/secp256k1/ecdh"`},
			{"nip44/nip44.go", `\n.*"github.com/decred/dcrd/dcrec/secp256k1/v4"`, ``},
			{"nip04/nip04.go nip44/nip44.go", `privKey, _ := btcec\.PrivKeyFromBytes\((\w+)\)`, "privKey, err := ecdh.NewPrivateKey(${1})\n\tif err != nil {\n\t\treturn sharedSecret, fmt.Errorf(\"error decoding sender private key: %w\", err)\n\t}"},
			{"nip04/nip04.go nip44/nip44.go", `btcec\.ParsePubKey`, `ecdh.NewPublicKey`},
			{"nip04/nip04.go", `return btcec\.GenerateSharedSecret\((\w+), (\w+)\), nil`, "shared, err := ${1}.SharedSecret(${2})\n\treturn shared[:], err"},
			{"nip44/nip44.go", `(?s)var point, result secp256k1.*?return sharedSecret, nil`, `return privKey.SharedSecret(pubKey)`},
		},
		overlay: map[string]string{"go-nostr": "."},
		ours:    map[string]string{"go-nostr": "."},
		bench:   []bench{{".", "Sign|CheckSignature", ""}},
		differs: map[string]string{
			"nip44:TestConversationKeyFail003": errorText, "nip44:TestConversationKeyFail005": errorText, "nip44:TestConversationKeyFail006": errorText,
			"nip44:TestConversationKeyFail007": errorText, "nip44:TestConversationKeyFail008": errorText,
		},
	},
	{
		name: "go-libp2p", module: "github.com/libp2p/go-libp2p", version: "v0.51.0",
		packages: []string{"core/crypto", "core/peer", "core/record"},
		remove:   []string{"core/crypto/secp256k1.go"},
		rules: []rule{
			imports("core/crypto/ed25519.go", "crypto/ed25519", "secant.example/ed25519"),
			imports("core/crypto/key_to_stdlib.go core/crypto/key_test.go", "github.com/decred/dcrd/dcrec/secp256k1/v4", "secant.example/secp256k1/ecdsa"),
			{"core/crypto/key_to_stdlib.go", `p\.PubKey\(\)`, `p.PublicKey()`},
			{"core/crypto/key_test.go", `\n.*dcrec/secp256k1/v4/ecdsa"`, ``},
			{"core/crypto/key_test.go", `secp256k1\.GeneratePrivateKey\(\)`, `secp256k1.GenerateKey(nil)`},
			{"core/crypto/key_test.go", `sigK := secp256k1ecdsa\.Sign\(privk, hashed\[:\]\)`, `sigK, _ := secp256k1.Sign(privk, hashed)`},
			{"core/crypto/key_test.go", `sigK\.Serialize\(\)`, `sigK.DER()`},
		},
		overlay: map[string]string{"go-libp2p": "."},
		ours:    map[string]string{"go-libp2p": "core/crypto"},
		bench:   []bench{{"core/crypto", "Ed255191000B$|Secp256k1", ""}},
	},
}
