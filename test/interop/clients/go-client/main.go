// Command go-client uses a running server through the Go client that EJBCA's users have, unmodified: it lists CAs, enrolls, revokes, and
// fetches a CRL. It prints one JSON object of what it saw, and fails when Go's own X.509 reader does not agree.
//
//	go run . HOST:PORT client.crt.pem client.key.pem ca.crt.pem
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/Keyfactor/ejbca-go-client-sdk/api/ejbca"
)

// report is what the test compares.
type report struct {
	Revision     string   `json:"revision"`
	Cas          []string `json:"cas"`
	CaSubject    string   `json:"caSubject"`
	Subject      string   `json:"subject"`
	DNSNames     []string `json:"dnsNames"`
	SerialNumber string   `json:"serialNumber"`
	Chain        int      `json:"chain"`
	Before       string   `json:"before"`
	Revoked      string   `json:"revoked"`
	After        string   `json:"after"`
	CrlNumber    string   `json:"crlNumber"`
	OnCrl        bool     `json:"onCrl"`
	Refusal      string   `json:"refusal"`
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: go-client HOST:PORT CERTIFICATE KEY CA")
		os.Exit(2)
	}
	seen, err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fmt.Fprintln(os.Stderr, describe(err))
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(seen); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(host, certificate, key, ca string) (report, error) {
	var seen report
	client, err := connect(host, certificate, key, ca)
	if err != nil {
		return seen, err
	}
	ctx := context.Background()

	status, _, err := client.V1CaApi.Status1(ctx).Execute()
	if err != nil {
		return seen, err
	}
	seen.Revision = status.GetRevision()

	listed, _, err := client.V1CaApi.ListCas(ctx).Execute()
	if err != nil {
		return seen, err
	}
	for _, each := range listed.CertificateAuthorities {
		seen.Cas = append(seen.Cas, each.GetName())
		seen.CaSubject = each.GetSubjectDn()
	}

	leaf, issuer, err := enroll(ctx, client, &seen)
	if err != nil {
		return seen, err
	}
	if err := revoke(ctx, client, &seen); err != nil {
		return seen, err
	}
	if err := readCrl(ctx, client, leaf, issuer, &seen); err != nil {
		return seen, err
	}
	return seen, refused(ctx, client, &seen)
}

func connect(host, certificate, key, ca string) (*ejbca.APIClient, error) {
	authenticator, err := ejbca.NewMTLSAuthenticatorBuilder().
		WithClientCertificatePath(certificate).
		WithClientCertificateKeyPath(key).
		WithCaCertificatePath(ca).
		Build()
	if err != nil {
		return nil, err
	}
	configuration := ejbca.NewConfiguration()
	configuration.Host = host
	configuration.SetAuthenticator(authenticator)
	return ejbca.NewAPIClient(configuration)
}

func enroll(ctx context.Context, client *ejbca.APIClient, seen *report) (*x509.Certificate, *x509.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := x509.CertificateRequest{
		Subject:  pkix.Name{CommonName: "go.example", Organization: []string{"Test"}},
		DNSNames: []string{"go.example"},
	}
	der, err := x509.CreateCertificateRequest(rand.Reader, &template, key)
	if err != nil {
		return nil, nil, err
	}
	request := *ejbca.NewEnrollCertificateRestRequest()
	request.SetCertificateRequest(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})))
	request.SetCertificateAuthorityName(seen.Cas[0])
	request.SetCertificateProfileName("SERVER")
	request.SetEndEntityProfileName("EMPTY")
	request.SetUsername("go-client")
	request.SetPassword("foo123")
	request.SetIncludeChain(true)
	answer, _, err := client.V1CertificateApi.EnrollPkcs10Certificate(ctx).EnrollCertificateRestRequest(request).Execute()
	if err != nil {
		return nil, nil, err
	}
	leaf, err := parse(answer.GetCertificate())
	if err != nil {
		return nil, nil, err
	}
	if len(answer.CertificateChain) == 0 {
		return nil, nil, errors.New("the chain is empty")
	}
	issuer, err := parse(answer.CertificateChain[0])
	if err != nil {
		return nil, nil, err
	}
	if err := leaf.CheckSignatureFrom(issuer); err != nil {
		return nil, nil, err
	}
	if !key.PublicKey.Equal(leaf.PublicKey) {
		return nil, nil, errors.New("the certificate is for another key")
	}
	seen.Subject = leaf.Subject.String()
	seen.DNSNames = leaf.DNSNames
	seen.SerialNumber = answer.GetSerialNumber()
	seen.Chain = len(answer.CertificateChain)
	if number := fmt.Sprintf("%X", leaf.SerialNumber); number != seen.SerialNumber {
		return nil, nil, fmt.Errorf("the serial number is %s in the certificate and %s in the answer", number, seen.SerialNumber)
	}
	return leaf, issuer, nil
}

func revoke(ctx context.Context, client *ejbca.APIClient, seen *report) error {
	api := client.V1CertificateApi
	before, _, err := api.RevocationStatus(ctx, seen.CaSubject, seen.SerialNumber).Execute()
	if err != nil {
		return err
	}
	seen.Before = before.GetRevocationReason()
	revoked, _, err := api.RevokeCertificate(ctx, seen.CaSubject, seen.SerialNumber).Reason("SUPERSEDED").Execute()
	if err != nil {
		return err
	}
	seen.Revoked = revoked.GetMessage()
	if time.Since(revoked.GetRevocationDate()) > time.Minute {
		return fmt.Errorf("revoked at %s", revoked.GetRevocationDate())
	}
	after, _, err := api.RevocationStatus(ctx, seen.CaSubject, seen.SerialNumber).Execute()
	if err != nil {
		return err
	}
	seen.After = after.GetRevocationReason()
	return nil
}

func readCrl(ctx context.Context, client *ejbca.APIClient, leaf, issuer *x509.Certificate, seen *report) error {
	created, _, err := client.V1CaApi.CreateCrl(ctx, seen.CaSubject).Execute()
	if err != nil {
		return err
	}
	if !created.GetAllSuccess() {
		return errors.New("createcrl was not successful")
	}
	latest, _, err := client.V1CaApi.GetLatestCrl(ctx, seen.CaSubject).Execute()
	if err != nil {
		return err
	}
	der, err := base64.StdEncoding.DecodeString(latest.GetCrl())
	if err != nil {
		return err
	}
	crl, err := x509.ParseRevocationList(der)
	if err != nil {
		return err
	}
	if err := crl.CheckSignatureFrom(issuer); err != nil {
		return err
	}
	seen.CrlNumber = crl.Number.String()
	for _, entry := range crl.RevokedCertificates {
		seen.OnCrl = seen.OnCrl || entry.SerialNumber.Cmp(leaf.SerialNumber) == 0
	}
	return nil
}

// refused notes what the client makes of a refusal.
func refused(ctx context.Context, client *ejbca.APIClient, seen *report) error {
	_, _, err := client.V1CertificateApi.RevokeCertificate(ctx, seen.CaSubject, seen.SerialNumber).Reason("SUPERSEDED").Execute()
	if err == nil {
		return errors.New("a second revocation was not refused")
	}
	seen.Refusal = describe(err)
	return nil
}

func parse(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// describe adds the body of the answer, which the client keeps beside the error.
func describe(err error) string {
	var answered *ejbca.GenericOpenAPIError
	if errors.As(err, &answered) {
		return fmt.Sprintf("%s: %s", err, answered.Body())
	}
	return err.Error()
}
