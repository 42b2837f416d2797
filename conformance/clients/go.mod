module secant.example/conformance/clients

go 1.25.0

require secant.example v0.0.0

require golang.org/x/sys v0.1.0 // indirect

replace secant.example => ../../
