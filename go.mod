module secant.example

go 1.25.0
