// Command operations calls single operations of a running server through the Go client that EJBCA's users have, unmodified.
//
// Each line of its input is a JSON object: an operation, the values in its path, and its query or body. Each line of its output is
// one, too: the status, and what the client made of the answer or of the refusal.
//
//	go run . HOST:PORT client.crt.pem client.key.pem ca.crt.pem
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/Keyfactor/ejbca-go-client-sdk/api/ejbca"
)

// call is a line of the input.
type call struct {
	Operation string          `json:"operation"`
	Path      []string        `json:"path"`
	Query     query           `json:"query"`
	Body      json.RawMessage `json:"body"`
}

// query has the parameters that any of the operations takes.
type query struct {
	Reason             *string    `json:"reason"`
	Date               *time.Time `json:"date"`
	Days               int64      `json:"days"`
	Offset             int32      `json:"offset"`
	MaxNumberOfResults int32      `json:"maxNumberOfResults"`
}

// result is a line of the output.
type result struct {
	Status int `json:"status"`
	// What the client decoded, encoded again by itself; null without a body.
	Answer any `json:"answer"`
	// The error of the client; empty without one.
	Error string `json:"error"`
	// The body that the client keeps beside an error.
	Refusal string `json:"refusal"`
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: operations HOST:PORT CERTIFICATE KEY CA")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(host, certificate, key, ca string) error {
	authenticator, err := ejbca.NewMTLSAuthenticatorBuilder().
		WithClientCertificatePath(certificate).
		WithClientCertificateKeyPath(key).
		WithCaCertificatePath(ca).
		Build()
	if err != nil {
		return err
	}
	configuration := ejbca.NewConfiguration()
	configuration.Host = host
	configuration.SetAuthenticator(authenticator)
	client, err := ejbca.NewAPIClient(configuration)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked call
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		operation, known := operations[asked.Operation]
		if !known {
			return fmt.Errorf("the client has no operation '%s'", asked.Operation)
		}
		answer, response, err := operation(context.Background(), client, asked)
		if err := json.NewEncoder(os.Stdout).Encode(resultOf(answer, response, err)); err != nil {
			return err
		}
	}
	return lines.Err()
}

func resultOf(answer any, response *http.Response, err error) result {
	var seen result
	if response != nil {
		seen.Status = response.StatusCode
	}
	if err == nil {
		seen.Answer = answer
		return seen
	}
	seen.Error = err.Error()
	var answered *ejbca.GenericOpenAPIError
	if errors.As(err, &answered) {
		seen.Refusal = string(answered.Body())
	}
	return seen
}

// body reads a body into a model of the client.
func body[Model any](asked call) Model {
	var model Model
	if err := json.Unmarshal(asked.Body, &model); err != nil {
		panic(err)
	}
	return model
}
