module secant.example

go 1.25.0

require (
	golang.org/x/crypto v0.53.0
	golang.org/x/sys v0.46.0
)
