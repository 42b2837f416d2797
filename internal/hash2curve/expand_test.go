// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package hash2curve_test

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"strings"
	"testing"

	"secant.example/internal/hash2curve"
	"secant.example/internal/testkit"
)

// The vectors of RFC 9380, appendix K.3.
var vectors = []struct{ msg, out string }{
	{"", "6b9a7312411d92f921c6f68ca0b6380730a1a4d982c507211a90964c394179ba"},
	{"abc", "0da749f12fbe5483eb066a5f595055679b976e93abe9be6f0f6318bce7aca8dc"},
	{"abcdef0123456789", "087e45a86e2939ee8b91100af1583c4938e0f5fc6c9db4b107b83346bc967f58"},
	{"q128_" + strings.Repeat("q", 128), "7336234ee9983902440f6bc35b348352013becd88938d2afec44311caf8356b3"},
	{"a512_" + strings.Repeat("a", 512), "57b5f7e766d5be68a6bfe1768e3c2b7f1228b3e4b3134956dd73a59b954c66f4"},
	{"", "41b037d1734a5f8df225dd8c7de38f851efdb45c372887be655212d07251b921b052b62eaed99b46f72f2ef4cc96bfaf254ebbbec091e1a3b9e4fb5e5b619d2e0c5414800a1d882b62bb5cd1778f098b8eb6cb399d5d9d18f5d5842cf5d13d7eb00a7cff859b605da678b318bd0e65ebff70bec88c753b159a805d2c89c55961"},
	{"abc", "7f1dddd13c08b543f2e2037b14cefb255b44c83cc397c1786d975653e36a6b11bdd7732d8b38adb4a0edc26a0cef4bb45217135456e58fbca1703cd6032cb1347ee720b87972d63fbf232587043ed2901bce7f22610c0419751c065922b488431851041310ad659e4b23520e1772ab29dcdeb2002222a363f0c2b1c972b3efe1"},
	{"abcdef0123456789", "3f721f208e6199fe903545abc26c837ce59ac6fa45733f1baaf0222f8b7acb0424814fcb5eecf6c1d38f06e9d0a6ccfbf85ae612ab8735dfdf9ce84c372a77c8f9e1c1e952c3a61b7567dd0693016af51d2745822663d0c2367e3f4f0bed827feecc2aaf98c949b5ed0d35c3f1023d64ad1407924288d366ea159f46287e61ac"},
	{"q128_" + strings.Repeat("q", 128), "b799b045a58c8d2b4334cf54b78260b45eec544f9f2fb5bd12fb603eaee70db7317bf807c406e26373922b7b8920fa29142703dd52bdf280084fb7ef69da78afdf80b3586395b433dc66cde048a258e476a561e9deba7060af40adf30c64249ca7ddea79806ee5beb9a1422949471d267b21bc88e688e4014087a0b592b695ed"},
	{"a512_" + strings.Repeat("a", 512), "05b0bfef265dcee87654372777b7c44177e2ae4c13a27f103340d9cd11c86cb2426ffcad5bd964080c2aee97f03be1ca18e30a1f14e27bc11ebbd650f305269cc9fb1db08bf90bfc79b42a952b46daf810359e7bc36452684784a64952c343c52e5124cd1f71d474d5197fefc571a92929c9084ffe1112cf5eea5192ebff330b"},
}

func TestVectors(t *testing.T) {
	for _, v := range vectors {
		want := testkit.Unhex(t, v.out)
		got := make([]byte, len(want))
		if err := hash2curve.ExpandXMD(got, []byte(v.msg), []byte("QUUX-V01-CS02-with-expander-SHA512-256")); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%q: %x, want %x", v.msg, got, want)
		}
	}
}

// Some of the vectors of RFC 9380, appendix K.1.
func TestVectors256(t *testing.T) {
	for _, v := range []struct{ msg, out string }{
		{"", "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235"},
		{"abc", "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615"},
		{"abcdef0123456789", "eff31487c770a893cfb36f912fbfcbff40d5661771ca4b2cb4eafe524333f5c1"},
		{"", "af84c27ccfd45d41914fdff5df25293e221afc53d8ad2ac06d5e3e29485dadbee0d121587713a3e0dd4d5e69e93eb7cd4f5df4cd103e188cf60cb02edc3edf18eda8576c412b18ffb658e3dd6ec849469b979d444cf7b26911a08e63cf31f9dcc541708d3491184472c2c29bb749d4286b004ceb5ee6b9a7fa5b646c993f0ced"},
	} {
		want := testkit.Unhex(t, v.out)
		got := make([]byte, len(want))
		if err := hash2curve.ExpandXMD256(got, []byte(v.msg), []byte("QUUX-V01-CS02-with-expander-SHA256-128")); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%q: %x, want %x", v.msg, got, want)
		}
	}
}

// A tag of more than 255 bytes is replaced by its digest, with a prefix of its own.
func TestLongTag(t *testing.T) {
	for _, n := range []int{254, 255, 256, 257, 1000} {
		tag := bytes.Repeat([]byte("t"), n)
		short := tag
		if n > 255 {
			digest := sha512.Sum512(append([]byte("H2C-OVERSIZE-DST-"), tag...))
			short = digest[:]
		}
		var got, want [100]byte
		if err := hash2curve.ExpandXMD(got[:], []byte("message"), tag); err != nil {
			t.Fatal(err)
		}
		if err := hash2curve.ExpandXMD(want[:], []byte("message"), short); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("tag of %d bytes: %x, want %x", n, got, want)
		}
		if n > 255 {
			digest := sha256.Sum256(append([]byte("H2C-OVERSIZE-DST-"), tag...))
			short = digest[:]
		}
		if err := hash2curve.ExpandXMD256(got[:], []byte("message"), tag); err != nil {
			t.Fatal(err)
		}
		if err := hash2curve.ExpandXMD256(want[:], []byte("message"), short); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("SHA-256, tag of %d bytes: %x, want %x", n, got, want)
		}
	}
}

func TestErrors256(t *testing.T) {
	out := make([]byte, hash2curve.MaxOut256+1)
	if hash2curve.ExpandXMD256(out[:64], nil, nil) == nil {
		t.Error("no error for an empty tag")
	}
	if hash2curve.ExpandXMD256(out, nil, []byte("tag")) == nil {
		t.Error("no error for too many bytes")
	}
	if !bytes.Equal(out, make([]byte, len(out))) {
		t.Error("output in spite of an error")
	}
	if err := hash2curve.ExpandXMD256(out[1:], nil, []byte("tag")); err != nil {
		t.Errorf("%d bytes: %v", len(out)-1, err)
	}
}

func TestErrors(t *testing.T) {
	out := make([]byte, hash2curve.MaxOut+1)
	if hash2curve.ExpandXMD(out[:64], nil, nil) == nil {
		t.Error("no error for an empty tag")
	}
	if hash2curve.ExpandXMD(out, nil, []byte("tag")) == nil {
		t.Error("no error for too many bytes")
	}
	if !bytes.Equal(out, make([]byte, len(out))) {
		t.Error("output in spite of an error")
	}
	if err := hash2curve.ExpandXMD(out[1:], nil, []byte("tag")); err != nil {
		t.Errorf("%d bytes: %v", len(out)-1, err)
	}
	if err := hash2curve.ExpandXMD(nil, nil, []byte("tag")); err != nil {
		t.Errorf("no bytes: %v", err)
	}
}
