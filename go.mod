module secant.example

go 1.22

require (
	golang.org/x/crypto v0.1.0
	golang.org/x/sys v0.1.0
)
