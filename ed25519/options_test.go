// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"reflect"
	"testing"

	"secant.example/internal/testkit"
)

// demanding returns options that ask for more than a hash function: one for each field that
// SignOptions have, for each hash function.
func demanding(t *testing.T) (all []*SignOptions) {
	t.Helper()
	fields := reflect.TypeOf(SignOptions{})
	for i := 0; i < fields.NumField(); i++ {
		if fields.Field(i).Name == "Hash" {
			continue
		}
		for _, hash := range []crypto.Hash{0, crypto.SHA512} {
			o := &SignOptions{Hash: hash}
			switch field := reflect.ValueOf(o).Elem().Field(i); field.Kind() {
			case reflect.String:
				field.SetString("a")
			case reflect.Bool:
				field.SetBool(true)
			default:
				t.Fatalf("the field %s is of a kind that this test does not know", fields.Field(i).Name)
			}
			all = append(all, o)
		}
	}
	if len(all) < 2 {
		t.Fatalf("%d options", len(all))
	}
	return all
}

// TestNothingIsDropped gives options to the standard library's PrivateKey.Sign, which knows
// its own only: it signs as they say, or it fails.
func TestNothingIsDropped(t *testing.T) {
	public, private := newKey(t, testkit.NewRand(t))
	message := make([]byte, 64)
	for _, o := range demanding(t) {
		if sig, err := private.Sign(nil, message, o); err == nil {
			t.Errorf("%+v: the standard library signs %x", *o, sig)
		}
		if available := o.HashFunc().Available(); available {
			t.Errorf("%+v: its hash function exists", *o)
		}
	}
	for _, o := range []*SignOptions{nil, {}, {Hash: crypto.SHA512}} {
		sig, err := private.Sign(nil, message, o)
		want, wantErr := SignWithOptions(private, message, o)
		if err != nil || wantErr != nil || !bytes.Equal(sig, want) {
			t.Errorf("%+v: the standard library signs %x, %v, and this package %x, %v", o, sig, err, want, wantErr)
		}
	}
	if sig, err := private.Sign(nil, message, &SignOptions{Hash: crypto.SHA256}); err == nil {
		t.Errorf("with SHA-256: %x", sig)
	}

	// Options are the standard library's own, so that the context counts.
	for _, o := range []*Options{{Context: "a"}, {Hash: crypto.SHA512, Context: "a"}} {
		sig, err := private.Sign(nil, message, o)
		if err != nil || VerifyWithOptions(public, message, sig, o) != nil {
			t.Errorf("%+v: %x, %v", *o, sig, err)
		}
		if VerifyWithOptions(public, message, sig, &Options{Hash: o.Hash}) == nil {
			t.Errorf("%+v: valid without the context", *o)
		}
	}
}

// An insistent signer has a key sign with options of its own, whatever it is asked for.
type insistent struct {
	crypto.Signer
	opts crypto.SignerOpts
}

func (s insistent) Sign(random io.Reader, message []byte, _ crypto.SignerOpts) ([]byte, error) {
	return s.Signer.Sign(random, message, s.opts)
}

// TestNothingIsDroppedInCertificates has crypto/x509 and crypto/tls sign by a signer that
// asks the standard library's key for a context: there is no certificate, and no connection,
// with a signature without it.
func TestNothingIsDroppedInCertificates(t *testing.T) {
	_, private := newKey(t, testkit.NewRand(t))
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"secant.example"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range demanding(t) {
		signer := insistent{private, o}
		if der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), signer); err == nil {
			t.Errorf("%+v: the certificate %x", *o, der)
		}
		clientConn, serverConn := net.Pipe()
		server := tls.Server(serverConn, &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: signer}}})
		client := tls.Client(clientConn, &tls.Config{InsecureSkipVerify: true})
		done := make(chan error, 1)
		go func() {
			err := client.Handshake()
			clientConn.Close()
			done <- err
		}()
		if err := server.Handshake(); err == nil {
			t.Errorf("%+v: a handshake", *o)
		}
		serverConn.Close()
		if err := <-done; err == nil {
			t.Errorf("%+v: a handshake of the client", *o)
		}
	}
}

// TestSignerOptions gives a Signer options of all types.
func TestSignerOptions(t *testing.T) {
	public, private := newKey(t, testkit.NewRand(t))
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	message := make([]byte, 64)
	for _, variant := range []Options{{}, {Context: "a"}, {Hash: crypto.SHA512}, {Hash: crypto.SHA512, Context: "a"}} {
		for _, o := range []crypto.SignerOpts{&variant, &ed25519.Options{Hash: variant.Hash, Context: variant.Context}, signOptions(&variant)} {
			sig, err := signer.Sign(nil, message, o)
			if err != nil || VerifyWithOptions(public, message, sig, &variant) != nil {
				t.Errorf("%+v: %x, %v", o, sig, err)
			}
		}
	}
	if _, err := signer.Sign(nil, message, unknownHash); !errors.Is(err, ErrOptions) {
		t.Errorf("the unknown hash function: %v", err)
	}
}
