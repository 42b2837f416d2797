// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// taproot are the vectors of BIP-341 for public keys; the parity is in its control blocks,
// and -1 where there is none.
var taproot = []struct {
	internal, root, tweak, tweaked string
	parity                         int
}{
	{
		"d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d",
		"",
		"b86e7be8f39bab32a6f2c0443abbc210f0edac0e2c53d501b36b64437d9c6c70",
		"53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343", -1,
	}, {
		"187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27",
		"5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21",
		"cbd8679ba636c1110ea247542cfbd964131a6be84f873f7f3b62a777528ed001",
		"147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3", 1,
	}, {
		"93478e9488f956df2396be2ce6c5cced75f900dfa18e7dabd2428aae78451820",
		"c525714a7f49c28aedbbba78c005931a81c234b2f6c99a73e4d06082adc8bf2b",
		"6af9e28dbf9d6aaf027696e2598a5b3d056f5fd2355a7fd5a37a0e5008132d30",
		"e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e", 0,
	}, {
		"ee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf3786592",
		"6c2dc106ab816b73f9d07e3cd1ef2c8c1256f519748e0813e4edd2405d277bef",
		"9e0517edc8259bb3359255400b23ca9507f2a91cd1e4250ba068b4eafceba4a9",
		"712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5", 0,
	}, {
		"f9f400803e683727b14f463836e1e78e1c64417638aa066919291a225f0e8dd8",
		"ab179431c28d3b68fb798957faf5497d69c883c6fb1e1cd9f81483d87bac90cc",
		"639f0281b7ac49e742cd25b7f188657626da1ad169209078e2761cefd91fd65e",
		"77e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220", 1,
	}, {
		"e0dfe2300b0dd746a3f8674dfd4525623639042569d829c7f0eed9602d263e6f",
		"ccbd66c6f7e8fdab47b3a486f59d28262be857f30d4773f2d5ea47f7761ce0e2",
		"b57bfa183d28eeb6ad688ddaabb265b4a41fbf68e5fed2c72c74de70d5a786f4",
		"91b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605", 0,
	}, {
		"55adf4e8967fbd2e29f20ac896e60c3b0f1d5b0efa9d34941b5958c7b0a0312d",
		"2f6b2c5397b6d68ca18e09a3f05161668ffe93a988582d55c6f07bd5b3329def",
		"6579138e7976dc13b6a92f7bfd5a2fc7684f5ea42419d43368301470f3b74ed9",
		"75169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831", 1,
	},
}

// taprootSecret are the vectors of BIP-341 for private keys, whose signatures have
// auxiliary data of zeros.
var taprootSecret = []struct{ secret, root, tweaked, message, sig string }{
	{
		"6b973d88838f27366ed61c9ad6367663045cb456e28335c109e30717ae0c6baa",
		"",
		"2405b971772ad26915c8dcdf10f238753a9b837e5f8e6a86fd7c0cce5b7296d9",
		"2514a6272f85cfa0f45eb907fcb0d121b808ed37c6ea160a5a9046ed5526d555",
		"ed7c1647cb97379e76892be0cacff57ec4a7102aa24296ca39af7541246d8ff14d38958d4cc1e2e478e4d4a764bbfd835b16d4e314b72937b29833060b87276c",
	}, {
		"1e4da49f6aaf4e5cd175fe08a32bb5cb4863d963921255f33d3bc31e1343907f",
		"5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21",
		"ea260c3b10e60f6de018455cd0278f2f5b7e454be1999572789e6a9565d26080",
		"325a644af47e8a5a2591cda0ab0723978537318f10e6a63d4eed783b96a71a4d",
		"052aedffc554b41f52b521071793a6b88d6dbca9dba94cf34c83696de0c1ec35ca9c5ed4ab28059bd606a4f3a657eec0bb96661d42921b5f50a95ad33675b54f",
	}, {
		"d3c7af07da2d54f7a7735d3d0fc4f0a73164db638b2f2f7c43f711f6d4aa7e64",
		"c525714a7f49c28aedbbba78c005931a81c234b2f6c99a73e4d06082adc8bf2b",
		"97323385e57015b75b0339a549c56a948eb961555973f0951f555ae6039ef00d",
		"bf013ea93474aa67815b1b6cc441d23b64fa310911d991e713cd34c7f5d46669",
		"ff45f742a876139946a149ab4d9185574b98dc919d2eb6754f8abaa59d18b025637a3aa043b91817739554f4ed2026cf8022dbd83e351ce1fabc272841d2510a",
	}, {
		"f36bb07a11e469ce941d16b63b11b9b9120a84d9d87cff2c84a8d4affb438f4e",
		"ccbd66c6f7e8fdab47b3a486f59d28262be857f30d4773f2d5ea47f7761ce0e2",
		"a8e7aa924f0d58854185a490e6c41f6efb7b675c0f3331b7f14b549400b4d501",
		"4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef",
		"b4010dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669de185a17d2b0ac9ee09fd4c64b678a0b61a0a86fa888a273c8511be83bfd6810f",
	}, {
		"415cfe9c15d9cea27d8104d5517c06e9de48e2f986b695e4f5ffebf230e725d8",
		"2f6b2c5397b6d68ca18e09a3f05161668ffe93a988582d55c6f07bd5b3329def",
		"241c14f2639d0d7139282aa6abde28dd8a067baa9d633e4e7230287ec2d02901",
		"15f25c298eb5cdc7eb1d638dd2d45c97c4c59dcaec6679cfc16ad84f30876b85",
		"a3785919a2ce3c4ce26f298c3d51619bc474ae24014bcdd31328cd8cfbab2eff3395fa0a16fe5f486d12f22a9cedded5ae74feb4bbe5351346508c5405bcfee0",
	}, {
		"c7b0e81f0a9a0b0499e112279d718cca98e79a12e2f137c72ae5b213aad0d103",
		"6c2dc106ab816b73f9d07e3cd1ef2c8c1256f519748e0813e4edd2405d277bef",
		"65b6000cd2bfa6b7cf736767a8955760e62b6649058cbc970b7c0871d786346b",
		"cd292de50313804dabe4685e83f923d2969577191a3e1d2882220dca88cbeb10",
		"ea0c6ba90763c2d3a296ad82ba45881abb4f426b3f87af162dd24d5109edc1cdd11915095ba47c3a9963dc1e6c432939872bc49212fe34c632cd3ab9fed429c4",
	}, {
		"77863416be0d0665e517e1c375fd6f75839544eca553675ef7fdf4949518ebaa",
		"ab179431c28d3b68fb798957faf5497d69c883c6fb1e1cd9f81483d87bac90cc",
		"ec18ce6af99f43815db543f47b8af5ff5df3b2cb7315c955aa4a86e8143d2bf5",
		"cccb739eca6c13a8a89e6e5cd317ffe55669bbda23f2fd37b0f18755e008edd2",
		"bbc9584a11074e83bc8c6759ec55401f0ae7b03ef290c3139814f545b58a9f8127258000874f44bc46db7646322107d4d86aec8e73b8719a61fff761d75b5dd9",
	},
}

func TestTaproot(t *testing.T) {
	for _, v := range taproot {
		p, err := NewPublicKey(testkit.Unhex(t, v.internal))
		if err != nil {
			t.Fatal(err)
		}
		tweak, err := p.TapTweak(testkit.Unhex(t, v.root))
		if err != nil || !bytes.Equal(tweak[:], testkit.Unhex(t, v.tweak)) {
			t.Errorf("%s: tweak %x, %v, want %s", v.internal, tweak, err, v.tweak)
		}
		q, parity, err := p.AddTweak(tweak[:])
		if err != nil || !bytes.Equal(q.Bytes(), testkit.Unhex(t, v.tweaked)) || v.parity >= 0 && parity != v.parity {
			t.Fatalf("%s: key %x, %d, %v, want %s, %d", v.internal, q.Bytes(), parity, err, v.tweaked, v.parity)
		}
		if !q.IsTweakOf(p, tweak[:], parity) || q.IsTweakOf(p, tweak[:], 1-parity) || q.IsTweakOf(q, tweak[:], parity) {
			t.Errorf("%s: IsTweakOf does not agree", v.internal)
		}
	}
	for _, v := range taprootSecret {
		k, err := NewPrivateKey(testkit.Unhex(t, v.secret))
		if err != nil {
			t.Fatal(err)
		}
		tweak, err := k.PublicKey().TapTweak(testkit.Unhex(t, v.root))
		if err != nil {
			t.Fatal(err)
		}
		sum, err := k.AddTweak(tweak[:])
		if err != nil || !bytes.Equal(sum.Bytes(), testkit.Unhex(t, v.tweaked)) {
			t.Fatalf("%s: %v, %v, want %s", v.secret, sum, err, v.tweaked)
		}
		if q, _, err := k.PublicKey().AddTweak(tweak[:]); err != nil || !q.Equal(sum.Public()) {
			t.Errorf("%s: public key %v, %v", v.secret, q, err)
		}
		sig, err := SignWithOptions(sum, testkit.Unhex(t, v.message), &Options{Aux: make([]byte, 32)})
		if err != nil || !bytes.Equal(sig, testkit.Unhex(t, v.sig)) {
			t.Errorf("%s: signature %x, %v, want %s", v.secret, sig, err, v.sig)
		}
	}
}

// TestTweakModel compares with the textbook, where the sum is 0 too.
func TestTweakModel(t *testing.T) {
	rng := testkit.NewRand(t)
	n := testkit.SecpN
	for range 30 {
		d := rng.SecpScalar()
		k, err := NewPrivateKey(toBytes(d))
		if err != nil {
			t.Fatal(err)
		}
		P := testkit.SecpG.Mult(d)
		if P.Y.Bit(0) == 1 {
			d.Sub(n, d)
			P = P.Negate()
		}
		for _, tweak := range []*big.Int{new(big.Int), big.NewInt(1), d, new(big.Int).Sub(n, d), rng.SecpScalar()} {
			Q := P.Add(testkit.SecpG.Mult(tweak))
			sum, err := k.AddTweak(toBytes(tweak))
			q, parity, pubErr := k.PublicKey().AddTweak(toBytes(tweak))
			if Q.IsIdentity() {
				if sum != nil || q != nil || !errors.Is(err, ErrTweak) || !errors.Is(pubErr, ErrTweak) {
					t.Errorf("%x + %x: %v, %v, %v, %v", d, tweak, sum, err, q, pubErr)
				}
				continue
			}
			if err != nil || pubErr != nil {
				t.Fatalf("%x + %x: %v, %v", d, tweak, err, pubErr)
			}
			want := new(big.Int).Add(d, tweak)
			if !bytes.Equal(sum.Bytes(), toBytes(want.Mod(want, n))) || !q.Equal(sum.Public()) ||
				!bytes.Equal(q.Bytes(), toBytes(Q.X)) || parity != int(Q.Y.Bit(0)) {
				t.Errorf("%x + %x: %x, %x, %d", d, tweak, sum.Bytes(), q.Bytes(), parity)
			}
			message := []byte("message")
			if sig, err := Sign(sum, message); err != nil || !q.Verify(message, sig) {
				t.Errorf("%x + %x: signature %x, %v", d, tweak, sig, err)
			}
		}
	}
}

func TestTweakErrors(t *testing.T) {
	k := newKey(t, testkit.NewRand(t))
	p := k.PublicKey()
	for _, b := range [][]byte{nil, make([]byte, 31), make([]byte, 33), toBytes(testkit.SecpN), bytes.Repeat([]byte{255}, 32)} {
		if sum, err := k.AddTweak(b); sum != nil || !errors.Is(err, ErrTweak) {
			t.Errorf("private, %x: %v, %v", b, sum, err)
		}
		if sum, _, err := p.AddTweak(b); sum != nil || !errors.Is(err, ErrTweak) || p.IsTweakOf(p, b, 0) {
			t.Errorf("public, %x: %v, %v", b, sum, err)
		}
	}
	zero := make([]byte, 32)
	for _, root := range [][]byte{make([]byte, 1), make([]byte, 31), make([]byte, 33)} {
		if tweak, err := p.TapTweak(root); tweak != [32]byte{} || !errors.Is(err, ErrTweak) {
			t.Errorf("root %x: %x, %v", root, tweak, err)
		}
	}
	if _, err := new(PrivateKey).AddTweak(zero); !errors.Is(err, ErrPrivateKey) {
		t.Errorf("without a private key: %v", err)
	}
	if _, _, err := new(PublicKey).AddTweak(zero); !errors.Is(err, ErrPublicKey) {
		t.Errorf("without a public key: %v", err)
	}
	if p.IsTweakOf(nil, zero, 0) || p.IsTweakOf(new(PublicKey), zero, 0) {
		t.Error("a tweak of no key")
	}
	if _, err := new(PublicKey).TapTweak(nil); !errors.Is(err, ErrPublicKey) {
		t.Errorf("a tweak without a public key: %v", err)
	}
}
