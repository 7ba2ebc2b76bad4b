// Asks an OCSP responder about certificates with golang.org/x/crypto/ocsp, by GET and by POST, with each hash:
//
//	go-ocsp-client URL CA CERTIFICATE...
//
// Files are in PEM. It prints a line for each certificate: its status, and the reason of a revocation.
package main

import (
	"bytes"
	"crypto"
	_ "crypto/sha1"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"golang.org/x/crypto/ocsp"
)

func main() {
	where, issuer := os.Args[1], read(os.Args[2])
	for _, file := range os.Args[3:] {
		certificate := read(file)
		var told string
		for _, hash := range []crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA384, crypto.SHA512} {
			request, err := ocsp.CreateRequest(certificate, issuer, &ocsp.RequestOptions{Hash: hash})
			must(err)
			posted, err := http.Post(where, "application/ocsp-request", bytes.NewReader(request))
			must(err)
			fetched, err := http.Get(where + "/" + url.PathEscape(base64.StdEncoding.EncodeToString(request)))
			must(err)
			for _, answer := range []*http.Response{posted, fetched} {
				line := describe(answer, certificate, issuer)
				if told != "" && told != line {
					panic("answers differ: " + told + ", " + line)
				}
				told = line
			}
		}
		fmt.Println(told)
	}
}

// describe verifies an answer and names what it says.
func describe(answer *http.Response, certificate, issuer *x509.Certificate) string {
	octets, err := io.ReadAll(answer.Body)
	must(err)
	response, err := ocsp.ParseResponseForCert(octets, certificate, issuer)
	must(err)
	now := time.Now()
	if response.ThisUpdate.After(now) || response.NextUpdate.Before(now) {
		panic("the answer is not of now")
	}
	switch response.Status {
	case ocsp.Good:
		return "good"
	case ocsp.Revoked:
		return fmt.Sprintf("revoked %d", response.RevocationReason)
	default:
		return "unknown"
	}
}

func read(file string) *x509.Certificate {
	text, err := os.ReadFile(file)
	must(err)
	block, _ := pem.Decode(text)
	certificate, err := x509.ParseCertificate(block.Bytes)
	must(err)
	return certificate
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
