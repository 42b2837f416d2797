// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"path/filepath"
	"testing"
	"time"

	"secant.example/ed25519"
)

// selfSigned returns a certificate for key, signed by it.
func selfSigned(t *testing.T, key crypto.Signer) *x509.Certificate {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "secant"}, DNSNames: []string{"secant.example"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// signers are the forms of a private key that crypto/x509 and crypto/tls take.
func signers(t *testing.T) map[string]crypto.Signer {
	t.Helper()
	_, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]crypto.Signer{"PrivateKey": priv, "Signer": newSigner(t)}
}

// Certificates that package x509 makes with a key of the library are valid to
// it, to the library and to OpenSSL.
func TestCertificate(t *testing.T) {
	for name, key := range signers(t) {
		t.Run(name, func(t *testing.T) {
			cert := selfSigned(t, key)
			if err := cert.CheckSignature(x509.PureEd25519, cert.RawTBSCertificate, cert.Signature); err != nil {
				t.Error(err)
			}
			pub := cert.PublicKey.(ed25519.PublicKey)
			if !ed25519.Verify(pub, cert.RawTBSCertificate, cert.Signature) {
				t.Error("the signature is invalid")
			}
			openssl.need(t)
			file := write(t, "cert.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw}))
			openssl.run(t, nil, "verify", "-check_ss_sig", "-CAfile", file, file)
		})
	}
}

// A certificate that OpenSSL makes with a key of the tool.
func TestOpenSSLCertificate(t *testing.T) {
	openssl.need(t)
	key := filepath.Join(t.TempDir(), "key.pem")
	mustSecant(t, nil, "keygen", "--alg", "ed25519", "--out", key)
	text := openssl.run(t, nil, "req", "-x509", "-new", "-key", key, "-subj", "/CN=secant", "-days", "1")
	block, _ := pem.Decode(text)
	if block == nil {
		t.Fatalf("not PEM: %s", text)
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if raw := mustSecant(t, nil, "pubkey", "--in", key, "--form", "raw"); !bytes.Equal(raw, cert.PublicKey.(ed25519.PublicKey)) {
		t.Errorf("public key %x, the certificate has %x", raw, cert.PublicKey)
	}
	pub := write(t, "pub.pem", mustSecant(t, nil, "pubkey", "--in", key))
	mustSecant(t, cert.RawTBSCertificate, "verify", "--pub", pub, "--sig", write(t, "sig", cert.Signature))
}

// A TLS connection between two keys of the library.
func TestTLS(t *testing.T) {
	for name, key := range signers(t) {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			t.Run(name+" "+tls.VersionName(version), func(t *testing.T) {
				cert := selfSigned(t, key)
				pool := x509.NewCertPool()
				pool.AddCert(cert)
				certificates := []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}
				here, there := net.Pipe()
				defer here.Close()
				server := tls.Server(there, &tls.Config{
					Certificates: certificates, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool, MaxVersion: version,
				})
				client := tls.Client(here, &tls.Config{
					Certificates: certificates, RootCAs: pool, ServerName: "secant.example", MinVersion: version, MaxVersion: version,
				})
				served := make(chan error, 1)
				go func() {
					_, err := io.WriteString(server, "hello")
					server.Close()
					served <- err
				}()
				got, err := io.ReadAll(client)
				if err != nil || string(got) != "hello" {
					t.Errorf("received %q, %v", got, err)
				}
				if err := <-served; err != nil {
					t.Error(err)
				}
				if state := client.ConnectionState(); state.Version != version || !state.PeerCertificates[0].Equal(cert) {
					t.Errorf("%s with %v", tls.VersionName(state.Version), state.PeerCertificates[0].Subject)
				}
			})
		}
	}
}
