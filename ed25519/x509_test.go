// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519_test

import (
	"crypto"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"testing"
	"time"

	"secant.example/ed25519"
)

// certificate returns a self-signed certificate made by key.
func certificate(t *testing.T, key crypto.Signer) *x509.Certificate {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		DNSNames:              []string{"secant.example"},
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
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

// signers returns a new key as a PrivateKey and as a Signer.
func signers(t *testing.T) map[string]crypto.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ed25519.NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]crypto.Signer{"PrivateKey": private, "Signer": signer}
}

// TestX509 has crypto/x509 write and read keys and make certificates with
// them, and verifies its signatures.
func TestX509(t *testing.T) {
	for name, key := range signers(t) {
		cert := certificate(t, key)
		if err := cert.CheckSignatureFrom(cert); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		public, ok := cert.PublicKey.(ed25519.PublicKey)
		if !ok || !public.Equal(key.Public()) {
			t.Errorf("%s: the certificate has the key %v, want %v", name, cert.PublicKey, key.Public())
		}
		if !ed25519.Verify(public, cert.RawTBSCertificate, cert.Signature) {
			t.Errorf("%s: the signature of the certificate is not valid", name)
		}
	}

	private := signers(t)["PrivateKey"].(ed25519.PrivateKey)
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		t.Fatal(err)
	}
	if key, ok := parsed.(ed25519.PrivateKey); !ok || !key.Equal(private) {
		t.Errorf("private key read back: %v", parsed)
	}

	// RFC 8410, section 10.3, and the public key of section 10.1.
	block, _ := pem.Decode([]byte(`-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----`))
	parsed, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ed25519.NewSigner(parsed.(ed25519.PrivateKey))
	if err != nil {
		t.Fatal(err)
	}
	block, _ = pem.Decode([]byte(`-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----`))
	parsed, err = x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if !parsed.(ed25519.PublicKey).Equal(signer.Public()) {
		t.Errorf("public key %x, want %x", signer.Public(), parsed)
	}
}

// TestTLS authenticates a server and a client of crypto/tls.
func TestTLS(t *testing.T) {
	for name, key := range signers(t) {
		cert := certificate(t, key)
		roots := x509.NewCertPool()
		roots.AddCert(cert)
		own := []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}
		clientConn, serverConn := net.Pipe()
		server := tls.Server(serverConn, &tls.Config{
			Certificates: own,
			ClientAuth:   tls.RequireAnyClientCert,
		})
		client := tls.Client(clientConn, &tls.Config{
			Certificates: own,
			RootCAs:      roots,
			ServerName:   "secant.example",
		})
		done := make(chan error, 1)
		go func() { done <- server.Handshake() }()
		if err := client.Handshake(); err != nil {
			t.Errorf("%s: client: %v", name, err)
			clientConn.Close()
		}
		if err := <-done; err != nil {
			t.Errorf("%s: server: %v", name, err)
		}
		clientConn.Close()
		serverConn.Close()
	}
}
