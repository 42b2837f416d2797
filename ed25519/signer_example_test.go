// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519_test

import (
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log"
	"math/big"
	"net"
	"time"

	"secant.example/ed25519"
)

// newSigner returns a Signer of a new key.
func newSigner() *ed25519.Signer {
	_, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	signer, err := ed25519.NewSigner(privateKey)
	if err != nil {
		log.Fatal(err)
	}
	return signer
}

// selfSigned returns a certificate for signer, made by itself.
func selfSigned(signer *ed25519.Signer) *x509.Certificate {
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		DNSNames:              []string{"example.com"},
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, signer.Public(), signer)
	if err != nil {
		log.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	return certificate
}

// The functions of crypto/x509 that sign take a Signer; those that store keys take the key.
func ExampleSigner_certificate() {
	signer := newSigner()
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		DNSNames:              []string{"example.com"},
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, signer.Public(), signer)
	if err != nil {
		log.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(certificate.CheckSignatureFrom(certificate))

	// The key itself, for a file.
	if _, err := x509.MarshalPKCS8PrivateKey(signer); err != nil {
		fmt.Println("MarshalPKCS8PrivateKey does not know a Signer")
	}
	der, err = x509.MarshalPKCS8PrivateKey(signer.PrivateKey())
	if err != nil {
		log.Fatal(err)
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(key.(ed25519.PrivateKey).Equal(signer.PrivateKey()))
	// Output:
	// <nil>
	// MarshalPKCS8PrivateKey does not know a Signer
	// true
}

// A server of crypto/tls signs its handshakes with a Signer.
func ExampleSigner_tls() {
	signer := newSigner()
	certificate := selfSigned(signer)
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	clientConn, serverConn := net.Pipe()
	server := tls.Server(serverConn, &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{certificate.Raw}, PrivateKey: signer}},
	})
	client := tls.Client(clientConn, &tls.Config{RootCAs: roots, ServerName: "example.com"})
	go func() {
		defer server.Close()
		if _, err := server.Write([]byte("hello")); err != nil {
			log.Fatal(err)
		}
	}()
	greeting := make([]byte, 5)
	if _, err := client.Read(greeting); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s from %s\n", greeting, client.ConnectionState().PeerCertificates[0].PublicKeyAlgorithm)
	// Output:
	// hello from Ed25519
}
