module secant.example/internal/_check

go 1.25.0
