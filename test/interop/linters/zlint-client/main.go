// Program zlint-client runs the certificate lints of zlint. Without an argument it prints a line of JSON for each lint;
// with a folder, a line for each certificate in it that zlint can read. After "revocation" it does the same with CRLs and
// OCSP responses.
package main

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zmap/zcrypto/x509"
	"github.com/zmap/zlint/v3"
	"github.com/zmap/zlint/v3/lint"
	"github.com/zmap/zlint/v3/util"
)

type linter struct {
	Name        string `json:"name"`
	Source      string `json:"source"`
	Description string `json:"description"`
	Citation    string `json:"citation"`
	From        string `json:"from"`
	Until       string `json:"until"`
}

type linted struct {
	File string `json:"file"`
	DER  string `json:"der"`
	// TLS, SMIME and CodeSigning are whether zlint takes it for a certificate of such a kind.
	TLS         bool     `json:"tls"`
	SMIME       bool     `json:"smime"`
	CodeSigning bool     `json:"codeSigning"`
	Errors      []string `json:"errors"`
}

func main() {
	encoder := json.NewEncoder(os.Stdout)
	if len(os.Args) < 2 {
		for _, one := range lint.GlobalRegistry().CertificateLints().Lints() {
			encoder.Encode(linter{one.Name, string(one.Source), one.Description, one.Citation, day(one.EffectiveDate), day(one.IneffectiveDate)})
		}
		return
	}
	if os.Args[1] == "revocation" {
		revocation(encoder, os.Args[2:])
		return
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.pem"))
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		der := octets(text)
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			continue
		}
		result := linted{File: filepath.Base(file), DER: base64.StdEncoding.EncodeToString(der), TLS: util.IsServerAuthCert(certificate), SMIME: util.IsEmailProtectionCert(certificate), CodeSigning: util.IsCodeSigning(certificate.PolicyIdentifiers), Errors: []string{}}
		for name, one := range zlint.LintCertificate(certificate).Results {
			if one.Status == lint.Error || one.Status == lint.Fatal {
				result.Errors = append(result.Errors, name)
			}
		}
		encoder.Encode(result)
	}
}

func day(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.DateOnly)
}

// Returns the DER of a file of PEM, or of bare Base64, of which there are some.
func octets(text []byte) []byte {
	if block, _ := pem.Decode(text); block != nil {
		return block.Bytes
	}
	der, _ := base64.StdEncoding.DecodeString(strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", ""))
	return der
}
