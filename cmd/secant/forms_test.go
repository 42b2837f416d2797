// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"secant.example/cmd/secant/minisign"
	"secant.example/cmd/secant/sshsig"
	"secant.example/ed25519"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/nostr"
)

// wantVerdict verifies a signature that must be invalid, and the verdict must contain want.
func wantVerdict(t *testing.T, want, stdin string, args ...string) {
	t.Helper()
	status, stdout, _ := secant(t, stdin, args...)
	if status != exitInvalid || !strings.HasPrefix(stdout, "invalid signature (") || !strings.Contains(stdout, want) {
		t.Errorf("secant %q: status %d, %q; want 1 and %q", args, status, stdout, want)
	}
}

func TestSSHSignature(t *testing.T) {
	key, pub := file(t, edPrivate(edSeed)), file(t, edPublic)
	const fingerprint = "SHA256:F34nin7tcaYH6WR5LSWSfj6weFBPfBpuyUUoPFP9YjA"
	sign := []string{"sign", "--key", key, "--form", "sshsig", "--namespace", "file"}
	made := mustRun(t, edMessage, sign...)
	if !strings.HasPrefix(made, sshsig.Begin) {
		t.Fatalf("%q", made)
	}
	if mustRun(t, edMessage, append(sign, "--hash", "sha512")...) != made || mustRun(t, edMessage, append(sign, "--hash", "sha256")...) == made {
		t.Error("the hash is not SHA-512, or always the same")
	}
	// The key may be raw: only Ed25519 keys make these signatures.
	wantOutput(t, made, edMessage, "sign", "--key", file(t, edSeed), "--form", "sshsig", "--namespace", "file")

	sig := file(t, made)
	verify := func(args ...string) []string { return append([]string{"verify", "--sig", sig}, args...) }
	namespace := func(args ...string) []string { return append(verify(args...), "--namespace", "file") }
	wantOutput(t, "valid signature (SSH for file, key "+fingerprint+", default rules)\n", edMessage, namespace("--pub", pub)...)
	wantOutput(t, "valid signature (SSH for file, key "+fingerprint+", default rules)\n", edMessage, namespace("--pub-text", sshLine(edPublic))...)
	wantOutput(t, "valid signature (SSH for file, from anybody with the key "+fingerprint+", zip215 rules)\n", edMessage, namespace("--any-key", "--rules", "zip215")...)
	wantVerdict(t, "default rules)\n", "another message", namespace("--pub", pub)...)
	wantVerdict(t, "default rules)\n", "another message", namespace("--any-key")...)
	wantVerdict(t, ": it is for the namespace file\n", edMessage, verify("--pub", pub, "--namespace", "git")...)
	wantVerdict(t, ": it is for the namespace file\n", edMessage, verify("--any-key", "--namespace", "fil")...)
	wantVerdict(t, ": it is from another key than SHA256:", edMessage, namespace("--pub", file(t, alicePublic))...)

	allowed := func(line string) []string {
		return namespace("--allowed-signers", file(t, line), "--identity", "user@host")
	}
	line := sshLine(edPublic)
	wantOutput(t, "valid signature (SSH for file, from user@host with the key "+fingerprint+", default rules)\n", edMessage, allowed("user@host "+line)...)
	wantVerdict(t, "default rules)\n", "another message", allowed("user@host "+line)...)
	wantVerdict(t, `: not an allowed signer: no line has this key for "user@host"`, edMessage, allowed("other@host "+line)...)
	wantVerdict(t, ": not an allowed signer", edMessage, allowed("user@host "+sshLine(alicePublic))...)
	wantVerdict(t, ": not an allowed signer", edMessage, allowed("# nobody\n")...)
	wantVerdict(t, `not for the namespace "file"`, edMessage, allowed(`user@host namespaces="git" `+line)...)
	wantVerdict(t, "valid until ", edMessage, allowed(`user@host valid-before="20200101" `+line)...)
	wantVerdict(t, "valid from ", edMessage, allowed(`user@host valid-after="29990101" `+line)...)
	mustRun(t, edMessage, append(allowed(`user@host valid-before="20200101" `+line), "--verify-time", "20191231Z")...)
	wantVerdict(t, "valid until ", edMessage, append(allowed(`user@host valid-before="20200101" `+line), "--verify-time", "20200103")...)
	wantError(t, "line 2: the option", edMessage, allowed("# x\nuser@host unknown "+line)...)
	wantError(t, "--verify-time: ", edMessage, append(allowed("user@host "+line), "--verify-time", "now")...)
	wantError(t, "cannot read /nonexistent/signers", edMessage, namespace("--allowed-signers", "/nonexistent/signers", "--identity", "x")...)

	wantError(t, "--namespace says", edMessage, verify("--pub", pub)...)
	wantError(t, "--namespace says", edMessage, sign[:5]...)
	wantError(t, `required flag(s) "pub" not set`, edMessage, namespace()...)
	wantError(t, "only one of --pub, --allowed-signers and --any-key", edMessage, namespace("--pub", pub, "--any-key")...)
	wantError(t, "only one of --pub and --pub-text", edMessage, namespace("--pub", pub, "--pub-text", edPublic)...)
	wantError(t, "only one of --pub, --allowed-signers and --any-key", edMessage, append(allowed("user@host "+line), "--any-key")...)
	wantError(t, "only one of --pub, --allowed-signers and --any-key", edMessage, append(allowed("user@host "+line), "--pub-text", edPublic)...)
	wantError(t, "only one of --pub, --allowed-signers and --any-key", edMessage, namespace("--any-key", "--pub-text", edPublic)...)
	wantError(t, "there are no signatures of BIP-340 keys in the form sshsig", edMessage, namespace("--any-key", "--alg", "bip340")...)
	wantError(t, "--force means nothing without --payload", edMessage, namespace("--any-key", "--force")...)
	wantError(t, "--allowed-signers needs --identity", edMessage, namespace("--allowed-signers", pub)...)
	wantError(t, "mean nothing without --allowed-signers", edMessage, namespace("--pub", pub, "--identity", "x")...)
	wantError(t, "--hash sha384 means nothing for SSH signatures", edMessage, append(sign, "--hash", "sha384")...)
	wantError(t, "made with sha512, not sha256", edMessage, namespace("--pub", pub, "--hash", "sha256")...)
	wantError(t, "a secp256k1 key where an Ed25519 key is needed", edMessage, "sign", "--key", file(t, k1PKCS8), "--form", "sshsig", "--namespace", "file")
	wantError(t, "a secp256k1 key where an Ed25519 key is needed", edMessage, namespace("--pub", file(t, k1Public))...)
	wantError(t, "there are no signatures of jq255e keys in the form sshsig", edMessage, "sign", "--alg", "jq255e", "--key", file(t, edPublic), "--form", "sshsig", "--namespace", "file")
	wantError(t, "signature "+sig+"x: not one SSH signature", "", "verify", "--pub", pub, "--namespace", "file", "--sig", appended(t, sig, "x"))
}

// appended makes a file of another one with text after it, beside it, and returns its path.
func appended(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path+"x", append(must(os.ReadFile(path)), text...), 0o666); err != nil {
		t.Fatal(err)
	}
	return path + "x"
}

// Keys that minisign and signify made.
const (
	minisignSecret = "untrusted comment: minisign encrypted secret key\n" +
		"RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKcj6Y4wl21nhIsZVy6bDml57+rHvnb0IFZvoyaTs+qQadGNGGNqUrlip0XHBuNZwNsjJwD9tN9Q6zqNNpMC0Hyhl52UKafnrAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
	minisignPublic = "untrusted comment: minisign public key 59DB258C63FAC829\nRWQpyPpjjCXbWVip0XHBuNZwNsjJwD9tN9Q6zqNNpMC0Hyhl52UKafnr\n"
	signifySecret  = "untrusted comment: signify secret key\n" +
		"RWRCSwAAAABaViS2vG30NesrvKS0HFsNMeBwFnoXWync6Z1gSXBxyv0DTrXPEAbxU1us39GR6jH7HQXbzhHaAuDK6A4CyXWgBn1QTMbBmALTsAmcgljTrkooa04tXC1GIp7MjPRq0uA=\n"
	signifyPublic = "untrusted comment: signify public key\nRWTc6Z1gSXBxygZ9UEzGwZgC07AJnIJY065KKGtOLVwtRiKezIz0atLg\n"
)

func TestMinisign(t *testing.T) {
	key, pub := file(t, minisignSecret), file(t, minisignPublic)
	message := file(t, "a message")
	sign := []string{"sign", "--key", key, "--form", "minisign"}
	verify := func(sig string, args ...string) []string {
		return append([]string{"verify", "--pub", pub, "--sig", file(t, sig)}, args...)
	}
	before := time.Now().Unix()
	made := mustRun(t, "", append(sign, message)...)
	parsed := must(minisign.ParseSignature([]byte(made)))
	var stamp int64
	var name string
	if n, err := fmt.Sscanf(parsed.TrustedComment, "timestamp:%d\tfile:%s\thashed", &stamp, &name); n != 2 || err != nil {
		t.Errorf("trusted comment %q: %v", parsed.TrustedComment, err)
	}
	if stamp < before || stamp > time.Now().Unix() || name != filepath.Base(message) || parsed.Comment != usualComment {
		t.Errorf("%+v", parsed)
	}
	fromPipe := must(minisign.ParseSignature([]byte(mustRun(t, "a message", sign...))))
	if _, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(fromPipe.TrustedComment, "timestamp:"), "\thashed"), 10, 64); err != nil {
		t.Errorf("trusted comment %q", fromPipe.TrustedComment)
	}
	wantOutput(t, "valid signature (minisign, key 59DB258C63FAC829, default rules)\ntrusted comment: "+parsed.TrustedComment+"\n", "", verify(made, message)...)
	for _, with := range [][]string{nil, {"--legacy"}} {
		title := "minisign"
		if with != nil {
			title += ", legacy"
		}
		sig := mustRun(t, "a message", append(append(sign, with...), "--trusted-comment", "the comment", "--comment", "")...)
		wantOutput(t, "valid signature ("+title+", key 59DB258C63FAC829, default rules)\ntrusted comment: the comment\n", "a message", verify(sig)...)
		wantOutput(t, "valid signature ("+title+", key 59DB258C63FAC829, fips rules)\ntrusted comment: the comment\n", "a message",
			"verify", "--pub-text", strings.Split(minisignPublic, "\n")[1], "--sig", file(t, sig), "--rules", "fips", "--form", "minisign")
		wantVerdict(t, "default rules)\n", "another message", verify(sig)...)
		wantVerdict(t, ": the trusted comment is not the one that was signed\n", "a message", verify(strings.Replace(sig, "the comment", "my comment", 1))...)
		wantVerdict(t, ": it is from the key 59DB258C63FAC829, not CA717049609DE9DC\n", "a message", "verify", "--pub", file(t, signifyPublic), "--sig", file(t, sig))
		// The same key under another id.
		other := must(minisign.ParsePublicKey([]byte(minisignPublic)))
		other.ID[0]++
		wantVerdict(t, ": it is from the key 59DB258C63FAC829, not 59DB258C63FAC82A\n", "a message", "verify", "--pub", file(t, string(other.Marshal(minisign.Minisign))), "--sig", file(t, sig))
		lines := strings.SplitAfter(sig, "\n")
		if with == nil {
			wantError(t, `2 lines with a signature by the algorithm "ED"`, "a message", verify(lines[0]+lines[1])...)
		} else {
			// Without the trusted comment it is one of signify, and says so; or must not be one.
			wantOutput(t, "valid signature (signify, key 59DB258C63FAC829, default rules)\n", "a message", verify(lines[0]+lines[1])...)
			wantError(t, "it is not in the form minisign", "a message", verify(lines[0]+lines[1], "--form", "minisign")...)
		}
		wantError(t, "3 lines, where signify has 2 and minisign 4", "a message", verify(lines[0]+lines[1]+lines[2])...)
	}
	wantOutput(t, "valid signature (signify, key CA717049609DE9DC, default rules)\n", "a message", "verify", "--pub", file(t, signifyPublic),
		"--sig", file(t, mustRun(t, "a message", "sign", "--key", file(t, signifySecret), "--form", "signify")))
	wantError(t, "a comment with a control character", "", append(sign, "--trusted-comment", "a\nb")...)
	wantError(t, "a comment with a control character", "", append(sign, "--comment", "a\nb")...)
	wantError(t, "a comment with a character that changes the direction of text", "", append(sign, "--trusted-comment", "a\u202eb")...)
	// What others signed is shown escaped, but for tabs.
	odd := "t:1\t\x1b[2Jinvoice\u202efdp.exe\u2069\u200f\u009b"
	signer := must(minisign.ParsePrivateKey([]byte(minisignSecret), nil))
	theirs := must(signer.Sign(minisign.Legacy, []byte("a message"), "", "x", false))
	theirs.TrustedComment = odd
	copy(theirs.Global[:], ed25519.Sign(ed25519.NewKeyFromSeed(signer.Seed()), append(theirs.Bytes[:], odd...)))
	wantOutput(t, "valid signature (minisign, legacy, key 59DB258C63FAC829, default rules)\n"+
		`trusted comment: t:1`+"\t"+`\x1b[2Jinvoice\u202efdp.exe\u2069\u200f\u009b`+"\n", "a message", verify(string(theirs.Marshal()))...)
	wantError(t, "must be one of minisign or signify", "", "verify", "--pub", file(t, edPublic), "--sig", file(t, made))
	wantError(t, "the first line does not start with", "", "sign", "--key", file(t, edPrivate(edSeed)), "--form", "minisign")
	wantError(t, "--trusted-comment means nothing for signatures in the form signify", "", "sign", "--key", file(t, signifySecret), "--form", "signify", "--trusted-comment", "x")
	wantError(t, "--hash means nothing for signatures in the form minisign", "", append(sign, "--hash", "sha512")...)
	wantError(t, "there are no signatures of BIP-340 keys in the form minisign", "", append(sign, "--alg", "bip340")...)
	wantError(t, "there are no signatures of BIP-340 keys in the form minisign", "", verify(made, "--alg", "bip340")...)
	wantError(t, "--legacy means nothing for signatures that are raw, hex or base64", "", "sign", "--key", file(t, edPrivate(edSeed)), "--legacy")
}

// What is hashed for a signature in another form has any length, too, and what is not is
// mapped or limited.
func TestLongForms(t *testing.T) {
	holdLess(t)
	const length = 5 << 20
	pipe := func() io.Reader { return io.LimitReader(zeros{}, length) }
	zero := file(t, string(make([]byte, length)))
	secret, pub := file(t, edPrivate(edSeed)), file(t, edPublic)
	k1, k1pub := file(t, k1PKCS8), file(t, k1Public)
	key, keyPub := file(t, minisignSecret), file(t, minisignPublic)
	for _, test := range []struct{ sign, verify []string }{
		{[]string{"--key", secret, "--form", "sshsig", "--namespace", "file"}, []string{"--pub", pub, "--namespace", "file"}},
		{[]string{"--key", key, "--form", "minisign"}, []string{"--pub", keyPub}},
		{[]string{"--key", k1, "--form", "jws", "--detached"}, []string{"--form", "jws", "--pub", k1pub}},
		{[]string{"--key", k1, "--form", "jws", "--detached", "--unencoded"}, []string{"--pub", k1pub, "--unencoded"}},
	} {
		sig := file(t, runIn(t, 1<<20, pipe(), append([]string{"sign"}, test.sign...)...))
		verify := append([]string{"verify", "--sig", sig}, test.verify...)
		runIn(t, 1<<20, pipe(), verify...)
		runIn(t, 1<<20, nil, append(verify, zero)...)
		wantInvalid(t, append(verify, sig)...)
	}
	legacy := file(t, runIn(t, 1<<20, nil, "sign", "--key", key, "--form", "minisign", "--legacy", zero))
	runIn(t, 1<<20, nil, "verify", "--pub", keyPub, "--sig", legacy, zero)
	wantError(t, "longer than 2 MiB, and Ed25519 reads a message twice", strings.Repeat("x", length), "sign", "--key", key, "--form", "minisign", "--legacy")
	wantError(t, "longer than 1 MiB, too much for a JSON Web Signature of Ed25519", "", "sign", "--key", secret, "--form", "jws", "--detached", zero)
	wantError(t, "longer than 1 MiB, too much for a token: --detached leaves it out", "", "sign", "--key", k1, "--form", "jws", zero)
	wantError(t, "longer than 512 KiB, too much for the content of an event", "", "sign", "--key", k1, "--form", "nostr", zero)
	largest := file(t, string(make([]byte, maxPayload)))
	mustRun(t, "", "verify", "--form", "jws", "--pub", k1pub, "--sig", file(t, mustRun(t, "", "sign", "--key", k1, "--form", "jws", largest)), largest)
}

func TestJWS(t *testing.T) {
	for _, test := range []struct{ alg, key, pub, how string }{
		{"EdDSA", file(t, edPrivate(edSeed)), file(t, edPublic), "JWS EdDSA, default rules"},
		{"ES256K", file(t, k1PKCS8), file(t, k1Public), "JWS ES256K, ECDSA, low S"},
	} {
		sign := []string{"sign", "--key", test.key, "--form", "jws"}
		token := mustRun(t, "a message", sign...)
		verify := []string{"verify", "--pub", test.pub, "--sig", file(t, token), "--form", "jws"}
		// It is no signature of the message unless it is asked for.
		for _, unasked := range [][]string{verify[:5], append(verify[:5:5], "--accept-high-s"), append(verify[:5:5], "--rules", "zip215")} {
			wantError(t, "a JSON Web Signature, which is of more than the message: --form jws verifies it", "a message", unasked...)
		}
		for _, plain := range plainForms {
			wantError(t, "it is not in the form "+plain, "a message", append(verify[:5:5], "--form", plain)...)
		}
		valid := "valid signature (" + test.how + ")\n"
		wantOutput(t, valid, "a message", verify...)
		wantOutput(t, valid, "", append(verify, file(t, "a message"))...)
		// The message that is there counts, not the one in the token.
		for _, other := range []string{"", "a messag", "a message\n", "another"} {
			wantVerdict(t, ": it is of another message than standard input\n", other, verify...)
		}
		// Or the one in the token, which comes out if it is valid.
		wantOutput(t, "a message", "", append(verify, "--payload", "-")...)
		wantOutput(t, "a message", token, "verify", "--pub", test.pub, "--sig", "-", "--payload", "-")
		out := filepath.Join(t.TempDir(), "payload")
		wantOutput(t, valid, "", append(verify, "--payload", out)...)
		if got := string(must(os.ReadFile(out))); got != "a message" {
			t.Errorf("payload %q", got)
		}
		wantError(t, out+" exists; --force replaces it", "", append(verify, "--payload", out)...)
		wantOutput(t, valid, "", append(verify, "--payload", out, "--force")...)
		wantError(t, "there is no other file for it", "", append(verify, "--payload", out, "--force", test.pub)...)
		parts := strings.Split(strings.TrimSpace(token), ".")
		changed := file(t, parts[0]+"."+base64.RawURLEncoding.EncodeToString([]byte("a message!"))+"."+parts[2])
		none := filepath.Join(t.TempDir(), "none")
		wantVerdict(t, test.how+")\n", "", "verify", "--pub", test.pub, "--sig", changed, "--payload", none)
		// Where the payload would go, there is nothing.
		var stdout, stderr strings.Builder
		status := run([]string{"verify", "--pub", test.pub, "--sig", changed, "--payload", "-"}, strings.NewReader(""), &stdout, &stderr)
		if status != exitInvalid || stdout.String() != "" || stderr.String() != "invalid signature ("+test.how+")\n" {
			t.Errorf("status %d, %q, %q", status, &stdout, &stderr)
		}
		if _, err := os.Stat(none); err == nil {
			t.Error("the payload of an invalid signature is written")
		}

		detached := mustRun(t, "a message", append(sign, "--detached")...)
		if detached != parts[0]+".."+parts[2]+"\n" {
			t.Errorf("%q is not %q without a payload", detached, token)
		}
		verify[4] = file(t, detached)
		wantOutput(t, valid, "a message", verify...)
		wantVerdict(t, test.how+")\n", "another", verify...)
		wantError(t, "it has no payload that --payload could write", "", append(verify, "--payload", "-")...)

		unencoded := mustRun(t, "a message", append(sign, "--detached", "--unencoded")...)
		verify[4] = file(t, unencoded)
		wantOutput(t, valid, "a message", append(verify, "--unencoded")...)
		wantVerdict(t, test.how+")\n", "another", append(verify, "--unencoded")...)
		wantError(t, "which was not asked for", "a message", verify...)
		verify[4] = file(t, token)
		wantError(t, "b64 is not false", "a message", append(verify, "--unencoded")...)
		wantError(t, "--unencoded needs --detached", "a message", append(sign, "--unencoded")...)

		header := mustRun(t, "a message", append(sign, "--header", `{"typ":"JWT","kid":"1"}`)...)
		part, _, _ := strings.Cut(header, ".")
		if got, want := string(must(base64.RawURLEncoding.DecodeString(part))), `{"alg":"`+test.alg+`","typ":"JWT","kid":"1"}`; got != want {
			t.Errorf("header %s, want %s", got, want)
		}
		verify[4] = file(t, header)
		wantOutput(t, valid, "a message", verify...)
		for _, bad := range []string{`{"alg":"none"}`, `{"crit":["exp"]}`, `{"b64":false}`, "[]", "x"} {
			wantError(t, "the header ", "a message", append(sign, "--header", bad)...)
		}

		// Headers that are not to be passed over, with any signature.
		for text, want := range map[string]string{
			`{"alg":"none"}`: "nothing is signed", `{"alg":"HS256"}`: "by the algorithm HS256, which is not that of", `{"alg":"RS256"}`: "which is not that of",
			`{"alg":"` + test.alg + `","crit":["exp"],"exp":1}`: "critical members", `{"alg":"` + test.alg + `","alg":"` + test.alg + `"}`: "twice", `{}`: "has no alg",
		} {
			verify[4] = file(t, base64.RawURLEncoding.EncodeToString([]byte(text))+"."+parts[1]+"."+parts[2])
			wantError(t, want, "a message", verify...)
		}
	}
	// A token by the algorithm of another key.
	token := file(t, mustRun(t, "a message", "sign", "--key", file(t, k1PKCS8), "--form", "jws"))
	wantError(t, "by the algorithm ES256K, which is not that of Ed25519 keys", "a message", "verify", "--pub", file(t, edPublic), "--form", "jws", "--sig", token)
	jq := file(t, mustRun(t, "", "pubkey", "--alg", "jq255e", "--in", file(t, mustRun(t, "", "keygen", "--alg", "jq255e"))))
	wantError(t, "there are no signatures of jq255e keys in the form jws", "a message", "verify", "--alg", "jq255e", "--pub", jq, "--form", "jws", "--sig", token)
	// RFC 9864 has a name of its own for Ed25519.
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"Ed25519"}`))
	input := header + "." + base64.RawURLEncoding.EncodeToString([]byte("a message"))
	sig := ed25519.Sign(ed25519.NewKeyFromSeed(unhex(edSeed)), []byte(input))
	wantOutput(t, "valid signature (JWS Ed25519, default rules)\n", "a message", "verify", "--form", "jws", "--pub", file(t, edPublic), "--sig", file(t, input+"."+base64.RawURLEncoding.EncodeToString(sig)))
	// ES256K has signatures with a high s, too, which must be asked for.
	parts := strings.Split(strings.TrimSpace(string(must(os.ReadFile(token)))), ".")
	low := must(ecdsa.ParseCompact(must(base64.RawURLEncoding.DecodeString(parts[2])))).Compact()
	n, _ := new(big.Int).SetString(k1Order, 16)
	s := new(big.Int).SetBytes(low[32:])
	s.Sub(n, s).FillBytes(low[32:])
	verify := []string{"verify", "--form", "jws", "--pub", file(t, k1Public), "--sig", file(t, parts[0]+"."+parts[1]+"."+base64.RawURLEncoding.EncodeToString(low))}
	wantVerdict(t, "s is above half the order", "a message", verify...)
	wantOutput(t, "valid signature (JWS ES256K, ECDSA, any S)\n", "a message", append(verify, "--accept-high-s")...)
	wantError(t, "--accept-high-s means nothing for Ed25519 keys", "a message", "verify", "--pub", file(t, edPublic), "--form", "jws", "--sig", token, "--accept-high-s")
}

func TestNostrEvent(t *testing.T) {
	key := file(t, k1Secret)
	sign := []string{"sign", "--key", key, "--form", "nostr"}
	before := time.Now().Unix()
	text := mustRun(t, "a \"note\"\n\u00e9", append(sign, "--tag", "t=x=y", "--tag", `["e","aa","wss://relay"]`, "--tag", "p=")...)
	var e nostr.Event
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatal(err)
	}
	if err := e.Verify(); err != nil {
		t.Error(err)
	}
	if e.Content != "a \"note\"\n\u00e9" || e.Kind != 1 || e.CreatedAt < before || e.CreatedAt > time.Now().Unix() || fmt.Sprint(e.Tags) != "[[t x=y] [e aa wss://relay] [p ]]" {
		t.Errorf("%+v", e)
	}
	if strings.Count(text, "\n") != 1 || fmt.Sprintf("%x", e.PubKey) != k1Compressed[2:] {
		t.Errorf("%q", text)
	}
	other := mustRun(t, "", append(sign, "--kind", "30023", "--created-at", "0")...)
	if !strings.Contains(other, `"created_at":0,"kind":30023,"tags":[],"content":"",`) {
		t.Errorf("%q", other)
	}
	mustRun(t, other, "verify", "--nostr", "-")
	for _, test := range []struct {
		want, content string
		args          []string
	}{
		{"--kind must be from 0 to 65535", "", []string{"--kind", "65536"}},
		{"--kind must be from 0 to 65535", "", []string{"--kind", "-1"}},
		{"--created-at must not be before 1970", "", []string{"--created-at", "-1"}},
		{"is not NAME=VALUE", "", []string{"--tag", "x"}},
		{"is not NAME=VALUE", "", []string{"--tag", "=x"}},
		{"is not NAME=VALUE", "", []string{"--tag", "a=\xff"}},
		{"is not an array of strings", "", []string{"--tag", "[]"}},
		{"is not an array of strings", "", []string{"--tag", "[1]"}},
		{"is not an array of strings", "", []string{"--tag", "[null]"}},
		{"is not an array of strings", "", []string{"--tag", `["a"`}},
		{"is not an array of strings", "", []string{"--tag", `["a"]x`}},
		{"is not UTF-8", "\xff", nil},
		{"an event of more than 1 MiB", strings.Repeat("\x01", 200<<10), nil},
		{"an event of more than 1 MiB", "", []string{"--tag", "t=" + strings.Repeat("x", 1<<20)}},
		{"an Ed25519 key where a BIP-340 key is needed", "", []string{"--key", file(t, edPrivate(edSeed))}},
		{"there are no signatures of Ed25519 keys in the form nostr", "", []string{"--alg", "ed25519"}},
	} {
		wantError(t, test.want, test.content, append(sign, test.args...)...)
	}
}

// What a signature looks like is what it is, unless --form says what it must be.
func TestForms(t *testing.T) {
	key, pub := file(t, edPrivate(edSeed)), file(t, edPublic)
	files := map[string]string{
		"sshsig":   mustRun(t, edMessage, "sign", "--key", key, "--form", "sshsig", "--namespace", "file"),
		"minisign": mustRun(t, edMessage, "sign", "--key", file(t, minisignSecret), "--form", "minisign"),
		"signify":  mustRun(t, edMessage, "sign", "--key", file(t, signifySecret), "--form", "signify"),
		"jws":      mustRun(t, edMessage, "sign", "--key", key, "--form", "jws"),
		"raw":      string(unhex(edSignature)), "hex": edSignature + "\n", "base64": base64.StdEncoding.EncodeToString(unhex(edSignature)) + "\n",
	}
	for name, text := range files {
		path := file(t, text)
		args := []string{"verify", "--sig", path, "--pub"}
		switch name {
		case "minisign":
			args = append(args, file(t, minisignPublic))
		case "signify":
			args = append(args, file(t, signifyPublic))
		case "sshsig":
			args = append(args, pub, "--namespace", "file")
		default:
			args = append(args, pub)
		}
		if name == "jws" {
			wantError(t, "--form jws verifies it", edMessage, args...)
		} else {
			mustRun(t, edMessage, args...)
		}
		for _, form := range signatureForms {
			if form == name {
				mustRun(t, edMessage, append(args, "--form", form)...)
				continue
			}
			status, stdout, _ := secant(t, edMessage, append(args, "--form", form)...)
			if status != exitUnable || stdout != "" {
				t.Errorf("%s as %s: status %d, %q", name, form, status, stdout)
			}
		}
		if name == "jws" {
			args = append(args, "--form", "jws")
		}
		// Flags of other forms.
		for flag, forms := range map[string]string{
			"--context=x": "raw hex base64", "--digest": "raw hex base64", "--encoding=der": "raw hex base64",
			"--namespace=file": "sshsig", "--unencoded": "jws", "--payload=/nonexistent/x": "jws",
		} {
			if !strings.Contains(forms, name) {
				wantError(t, strings.Split(flag, "=")[0]+" means nothing for signatures ", edMessage, append(args, flag)...)
			}
		}
	}
}
