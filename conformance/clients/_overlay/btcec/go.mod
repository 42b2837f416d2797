module github.com/btcsuite/btcd/btcec/v2

go 1.21

require secant.example v0.0.0
