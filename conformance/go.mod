module secant.example/conformance

go 1.25.0

require (
	filippo.io/edwards25519 v1.2.0
	github.com/btcsuite/btcd/btcec/v2 v2.3.6
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/gtank/ristretto255 v0.1.2
	github.com/oasisprotocol/curve25519-voi v0.0.0-20230904125328-1f23a7beb09a
	golang.org/x/crypto v0.53.0
	secant.example v0.0.0
)

require (
	github.com/btcsuite/btcd/chaincfg/chainhash v1.0.1 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
)

replace secant.example => ../
