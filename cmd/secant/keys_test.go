// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"secant.example/cmd/secant/keys"
)

func block(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func openSSHPrivate(key ed25519.PrivateKey, passphrase string) string {
	if passphrase == "" {
		return string(pem.EncodeToMemory(must(ssh.MarshalPrivateKey(key, "a comment"))))
	}
	return string(pem.EncodeToMemory(must(ssh.MarshalPrivateKeyWithPassphrase(key, "a comment", []byte(passphrase)))))
}

// sshLine returns the line of an OpenSSH public key.
func sshLine(public string) string {
	blob := append([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"), unhex(public)...)
	return "ssh-ed25519 " + base64.StdEncoding.EncodeToString(blob)
}

// v2 returns the DER of PKCS#8 of version 2 with a public key, tagged tag.
func v2(secret, tag, public string) []byte {
	body := unhex("020101300506032b657004220420" + secret + tag + public)
	return append([]byte{0x30, byte(len(body))}, body...)
}

// openSSHWith returns a private key of OpenSSH with a bit of the n-th copy of the public
// key flipped.
func openSSHWith(n int) string {
	b, _ := pem.Decode([]byte(openSSHPrivate(ed25519.NewKeyFromSeed(unhex(edSeed)), "")))
	at := 0
	for range n + 1 {
		at += 1 + bytes.Index(b.Bytes[at:], unhex(edPublic))
	}
	b.Bytes[at] ^= 1
	return string(pem.EncodeToMemory(b))
}

// parseKey returns the key in text, which is for a if it does not say.
func parseKey(text string, a *algorithm) (*keys.Key, error) {
	o := keys.Options{Raw: keys.Private}
	if a != nil {
		o.Alg = a.Algorithm
	}
	return keys.Parse([]byte(text), o)
}

func TestPubkey(t *testing.T) {
	edKey, xKey := edPrivate(edSeed), xPrivate(aliceSecret)
	for _, test := range []struct {
		name, key, form, want string
	}{
		{"RFC 8410", rfc8410Key, "pem", rfc8410Public},
		{"RFC 8410 with public key", rfc8410KeyV2, "pem", rfc8410Public},
		{"version 2", block("PRIVATE KEY", v2(edSeed, "81", "2100"+edPublic)), "hex", edPublic + "\n"},
		{"version 2 of ring", block("PRIVATE KEY", v2(edSeed, "a1", "23032100"+edPublic)), "hex", edPublic + "\n"},
		{"version 2 without public key", block("PRIVATE KEY", v2(edSeed, "", "")), "hex", edPublic + "\n"},
		{"Ed25519", edKey, "pem", edPublicPEM(edPublic)},
		{"Ed25519", edKey, "raw", string(unhex(edPublic))},
		{"Ed25519", edKey, "hex", edPublic + "\n"},
		{"Ed25519", edKey, "ssh", sshLine(edPublic) + "\n"},
		{"X25519", xKey, "pem", xPublicPEM(alicePublic)},
		{"X25519", xKey, "raw", string(unhex(alicePublic))},
		{"X25519", xKey, "hex", alicePublic + "\n"},
		{"OpenSSH", openSSHPrivate(ed25519.NewKeyFromSeed(unhex(edSeed)), ""), "hex", edPublic + "\n"},
		{"CRLF", strings.ReplaceAll(edKey, "\n", "\r\n"), "hex", edPublic + "\n"},
		{"text in front", "Bag Attributes\n    friendlyName: key\n" + edKey, "hex", edPublic + "\n"},
		{"blank lines", "\n\n" + edKey + "\n \n", "hex", edPublic + "\n"},
		{"no newline", strings.TrimSpace(edKey), "hex", edPublic + "\n"},
	} {
		t.Run(test.name+" "+test.form, func(t *testing.T) {
			wantOutput(t, test.want, "", "pubkey", "--in", file(t, test.key), "--form", test.form)
			wantOutput(t, test.want, test.key, "pubkey", "--in", "-", "--form", test.form)
		})
	}
	wantOutput(t, rfc8410Public, rfc8410Key, "pubkey")
	wantError(t, "OpenSSH has no form for X25519 keys", xKey, "pubkey", "--form", "ssh")
}

func TestBadPrivateKeys(t *testing.T) {
	rsaKey := must(rsa.GenerateKey(rand.Reader, 2048))
	ecKey := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	der := unhex("302e020100300506032b657004220420" + edSeed)
	edKey := ed25519.NewKeyFromSeed(unhex(edSeed))
	for _, test := range []struct {
		name, key, want string
	}{
		{"text", "hello\n", "in a form that secant knows"},
		{"raw", string(unhex(edSeed)), "what may be a key does not say its algorithm: --alg does"},
		{"hex", edSeed, "what may be a key does not say its algorithm: --alg does"},
		{"half of DER", string(der[:len(der)-1]), "in a form that secant knows"},
		{"DER and more", string(der) + "\n", "in a form that secant knows"},
		{"truncated", rfc8410Key[:80], "no complete PEM block"},
		{"bad base64", strings.Replace(rfc8410Key, "MC4C", "MC4*", 1), "no complete PEM block"},
		{"certificate", block("CERTIFICATE", []byte{1}), `type "CERTIFICATE"`},
		{"PKCS#1", block("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey)), `type "RSA PRIVATE KEY"`},
		{"SEC 1", block("EC PRIVATE KEY", must(x509.MarshalECPrivateKey(ecKey))), "not a key of secp256k1"},
		{"RSA", block("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(rsaKey))), "an RSA key"},
		{"P-256", block("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(ecKey))), "an ECDSA or ECDH key"},
		{"Ed448", block("PRIVATE KEY", unhex("3047020100300506032b6571043b0439"+strings.Repeat("ab", 57))), "algorithm 1.3.101.113"},
		{"encrypted", block("ENCRYPTED PRIVATE KEY", []byte{1}), "not valid encrypted PKCS#8"},
		{"encrypted, old form", "-----BEGIN PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END PRIVATE KEY-----\n", "encrypted with the PEM encryption of before PKCS#8, and MD5, which is too weak"},
		{"encrypted OpenSSH", openSSHPrivate(edKey, "secret"), "encrypted with a passphrase, and there is no terminal"},
		{"broken OpenSSH", block("OPENSSH PRIVATE KEY", []byte("openssh-key-v1\x00\x00")), "not a valid OpenSSH private key"},
		{"OpenSSH RSA", string(pem.EncodeToMemory(must(ssh.MarshalPrivateKey(rsaKey, "")))), "OpenSSH key of type ssh-rsa, not ssh-ed25519"},
		{"empty block", block("PRIVATE KEY", nil), "not the DER of a key"},
		{"not DER", block("PRIVATE KEY", []byte("hello")), "not the DER of a key"},
		{"DER of something else", block("PRIVATE KEY", []byte{0x30, 3, 2, 1, 0}), "not the DER of a key"},
		{"short DER", block("PRIVATE KEY", der[:len(der)-1]), "not the DER of a key"},
		{"long DER", block("PRIVATE KEY", append(der, 0)), "bytes after the end"},
		{"31 bytes", block("PRIVATE KEY", append(unhex("302d020100300506032b65700421041f"), make([]byte, 31)...)), "not valid PKCS#8"},
		{"33 bytes", block("PRIVATE KEY", append(unhex("302f020100300506032b657004230421"), make([]byte, 33)...)), "not valid PKCS#8"},
		{"X25519, 31 bytes", block("PRIVATE KEY", append(unhex("302d020100300506032b656e0421041f"), make([]byte, 31)...)), "not valid PKCS#8"},
		{"v2, other public key", block("PRIVATE KEY", v2(edSeed, "81", "2100"+alicePublic)), "the public key with it does not belong to it"},
		{"v2, other bits", block("PRIVATE KEY", v2(edSeed, "81", "2101"+edPublic)), "not valid PKCS#8"},
		{"v2, short", block("PRIVATE KEY", v2(edSeed, "81", "2000"+edPublic[:62])), "the public key with it does not belong to it"},
		{"v2, explicit, other public key", block("PRIVATE KEY", v2(edSeed, "a1", "23032100"+alicePublic)), "the public key with it does not belong to it"},
		{"v2, both", block("PRIVATE KEY", v2(edSeed, "81", "2100"+edPublic+"a123032100"+edPublic)), "not valid PKCS#8"},
		{"v2, empty", block("PRIVATE KEY", v2(edSeed, "81", "00")), "not valid PKCS#8"},
		{"v2, more", block("PRIVATE KEY", v2(edSeed, "81", "2100"+edPublic+"0500")), "not valid PKCS#8"},
		{"v1 and public key", block("PRIVATE KEY", bytes.Replace(v2(edSeed, "81", "2100"+edPublic), []byte{2, 1, 1}, []byte{2, 1, 0}, 1)), "not valid PKCS#8"},
		{"v3", block("PRIVATE KEY", bytes.Replace(v2(edSeed, "81", "2100"+edPublic), []byte{2, 1, 1}, []byte{2, 1, 2}, 1)), "not valid PKCS#8"},
		{"parameters", block("PRIVATE KEY", unhex("3030020100300706032b6570050004220420"+edSeed)), "not valid PKCS#8"},
		{"X25519, v2, other public key", block("PRIVATE KEY", bytes.Replace(v2(aliceSecret, "81", "2100"+bobPublic), []byte{0x65, 0x70}, []byte{0x65, 0x6e}, 1)), "the public key with it does not belong to it"},
		{"OpenSSH, other public key in front", openSSHWith(0), "the public key with it does not belong to it"},
		{"OpenSSH, other public key before the private one", openSSHWith(1), "the public key with it does not belong to it"},
		{"OpenSSH, other second half", openSSHWith(2), "the public key with it does not belong to it"},
		{"text after", rfc8410Key + "more\n", "data after the PEM block"},
		{"two keys", rfc8410Key + edPrivate(edSeed), `more than one PEM block, the first of type "PRIVATE KEY"`},
		{"parameters first", block("EC PARAMETERS", []byte{1}) + rfc8410Key, `more than one PEM block, the first of type "EC PARAMETERS"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantError(t, test.want, test.key, "pubkey")
			path := file(t, test.key)
			wantError(t, test.want, "", "sign", "--key", path)
			wantError(t, "private key "+path+": ", "", "ecdh", "--key", path, "--peer", path)
		})
	}
	for _, public := range []string{rfc8410Public, sshLine(edPublic), string(unhex("302a300506032b6570032100" + edPublic)), k1JWK} {
		wantError(t, "a public key, not a private one", "", "sign", "--key", file(t, public))
	}
	wantError(t, "an X25519 key where an Ed25519 key is needed", "", "sign", "--key", file(t, xPrivate(aliceSecret)))
	wantError(t, "an Ed25519 key where an X25519 key is needed", "", "ecdh", "--key", file(t, rfc8410Key), "--peer", file(t, bobPublic))
}

// publicForms that are read, for a key of each algorithm.
func TestPublicKeyForms(t *testing.T) {
	line := sshLine(edPublic)
	sig, message := file(t, edSignature), file(t, edMessage)
	for name, pub := range map[string]string{
		"PEM":                edPublicPEM(edPublic),
		"DER":                string(unhex("302a300506032b6570032100" + edPublic)),
		"PEM, CRLF":          strings.ReplaceAll(edPublicPEM(edPublic), "\n", "\r\n"),
		"PEM, text in front": "a key\n" + edPublicPEM(edPublic),
		"raw":                string(unhex(edPublic)),
		"hex":                edPublic,
		"hex, newline":       edPublic + "\n",
		"hex, CRLF":          strings.ToUpper(edPublic) + "\r\n",
		"OpenSSH":            line + " user@host\n",
		"OpenSSH, bare":      line,
		"OpenSSH, CRLF":      line + " a comment\r\n",
		"OpenSSH, blank":     "\n" + line + "\n\n",
		"OpenSSH, options":   `restrict,command="ls" ` + line + " user@host\n",
	} {
		t.Run(name, func(t *testing.T) {
			wantOutput(t, "valid signature (default rules)\n", "", "verify", "--pub", file(t, pub), "--sig", sig, message)
		})
	}
	key := file(t, xPrivate(aliceSecret))
	for name, peer := range map[string]string{
		"PEM": xPublicPEM(bobPublic), "raw": string(unhex(bobPublic)), "hex": bobPublic + "\n",
	} {
		t.Run("X25519 "+name, func(t *testing.T) {
			wantOutput(t, string(unhex(abShared)), "", "ecdh", "--key", key, "--peer", file(t, peer))
		})
	}
}

func TestBadPublicKeys(t *testing.T) {
	rsaKey := &must(rsa.GenerateKey(rand.Reader, 2048)).PublicKey
	ecKey := &must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)).PublicKey
	line := sshLine(edPublic)
	const none = "not a public key as PEM, DER, OpenSSH, minisign, signify, JWK, 32 raw bytes or 64 hex digits"
	for _, test := range []struct {
		name, key, want string
	}{
		{"text", "hello\n", none},
		{"blank", " \n", none},
		{"31 bytes", string(make([]byte, 31)), none},
		{"33 bytes", string(make([]byte, 33)), none},
		{"raw and newline", string(unhex(edPublic)) + "\n", none},
		{"64 bytes", string(make([]byte, 64)), none},
		{"half of DER", string(unhex("302a300506032b6570032100" + edPublic[:62])), none},
		{"half of hex", edPublic[:32], "32 hex digits, half of a public key"},
		{"63 digits", edPublic[:63], "63 hex digits where a public key has 64"},
		{"66 digits", edPublic + "00\n", "66 hex digits where a public key has 64"},
		{"0x", "0x" + edPublic, none},
		{"private key", rfc8410Key, "a private key, not a public one"},
		{"OpenSSH private key", openSSHPrivate(ed25519.NewKeyFromSeed(unhex(edSeed)), ""), "a private key, not a public one"},
		{"certificate", block("CERTIFICATE", []byte{1}), `type "CERTIFICATE"`},
		{"SSH2 form", "---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----\n", none},
		{"RSA", publicPEM(rsaKey), "an RSA key"},
		{"P-256", publicPEM(ecKey), "an ECDSA or ECDH key"},
		{"Ed448", block("PUBLIC KEY", unhex("3043300506032b6571033a00"+strings.Repeat("ab", 57))), "algorithm 1.3.101.113"},
		{"truncated", rfc8410Public[:60], "no complete PEM block"},
		{"text after", rfc8410Public + "more", "data after the PEM block"},
		{"two keys", rfc8410Public + rfc8410Public, "more than one PEM block"},
		{"not DER", block("PUBLIC KEY", []byte("hello")), "not the DER of a key"},
		{"long DER", block("PUBLIC KEY", unhex("302a300506032b6570032100"+edPublic+"00")), "bytes after the end"},
		{"31 bytes in PEM", block("PUBLIC KEY", unhex("3029300506032b6570032000"+edPublic[:62])), "not a valid SubjectPublicKeyInfo"},
		{"X25519, 31 bytes in PEM", block("PUBLIC KEY", unhex("3029300506032b656e032000"+edPublic[:62])), "not a valid SubjectPublicKeyInfo"},
		{"broken OpenSSH", strings.Replace(line, "AAAA", "AAAB", 1), none},
		{"OpenSSH without key", "ssh-ed25519", none},
		{"two OpenSSH lines", line + "\n" + line + "\n", "more than the line of one OpenSSH public key"},
		{"bad OpenSSH line first", "ssh-ed25519 AAAA\n" + line, none},
		{"OpenSSH RSA", string(ssh.MarshalAuthorizedKey(must(ssh.NewPublicKey(rsaKey)))), "OpenSSH key of type ssh-rsa"},
		{"OpenSSH P-256", string(ssh.MarshalAuthorizedKey(must(ssh.NewPublicKey(ecKey)))), "OpenSSH key of type ecdsa-sha2-nistp256"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := file(t, test.key)
			wantError(t, test.want, "", "verify", "--pub", path, "--sig", path)
			wantError(t, "public key standard input: ", test.key, "ecdh", "--key", file(t, xPrivate(bobSecret)), "--peer", "-")
		})
	}
	wantError(t, "an X25519 key where an Ed25519 key is needed", "", "verify", "--pub", file(t, xPublicPEM(bobPublic)), "--sig", file(t, edSignature))
	key := file(t, xPrivate(aliceSecret))
	wantError(t, "an Ed25519 key where an X25519 key is needed", rfc8410Public, "ecdh", "--key", key, "--peer", "-")
	wantError(t, "an Ed25519 key where an X25519 key is needed", line, "ecdh", "--key", key, "--peer", "-")
}
