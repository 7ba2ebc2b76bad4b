package main

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/zmap/zcrypto/x509"
	"github.com/zmap/zlint/v3"
	"github.com/zmap/zlint/v3/lint"
	"golang.org/x/crypto/ocsp"
)

type revocationLinter struct {
	Name string `json:"name"`
	// Kind is "crl" or "ocsp".
	Kind string `json:"kind"`
}

type revocationLinted struct {
	File   string   `json:"file"`
	Kind   string   `json:"kind"`
	DER    string   `json:"der"`
	Errors []string `json:"errors"`
}

// Prints a line for each lint of CRLs and OCSP responses, or for each of these in a folder that zlint can read.
func revocation(encoder *json.Encoder, folders []string) {
	if len(folders) == 0 {
		for _, one := range lint.GlobalRegistry().RevocationListLints().Lints() {
			encoder.Encode(revocationLinter{one.Name, "crl"})
		}
		for _, one := range lint.GlobalRegistry().OcspResponseLints().Lints() {
			encoder.Encode(revocationLinter{one.Name, "ocsp"})
		}
		return
	}
	files, err := filepath.Glob(filepath.Join(folders[0], "*"))
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		name := filepath.Base(file)
		if block, _ := pem.Decode(text); block != nil && block.Type == "X509 CRL" {
			if list, err := x509.ParseRevocationList(block.Bytes); err == nil {
				encoder.Encode(revocationLinted{name, "crl", base64.StdEncoding.EncodeToString(block.Bytes), errorsOf(zlint.LintRevocationList(list))})
			}
			continue
		}
		der, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
		if err != nil {
			der = text
		}
		if response, err := ocsp.ParseResponse(der, nil); err == nil {
			encoder.Encode(revocationLinted{name, "ocsp", base64.StdEncoding.EncodeToString(der), errorsOf(zlint.LintOcspResponse(response))})
		}
	}
}

func errorsOf(results *zlint.ResultSet) []string {
	found := []string{}
	for name, one := range results.Results {
		if one.Status == lint.Error || one.Status == lint.Fatal {
			found = append(found, name)
		}
	}
	sort.Strings(found)
	return found
}
