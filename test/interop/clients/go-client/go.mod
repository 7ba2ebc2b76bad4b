module sealwright.invalid/go-client

go 1.19

require github.com/Keyfactor/ejbca-go-client-sdk v1.0.2

require golang.org/x/oauth2 v0.21.0 // indirect
