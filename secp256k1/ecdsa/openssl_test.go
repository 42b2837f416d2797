// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

// What OpenSSL 3.0 wrote of one key, whose private key, and whose public key's x-coordinate,
// start with a zero byte: with `openssl ec`, `openssl pkcs8` and `openssl pkey`.

const (
	openSSLPrivate = "0062607b1ef40f9c7c3a2b16bd61d9cdcf7b685d9497747cac49aa2e9ddb88b0"
	openSSLX       = "00f5c224036ef67ac8d0428df949b7a825f992e0602576d0087e49f6006bb27b"
	openSSLY       = "c4d6ca3e40486a3f2965ba38f0c169364646f3c08b805a3242eca4af95f1bd25"
	// openSSLSig is a signature by `openssl dgst -sha256 -sign` of openSSLMessage.
	openSSLMessage = "signed by openssl"
	openSSLSig     = "3044022008ffc870c14b18cb4346ec59e440e947345afa2df2cef862106f5733411226d402206895bde22cf0aac073ae8219dc3c01033f48f7b6302ec5019447214ffbf1eef2"
)

const sec1PEM = `-----BEGIN EC PRIVATE KEY-----
MHQCAQEEIABiYHse9A+cfDorFr1h2c3Pe2hdlJd0fKxJqi6d24iwoAcGBSuBBAAK
oUQDQgAEAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQCH5J9gBrsnvE1so+QEhqPyll
ujjwwWk2RkbzwIuAWjJC7KSvlfG9JQ==
-----END EC PRIVATE KEY-----
`

const pkcs8PEM = `-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgAGJgex70D5x8OisWvWHZ
zc97aF2Ul3R8rEmqLp3biLChRANCAAQA9cIkA272esjQQo35SbeoJfmS4GAldtAI
fkn2AGuye8TWyj5ASGo/KWW6OPDBaTZGRvPAi4BaMkLspK+V8b0l
-----END PRIVATE KEY-----
`

const spkiPEM = `-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQ
CH5J9gBrsnvE1so+QEhqPyllujjwwWk2RkbzwIuAWjJC7KSvlfG9JQ==
-----END PUBLIC KEY-----
`

// privatePEMs hold the key in other forms.
var privatePEMs = map[string]string{
	"SEC 1 after its parameters": `-----BEGIN EC PARAMETERS-----
BgUrgQQACg==
-----END EC PARAMETERS-----
-----BEGIN EC PRIVATE KEY-----
MHQCAQEEIABiYHse9A+cfDorFr1h2c3Pe2hdlJd0fKxJqi6d24iwoAcGBSuBBAAK
oUQDQgAEAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQCH5J9gBrsnvE1so+QEhqPyll
ujjwwWk2RkbzwIuAWjJC7KSvlfG9JQ==
-----END EC PRIVATE KEY-----
`,
	"SEC 1 without public key": `-----BEGIN EC PRIVATE KEY-----
MC4CAQEEIABiYHse9A+cfDorFr1h2c3Pe2hdlJd0fKxJqi6d24iwoAcGBSuBBAAK
-----END EC PRIVATE KEY-----
`,
	"SEC 1, compressed": `-----BEGIN EC PRIVATE KEY-----
MFQCAQEEIABiYHse9A+cfDorFr1h2c3Pe2hdlJd0fKxJqi6d24iwoAcGBSuBBAAK
oSQDIgADAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQCH5J9gBrsns=
-----END EC PRIVATE KEY-----
`,
	"PKCS #8, compressed": `-----BEGIN PRIVATE KEY-----
MGQCAQAwEAYHKoZIzj0CAQYFK4EEAAoETTBLAgEBBCAAYmB7HvQPnHw6Kxa9YdnN
z3toXZSXdHysSaounduIsKEkAyIAAwD1wiQDbvZ6yNBCjflJt6gl+ZLgYCV20Ah+
SfYAa7J7
-----END PRIVATE KEY-----
`,
	"PKCS #8 without public key": `-----BEGIN PRIVATE KEY-----
MD4CAQAwEAYHKoZIzj0CAQYFK4EEAAoEJzAlAgEBBCAAYmB7HvQPnHw6Kxa9YdnN
z3toXZSXdHysSaounduIsA==
-----END PRIVATE KEY-----
`,
}

// otherPrivatePEMs are not for [ParsePrivateKeyPEM].
var otherPrivatePEMs = map[string]string{
	"explicit parameters": `-----BEGIN EC PRIVATE KEY-----
MIIBUQIBAQQgAGJgex70D5x8OisWvWHZzc97aF2Ul3R8rEmqLp3biLCggeMwgeAC
AQEwLAYHKoZIzj0BAQIhAP////////////////////////////////////7///wv
MEQEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABCAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAABwRBBHm+Zn753LusVaBilc6HCwcCm/zbLc4o
2VnygVsW+BeYSDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj/sQ1LgCIQD/////
///////////////+uq7c5q9IoDu/0l6M0DZBQQIBAaFEA0IABAD1wiQDbvZ6yNBC
jflJt6gl+ZLgYCV20Ah+SfYAa7J7xNbKPkBIaj8pZbo48MFpNkZG88CLgFoyQuyk
r5XxvSU=
-----END EC PRIVATE KEY-----
`,
	"encrypted SEC 1": `-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,B5CAE4EEF3337936FF197F5951B80880

Fy5T2axlkKJv1RsHiQm83XN4LJR5B7zYcOvt2k+5DIaqN3+o/fsmjdQcd5YMg8e9
zKu59qSkGu+9eEcM5o+tMV2Rz/te+dlXEhG0ksKYkhvIH8cgoUDGKXgpBDsjsgkb
V3wjPnjuBnpkdrEByO09Pv5RBlJAwBcIeTjUfsWJBbY=
-----END EC PRIVATE KEY-----
`,
	"encrypted PKCS #8": `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAho3gM8f06mPwICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEAWUxXIssLn/yPo55SHnGxwEgZD4
UWgmzMobA4ipVaugQ15Tx0J9VPlEe1oOXUMxLgZ2+D8q9m6n8D4OwLrg+YW7q0X9
ZjyGJYNcbgQmdoiGjXykqaKV2bzT5rNqgECQWiS8QB5jdK3HTogI+En1+jw4t+sv
SkGzXNkomZvvqu6k8lIN8EQQtkjKlR0IWRs9EgVTEITyO0W2DTYxKDKiAqI6tZg=
-----END ENCRYPTED PRIVATE KEY-----
`,
	"P-256": `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIPX8v5QCtzWw6cJIj4Mfclzngfi0DtDsvPmckMojWTJJoAoGCCqGSM49
AwEHoUQDQgAEtlcTvSqpLqzOVpvMaP9h298xVDBqh6L9x/WeGfSWnESzo64wzN1J
WkxU/6D36YfNvA5YtW6sLam5m9T9LvJxRQ==
-----END EC PRIVATE KEY-----
`,
	"P-256 in PKCS #8": `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9fy/lAK3NbDpwkiP
gx9yXOeB+LQO0Oy8+ZyQyiNZMkmhRANCAAS2VxO9KqkurM5Wm8xo/2Hb3zFUMGqH
ov3H9Z4Z9JacRLOjrjDM3UlaTFT/oPfph828Dli1bqwtqbmb1P0u8nFF
-----END PRIVATE KEY-----
`,
	"Ed25519": `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIEQ/eRivpJoFJNqPi5QELc18z8HZ4woaJx7sM2sCr9fT
-----END PRIVATE KEY-----
`,
	"a public key": spkiPEM,
}

// compressedPEM holds the public key in another form.
const compressedPEM = `-----BEGIN PUBLIC KEY-----
MDYwEAYHKoZIzj0CAQYFK4EEAAoDIgADAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQ
CH5J9gBrsns=
-----END PUBLIC KEY-----
`

// otherPublicPEMs are not for [ParsePublicKeyPEM].
var otherPublicPEMs = map[string]string{
	"hybrid": `-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAHAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQ
CH5J9gBrsnvE1so+QEhqPyllujjwwWk2RkbzwIuAWjJC7KSvlfG9JQ==
-----END PUBLIC KEY-----
`,
	"explicit parameters": `-----BEGIN PUBLIC KEY-----
MIIBMzCB7AYHKoZIzj0CATCB4AIBATAsBgcqhkjOPQEBAiEA////////////////
/////////////////////v///C8wRAQgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHBEEEeb5m
fvncu6xVoGKVzocLBwKb/NstzijZWfKBWxb4F5hIOtp3JqPEZV2k+/wOEQio/Re0
SKaFVBmcR9CP+xDUuAIhAP////////////////////66rtzmr0igO7/SXozQNkFB
AgEBA0IABAD1wiQDbvZ6yNBCjflJt6gl+ZLgYCV20Ah+SfYAa7J7xNbKPkBIaj8p
Zbo48MFpNkZG88CLgFoyQuykr5XxvSU=
-----END PUBLIC KEY-----
`,
	"P-256": `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEtlcTvSqpLqzOVpvMaP9h298xVDBq
h6L9x/WeGfSWnESzo64wzN1JWkxU/6D36YfNvA5YtW6sLam5m9T9LvJxRQ==
-----END PUBLIC KEY-----
`,
	"Ed25519": `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAx2I5hRKcv62qWrFUQwljqDKCqRrlLnaXnEi08F51p9k=
-----END PUBLIC KEY-----
`,
	"a private key": sec1PEM,
}
