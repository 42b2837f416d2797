module secant.example/internal/_check

go 1.25.0

require (
	golang.org/x/sys v0.1.0
	secant.example v0.0.0
)

require golang.org/x/crypto v0.1.0 // indirect

replace secant.example => ../..
