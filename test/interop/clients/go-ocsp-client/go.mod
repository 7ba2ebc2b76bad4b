module sealwright.invalid/go-ocsp-client

go 1.25.0

require golang.org/x/crypto v0.55.0
