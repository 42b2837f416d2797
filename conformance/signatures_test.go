// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	btcecdsa "github.com/btcsuite/btcd/btcec/v2/ecdsa"
	"golang.org/x/crypto/sha3"
)

// The programs whose signatures the tool reads and writes, beside ssh-keygen and openssl.
const (
	minisignProgram = program("minisign")
	signifyProgram  = program("signify-openbsd")
)

// otherMessage returns a message that is not message.
func otherMessage(message []byte) []byte { return append(message[:len(message):len(message)], 'x') }

// invalidSecant runs the tool, which must say that a signature is invalid, and why: want is part
// of it.
func invalidSecant(t testing.TB, want string, stdin []byte, args ...string) {
	t.Helper()
	status, stdout, stderr := secant(t, stdin, args...)
	if status != 1 || !bytes.HasPrefix(stdout, []byte("invalid signature (")) || !strings.Contains(string(stdout), want) || stderr != "" {
		t.Errorf("secant %q: status %d, %q, standard error %q; want 1 and %q", args, status, stdout, stderr, want)
	}
}

// Signatures of ssh-keygen -Y and of the tool are the same, byte for byte.
func TestOpenSSHSignatures(t *testing.T) {
	sshKeygen.need(t)
	key, public := sshKey(t, "-t", "ed25519", "-N", "")
	allowed := write(t, "allowed_signers", append([]byte("user@host "), read(t, public)...))
	for _, message := range messages {
		for _, hash := range []string{"sha256", "sha512"} {
			file := write(t, "message", message)
			sshKeygen.run(t, nil, "-q", "-Y", "sign", "-O", "hashalg="+hash, "-f", key, "-n", "file", file)
			theirs := read(t, file+".sig")
			ours := mustSecant(t, message, "sign", "--key", key, "--form", "sshsig", "--namespace", "file", "--hash", hash)
			if !bytes.Equal(ours, theirs) {
				t.Fatalf("ours is\n%s, theirs\n%s", ours, theirs)
			}
			sig := write(t, "sig", theirs)
			for _, trust := range [][]string{{"--pub", public}, {"--any-key"}, {"--allowed-signers", allowed, "--identity", "user@host"}} {
				args := append([]string{"verify", "--sig", sig, "--namespace", "file"}, trust...)
				mustSecant(t, message, args...)
				invalidSecant(t, "", otherMessage(message), args...)
				args[4] = "git"
				invalidSecant(t, "it is for the namespace file", message, args...)
			}
			sshKeygen.run(t, message, "-Y", "check-novalidate", "-n", "file", "-s", sig)
			verify := []string{"-Y", "verify", "-f", allowed, "-I", "user@host", "-n", "file", "-s", sig}
			sshKeygen.run(t, message, verify...)
			if _, err := sshKeygen.try(otherMessage(message), verify...); err == nil {
				t.Error("ssh-keygen takes a signature of something else")
			}
		}
	}
	// Keys of other types are refused.
	for _, kind := range []string{"rsa", "ecdsa"} {
		key, public := sshKey(t, "-t", kind, "-N", "")
		file := write(t, "message", nil)
		sshKeygen.run(t, nil, "-q", "-Y", "sign", "-f", key, "-n", "file", file)
		refuseSecant(t, "not ssh-ed25519", nil, "verify", "--any-key", "--sig", file+".sig", "--namespace", "file")
		_, ours := sshKey(t, "-t", "ed25519", "-N", "")
		refuseSecant(t, "not ssh-ed25519", nil, "verify", "--pub", ours, "--sig", file+".sig", "--namespace", "file")
		refuseSecant(t, "private key "+key, nil, "sign", "--key", key, "--form", "sshsig", "--namespace", "file")
		// Their keys may be among the allowed signers.
		sig := write(t, "sig", mustSecant(t, nil, "sign", "--key", ours[:len(ours)-len(".pub")], "--form", "sshsig", "--namespace", "file"))
		lines := append(append([]byte("user@host "), read(t, public)...), append([]byte("user@host "), read(t, ours)...)...)
		mustSecant(t, nil, "verify", "--allowed-signers", write(t, "allowed", lines), "--identity", "user@host", "--sig", sig, "--namespace", "file")
	}
}

// The tool and ssh-keygen read a file of allowed signers alike, at any time, but for lines that
// ssh-keygen passes over, which are an error.
func TestOpenSSHAllowedSigners(t *testing.T) {
	sshKeygen.need(t)
	key, public := sshKey(t, "-t", "ed25519", "-N", "")
	_, other := sshKey(t, "-t", "ed25519", "-N", "")
	line, otherLine := strings.TrimSpace(string(read(t, public))), strings.TrimSpace(string(read(t, other)))
	bare := strings.TrimSuffix(line, " user@host")
	message := []byte("a message")
	sigs := map[string]string{}
	for _, namespace := range []string{"file", "git"} {
		sigs[namespace] = write(t, namespace, mustSecant(t, message, "sign", "--key", key, "--form", "sshsig", "--namespace", namespace))
	}
	day := func(n int) string { return time.Now().AddDate(0, 0, n).Format("20060102") }
	tried, accepted, refused := 0, 0, 0
	for _, principals := range []string{
		"user@host", "*", "*@host", "user@*", "u?er@host", "other@host", "other@host,user@host", "user", "USER@host", "!user@host,*", "*,!user@host",
		"!other@host,*@host", "!*", `"user@host"`, "user@host,", "*r@h*t", "**", "?", "user@host?", "user@hos?",
	} {
		for _, options := range []string{
			"", "cert-authority", `namespaces="file"`, `NAMESPACES="file,git"`, `namespaces="g*,!git"`, `namespaces="?ile"`, `namespaces=""`,
			`valid-after="` + day(-2) + `"`, `valid-after="` + day(2) + `"`, `valid-before="` + day(2) + `Z"`, `valid-before="` + day(-2) + `z"`,
			`valid-after="` + day(-2) + `1200",valid-before="` + day(2) + `120059",namespaces="file"`,
			`namespaces="file",cert-authority`,
		} {
			if principals != "user@host" && options != "" && options != `namespaces="file"` {
				continue // the two do not know of each other
			}
			if tried++; testing.Short() && tried%4 != 0 {
				continue
			}
			text := fmt.Sprintf("# comment\n\nuser@host %s\n%s %s %s\n", otherLine, principals, options, bare)
			if options == "" {
				text = fmt.Sprintf("  %s\t%s\n# %s", principals, line, principals)
			}
			allowed := write(t, "allowed", []byte(text))
			for namespace, sig := range sigs {
				_, err := sshKeygen.try(message, "-Y", "verify", "-f", allowed, "-I", "user@host", "-n", namespace, "-s", sig)
				status, stdout, stderr := secant(t, message, "verify", "--allowed-signers", allowed, "--identity", "user@host", "--namespace", namespace, "--sig", sig)
				if want := map[bool]int{true: 0, false: 1}[err == nil]; status != want {
					t.Errorf("%q in %s: status %d, %s%s; ssh-keygen: %v", text, namespace, status, stdout, stderr, err)
				}
				if err == nil {
					accepted++
				} else {
					refused++
				}
			}
		}
	}
	least := 20
	if testing.Short() {
		least /= 4
	}
	if accepted < least || refused < least {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
	for _, at := range []string{"20200101", "20200101Z", "202001011200", "20200101120000Z", "20200102", "20191231", "202001011159Z", "20200101120001Z"} {
		for _, option := range []string{"valid-after", "valid-before"} {
			allowed := write(t, "allowed", []byte(fmt.Sprintf(`user@host %s="202001011200Z" %s`, option, bare)+"\n"))
			_, err := sshKeygen.try(message, "-Y", "verify", "-O", "verify-time="+at, "-f", allowed, "-I", "user@host", "-n", "file", "-s", sigs["file"])
			status, _, _ := secant(t, message, "verify", "--verify-time", at, "--allowed-signers", allowed, "--identity", "user@host", "--namespace", "file", "--sig", sigs["file"])
			if want := map[bool]int{true: 0, false: 1}[err == nil]; status != want {
				t.Errorf("%s at %s: status %d, ssh-keygen %v", option, at, status, err)
			}
		}
	}
	for _, bad := range []string{"user@host unknown " + bare, "user@host " + bare[:40], `user@host namespaces=file ` + bare, `user@host valid-after="2020" ` + bare} {
		allowed := write(t, "allowed", []byte(bad+"\n"))
		if _, err := sshKeygen.try(message, "-Y", "verify", "-f", allowed, "-I", "user@host", "-n", "file", "-s", sigs["file"]); err == nil {
			t.Errorf("ssh-keygen takes %q", bad)
		}
		refuseSecant(t, "allowed signers "+allowed+": line 1: ", message, "verify", "--allowed-signers", allowed, "--identity", "user@host", "--namespace", "file", "--sig", sigs["file"])
	}
}

// Keys and signatures of minisign are those of the tool, hashed and not, with keys that are
// encrypted and not.
func TestMinisign(t *testing.T) {
	minisignProgram.need(t)
	dir := t.TempDir()
	key, public := filepath.Join(dir, "minisign.key"), filepath.Join(dir, "minisign.pub")
	minisignProgram.run(t, nil, "-G", "-W", "-p", public, "-s", key)
	line := strings.Split(string(read(t, public)), "\n")[1]
	for _, message := range messages {
		file := write(t, "message", message)
		for _, legacy := range []bool{false, true} {
			args, ourArgs := []string{"-S", "-s", key, "-m", file, "-t", "a trusted comment", "-c", "untrusted"}, []string(nil)
			if legacy {
				args, ourArgs = append(args, "-l"), []string{"--legacy"}
			}
			minisignProgram.run(t, nil, args...)
			theirs := read(t, file+".minisig")
			ours := mustSecant(t, message, append([]string{"sign", "--key", key, "--form", "minisign", "--trusted-comment", "a trusted comment", "--comment", "untrusted"}, ourArgs...)...)
			if !bytes.Equal(ours, theirs) {
				t.Fatalf("ours is\n%s, theirs\n%s", ours, theirs)
			}
			for _, pub := range [][]string{{"--pub", public}, {"--pub-text", line}} {
				verify := append([]string{"verify", "--sig", file + ".minisig"}, pub...)
				if out := mustSecant(t, message, verify...); !bytes.HasSuffix(out, []byte("\ntrusted comment: a trusted comment\n")) {
					t.Errorf("%q", out)
				}
				invalidSecant(t, "", otherMessage(message), verify...)
			}
			changed := write(t, "changed", bytes.Replace(theirs, []byte("a trusted"), []byte("my trusted"), 1))
			invalidSecant(t, "the trusted comment is not the one that was signed", message, "verify", "--pub", public, "--sig", changed)
			if _, err := minisignProgram.try(nil, "-V", "-p", public, "-x", changed, "-m", file); err == nil {
				t.Error("minisign takes a comment that is not signed")
			}
			// The comments that are there unasked.
			usual := write(t, "usual", mustSecant(t, nil, append([]string{"sign", "--key", key, "--form", "minisign", file}, ourArgs...)...))
			out := minisignProgram.run(t, nil, "-V", "-P", line, "-x", usual, "-m", file)
			if !bytes.Contains(out, []byte("Trusted comment: timestamp:")) || !bytes.Contains(out, []byte("\tfile:message")) {
				t.Errorf("minisign says %q", out)
			}
		}
	}

	// Encrypted keys, with the gigabyte that minisign takes.
	locked, lockedPublic := filepath.Join(dir, "locked.key"), filepath.Join(dir, "locked.pub")
	minisignProgram.run(t, []byte("correct horse\ncorrect horse\n"), "-G", "-p", lockedPublic, "-s", locked)
	file := write(t, "message", []byte("a message"))
	sign := []string{"sign", "--key", locked, "--form", "minisign", "--passphrase", "file:" + write(t, "passphrase", []byte("correct horse\n")), file}
	sig := write(t, "sig", mustSecant(t, nil, sign...))
	minisignProgram.run(t, nil, "-V", "-p", lockedPublic, "-x", sig, "-m", file)
	mustSecant(t, nil, "verify", "--pub", lockedPublic, "--sig", sig, file)
	invalidSecant(t, "it is from the key ", nil, "verify", "--pub", public, "--sig", sig, file)
	sign[6] = "file:" + write(t, "passphrase", []byte("wrong horse\n"))
	refuseSecant(t, "the passphrase is wrong, or the file damaged", nil, sign...)
	// And keys of ours, which minisign reads.
	pass := passphraseFile(t)
	for _, encrypted := range []bool{true, false} {
		ours, oursPublic, words := filepath.Join(t.TempDir(), "k.key"), filepath.Join(t.TempDir(), "k.pub"), []byte(nil)
		args := []string{"keygen", "--alg", "ed25519", "--form", "minisign", "--out", ours}
		if encrypted {
			args, words = append(args, "--encrypt", pass), []byte(passphrase+"\n")
		}
		mustSecant(t, nil, args...)
		mustSecant(t, nil, "pubkey", "--in", ours, "--form", "minisign", "--passphrase", pass, "--out", oursPublic)
		theirs := filepath.Join(t.TempDir(), "sig")
		minisignProgram.run(t, words, "-S", "-s", ours, "-m", file, "-x", theirs)
		minisignProgram.run(t, nil, "-V", "-p", oursPublic, "-m", file, "-x", theirs)
		mustSecant(t, nil, "verify", "--pub", oursPublic, "--sig", theirs, file)
	}
}

// Keys and signatures of signify are those of the tool, encrypted or not.
func TestSignify(t *testing.T) {
	signifyProgram.need(t)
	dir := t.TempDir()
	key, public := filepath.Join(dir, "key.sec"), filepath.Join(dir, "key.pub")
	signifyProgram.run(t, nil, "-G", "-n", "-p", public, "-s", key)
	for _, message := range messages {
		file := write(t, "message", message)
		sig := filepath.Join(dir, "sig")
		signifyProgram.run(t, nil, "-S", "-s", key, "-m", file, "-x", sig)
		ours := mustSecant(t, message, "sign", "--key", key, "--form", "signify", "--comment", "verify with key.pub")
		if theirs := read(t, sig); !bytes.Equal(ours, theirs) {
			t.Fatalf("ours is\n%s, theirs\n%s", ours, theirs)
		}
		mustSecant(t, message, "verify", "--pub", public, "--sig", sig)
		invalidSecant(t, "", otherMessage(message), "verify", "--pub", public, "--sig", sig)
		usual := write(t, "usual", mustSecant(t, message, "sign", "--key", key, "--form", "signify"))
		signifyProgram.run(t, nil, "-V", "-p", public, "-m", file, "-x", usual)
	}
	pass, wrong := passphraseFile(t), "file:"+write(t, "wrong", []byte("wrong horse\n"))
	file := write(t, "message", []byte("a message"))
	// Theirs.
	locked, lockedPublic := filepath.Join(dir, "locked.sec"), filepath.Join(dir, "locked.pub")
	signifyProgram.run(t, []byte(passphrase+"\n"), "-G", "-p", lockedPublic, "-s", locked)
	sig := write(t, "sig", mustSecant(t, nil, "sign", "--key", locked, "--form", "signify", "--passphrase", pass, file))
	signifyProgram.run(t, nil, "-V", "-p", lockedPublic, "-m", file, "-x", sig)
	refuseSecant(t, "the passphrase is wrong", nil, "sign", "--key", locked, "--form", "signify", "--passphrase", wrong, file)
	if got := mustSecant(t, nil, "pubkey", "--in", locked, "--form", "signify", "--passphrase", pass); !bytes.Equal(got, read(t, lockedPublic)) {
		t.Errorf("public key %s, signify has %s", got, read(t, lockedPublic))
	}
	// Ours, new and from another form, and what signify writes, written again.
	pem := write(t, "key.pem", mustSecant(t, nil, "keygen", "--alg", "ed25519"))
	for name, args := range map[string][]string{
		"new":       {"keygen", "--alg", "ed25519"},
		"converted": {"key", "convert", "--in", pem},
		"again":     {"key", "convert", "--in", locked, "--passphrase", pass},
	} {
		for _, encrypted := range []bool{true, false} {
			ours, oursPublic, words := filepath.Join(t.TempDir(), "k.sec"), filepath.Join(t.TempDir(), "k.pub"), []byte(nil)
			args := append(slices.Clone(args), "--form", "signify", "--out", ours)
			if encrypted {
				args, words = append(args, "--encrypt", pass), []byte(passphrase+"\n")
			} else if name == "again" {
				args = append(args, "--decrypt")
			}
			mustSecant(t, nil, args...)
			mustSecant(t, nil, "pubkey", "--in", ours, "--form", "signify", "--passphrase", pass, "--out", oursPublic)
			theirs := filepath.Join(t.TempDir(), "sig")
			signifyProgram.run(t, words, "-S", "-s", ours, "-m", file, "-x", theirs)
			mustSecant(t, nil, "verify", "--pub", oursPublic, "--sig", theirs, file)
			signifyProgram.run(t, nil, "-V", "-p", oursPublic, "-m", file, "-x", theirs)
			if encrypted {
				if _, err := signifyProgram.try([]byte("wrong horse\n"), "-S", "-s", ours, "-m", file, "-x", theirs); err == nil {
					t.Errorf("%s: signify takes another passphrase", name)
				}
			}
			if name == "again" && !bytes.Equal(read(t, oursPublic), read(t, lockedPublic)) {
				t.Errorf("the public key is %s, signify has %s", read(t, oursPublic), read(t, lockedPublic))
			}
		}
	}
}

// A pythonTask is what testdata/signatures.py does.
type pythonTask map[string]any

// runSignatures returns the results of tasks.
func runSignatures[T any](t *testing.T, tasks []pythonTask) (results []T) {
	t.Helper()
	data, err := json.Marshal(tasks)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(python.run(t, data, filepath.Join("testdata", "signatures.py")), &results); err != nil {
		t.Fatal(err)
	}
	return results
}

// JSON Web Signatures of the tool are valid to jwcrypto, and those of jwcrypto to the tool.
func TestJWS(t *testing.T) {
	needPython(t)
	type token struct {
		alg, key, pub       string
		message             []byte
		detached, unencoded bool
	}
	var tokens []token
	var sign, verify []pythonTask
	var want []bool
	for jwsAlg, alg := range map[string]string{"EdDSA": "ed25519", "Ed25519": "ed25519", "ES256K": "secp256k1-ecdsa"} {
		key := write(t, "key", mustSecant(t, nil, "keygen", "--alg", alg, "--form", "jwk"))
		pub := write(t, "pub", mustSecant(t, nil, "pubkey", "--in", key, "--form", "jwk"))
		// Of RFC 9864 jwcrypto knows the name for signatures, and not in keys.
		text := strings.NewReplacer(`,"alg":"EdDSA"`, "", `,"alg":"Ed25519"`, "").Replace(string(read(t, key)))
		pubText := strings.NewReplacer(`,"alg":"EdDSA"`, "", `,"alg":"Ed25519"`, "").Replace(string(read(t, pub)))
		for _, message := range messages {
			for _, how := range []token{{}, {detached: true}, {detached: true, unencoded: true}} {
				k := token{jwsAlg, key, pub, message, how.detached, how.unencoded}
				tokens = append(tokens, k)
				args := []string{"sign", "--key", key, "--form", "jws"}
				if k.detached {
					args = append(args, "--detached")
				}
				if k.unencoded {
					args = append(args, "--unencoded")
				}
				ours := strings.TrimSpace(string(mustSecant(t, message, args...)))
				sign = append(sign, pythonTask{"do": "jws_sign", "key": text, "alg": jwsAlg, "message": message, "detached": k.detached, "unencoded": k.unencoded})
				for _, m := range [][]byte{message, otherMessage(message)} {
					verify = append(verify, pythonTask{"do": "jws_verify", "key": pubText, "token": ours, "message": m, "detached": k.detached})
					want = append(want, bytes.Equal(m, message))
				}
			}
		}
	}
	for i, valid := range runSignatures[bool](t, verify) {
		if valid != want[i] {
			t.Errorf("jwcrypto says %v of %v", valid, verify[i])
		}
	}
	for i, text := range runSignatures[string](t, sign) {
		k := tokens[i]
		args := []string{"verify", "--pub", k.pub, "--form", "jws", "--sig", write(t, "token", []byte(text))}
		if k.alg == "ES256K" {
			args = append(args, "--accept-high-s") // half of jwcrypto's have one
		}
		if k.unencoded {
			refuseSecant(t, "not asked for", k.message, args...)
			args = append(args, "--unencoded")
		}
		if out := mustSecant(t, k.message, args...); !bytes.Contains(out, []byte("JWS "+k.alg)) {
			t.Errorf("%q", out)
		}
		invalidSecant(t, "", otherMessage(k.message), args...)
		if !k.detached && len(k.message) > 0 { // which is nothing to take from it
			if out := mustSecant(t, nil, append(args, "--payload", "-")...); !bytes.Equal(out, k.message) {
				t.Errorf("payload %q, want %q", out, k.message)
			}
		}
	}
}

// Nostr events of the tool are valid to nostr_sdk, which is that of rust-nostr, and the other
// way round.
func TestNostrEvents(t *testing.T) {
	needPython(t)
	key := write(t, "key", mustSecant(t, nil, "keygen", "--alg", "bip340"))
	var verify, sign []pythonTask
	tags := [][]string{{"t", "a=b"}, {"e", strings.Repeat("ab", 32), "wss://relay.example"}, {"x", ""}, {"y"}}
	contents := []string{"", "a note", "quotes \" and \\ and / and <&>", "line\nline\r\ttab\b\f", "\x00\x01\x1f\x7f", "é ☃ 😀 \u2028\u2029"}
	for i, content := range contents {
		args := []string{"sign", "--key", key, "--form", "nostr", "--kind", fmt.Sprint(i)}
		for _, tag := range tags {
			text, err := json.Marshal(tag)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, "--tag", string(text))
		}
		event := string(mustSecant(t, []byte(content), args...))
		verify = append(verify, pythonTask{"do": "event_verify", "event": event}, pythonTask{"do": "event_verify", "event": strings.Replace(event, `"created_at":1`, `"created_at":2`, 1)})
		sign = append(sign, pythonTask{"do": "event_sign", "secret": strings.TrimSpace(string(read(t, key))), "kind": i, "content": content, "tags": tags})
	}
	for i, valid := range runSignatures[bool](t, verify) {
		if valid != (i%2 == 0) {
			t.Errorf("nostr_sdk says %v of %v", valid, verify[i])
		}
	}
	events := runSignatures[string](t, sign)
	mustSecant(t, []byte(strings.Join(events, "\n")+"\n"), "verify", "--nostr", "-")
}

// ECDSA by hash functions other than SHA-256 is what OpenSSL makes of them.
func TestOpenSSLDigests(t *testing.T) {
	openssl.need(t)
	for _, key := range []string{
		write(t, "key.pem", openssl.run(t, nil, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1")),
		write(t, "key.pem", mustSecant(t, nil, "keygen", "--alg", "secp256k1-ecdsa")),
	} {
		pub := write(t, "pub.pem", mustSecant(t, nil, "pubkey", "--in", key))
		for ours, theirs := range map[string]string{"sha256": "-sha256", "sha384": "-sha384", "sha512": "-sha512", "sha3256": "-sha3-256", "sha3384": "-sha3-384", "sha3512": "-sha3-512"} {
			for _, message := range messages {
				sig := write(t, "sig", openssl.run(t, message, "dgst", theirs, "-sign", key))
				verify := []string{"verify", "--pub", pub, "--sig", sig, "--hash", ours, "--accept-high-s"}
				mustSecant(t, message, verify...)
				invalidSecant(t, "", otherMessage(message), verify...)
				sig = write(t, "sig", mustSecant(t, message, "sign", "--key", key, "--hash", ours))
				openssl.run(t, message, "dgst", theirs, "-verify", pub, "-signature", sig)
				value := openssl.run(t, message, "dgst", theirs, "-binary")
				mustSecant(t, value, "verify", "--pub", pub, "--sig", sig, "--hash", ours, "--digest")
			}
		}
	}
}

// btcec recovers the keys of the tool's signatures, and the tool those of btcec's.
func TestRecoverPublicKeys(t *testing.T) {
	key := write(t, "key", mustSecant(t, nil, "keygen", "--alg", "secp256k1-ecdsa", "--form", "hex"))
	with := []string{"--alg", "secp256k1-ecdsa"}
	pub := strings.TrimSpace(string(mustSecant(t, nil, append([]string{"pubkey", "--in", key, "--form", "hex"}, with...)...)))
	for _, message := range messages {
		for name, digest := range map[string][]byte{"sha256": sumSHA256(message), "keccak256": sumKeccak(message)} {
			sig := mustSecant(t, message, append([]string{"sign", "--key", key, "--encoding", "recoverable", "--hash", name}, with...)...)
			if len(sig) != 65 {
				t.Fatalf("%x", sig)
			}
			// btcec has the byte in front, and 27 more, and 4 for compressed keys.
			compact := append([]byte{sig[64] + 27 + 4}, sig[:64]...)
			got, isCompressed, err := btcecdsa.RecoverCompact(compact, digest)
			if err != nil || !isCompressed || hex.EncodeToString(got.SerializeCompressed()) != pub {
				t.Errorf("btcec recovers %v, %v", got, err)
			}
			recovered := mustSecant(t, message, "recover", "--sig", write(t, "sig", sig), "--hash", name, "--form", "hex")
			if strings.TrimSpace(string(recovered)) != pub {
				t.Errorf("recovered %s, want %s", recovered, pub)
			}
		}
	}
}

func sumSHA256(message []byte) []byte {
	sum := sha256.Sum256(message)
	return sum[:]
}

func sumKeccak(message []byte) []byte {
	h := sha3.NewLegacyKeccak256()
	h.Write(message)
	return h.Sum(nil)
}
