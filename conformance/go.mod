module secant.example/conformance

go 1.25.0

require (
	filippo.io/edwards25519 v1.2.0
	github.com/gtank/ristretto255 v0.1.2
	golang.org/x/crypto v0.53.0
	secant.example v0.0.0
)

require golang.org/x/sys v0.46.0 // indirect

replace secant.example => ../
