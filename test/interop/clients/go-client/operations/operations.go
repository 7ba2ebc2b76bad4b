package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/Keyfactor/ejbca-go-client-sdk/api/ejbca"
)

// operation makes one call of the client.
type operation func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error)

// operations has what the client has for certificates and end entities, by method and path.
var operations = map[string]operation{
	"POST /v1/certificate/certificaterequest": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1CertificateApi.CertificateRequest(ctx)
		return answered(request.CertificateRequestRestRequest(body[ejbca.CertificateRequestRestRequest](asked)).Execute())
	},
	"POST /v1/certificate/enrollkeystore": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1CertificateApi.EnrollKeystore(ctx)
		return answered(request.KeyStoreRestRequest(body[ejbca.KeyStoreRestRequest](asked)).Execute())
	},
	"POST /v1/certificate/pkcs10enroll": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1CertificateApi.EnrollPkcs10Certificate(ctx)
		return answered(request.EnrollCertificateRestRequest(body[ejbca.EnrollCertificateRestRequest](asked)).Execute())
	},
	"POST /v1/certificate/{request_id}/finalize": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		number, err := strconv.ParseInt(asked.Path[0], 10, 32)
		if err != nil {
			return nil, nil, err
		}
		request := client.V1CertificateApi.FinalizeEnrollment(ctx, int32(number))
		return answered(request.FinalizeRestRequest(body[ejbca.FinalizeRestRequest](asked)).Execute())
	},
	"GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		return answered(client.V1CertificateApi.RevocationStatus(ctx, asked.Path[0], asked.Path[1]).Execute())
	},
	"PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1CertificateApi.RevokeCertificate(ctx, asked.Path[0], asked.Path[1])
		if asked.Query.Reason != nil {
			request = request.Reason(*asked.Query.Reason)
		}
		if asked.Query.Date != nil {
			request = request.Date(*asked.Query.Date)
		}
		return answered(request.Execute())
	},
	"GET /v1/certificate/expire": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1CertificateApi.GetCertificatesAboutToExpire(ctx).Days(asked.Query.Days)
		request = request.Offset(asked.Query.Offset).MaxNumberOfResults(asked.Query.MaxNumberOfResults)
		return answered(request.Execute())
	},
	"POST /v1/certificate/search": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1CertificateApi.SearchCertificates(ctx)
		return answered(request.SearchCertificatesRestRequest(body[ejbca.SearchCertificatesRestRequest](asked)).Execute())
	},
	"POST /v2/certificate/search": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V2CertificateApi.SearchCertificates1(ctx)
		found, response, err := request.SearchCertificatesRestRequestV2(body[ejbca.SearchCertificatesRestRequestV2](asked)).Execute()
		if err != nil {
			return nil, response, err
		}
		// Members of an item are read-only to the client: it reads them, and leaves them out where it writes one.
		items := []map[string]any{}
		for _, item := range found.GetCertificates() {
			items = append(items, map[string]any{"serialNumber": item.GetSerialNumber(), "username": item.GetUsername()})
		}
		return map[string]any{"certificates": items, "pagination_summary": found.PaginationSummary}, response, nil
	},
	"GET /v1/certificate/status": func(ctx context.Context, client *ejbca.APIClient, _ call) (any, *http.Response, error) {
		return answered(client.V1CertificateApi.Status2(ctx).Execute())
	},
	"POST /v1/endentity": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1EndentityApi.Add(ctx)
		return done(request.AddEndEntityRestRequest(body[ejbca.AddEndEntityRestRequest](asked)).Execute())
	},
	"DELETE /v1/endentity/{endentity_name}": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		return done(client.V1EndentityApi.Delete(ctx, asked.Path[0]).Execute())
	},
	"PUT /v1/endentity/{endentity_name}/revoke": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1EndentityApi.Revoke(ctx, asked.Path[0])
		return done(request.EndEntityRevocationRestRequest(body[ejbca.EndEntityRevocationRestRequest](asked)).Execute())
	},
	"POST /v1/endentity/search": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1EndentityApi.Search(ctx)
		return answered(request.SearchEndEntitiesRestRequest(body[ejbca.SearchEndEntitiesRestRequest](asked)).Execute())
	},
	"POST /v1/endentity/{endentity_name}/setstatus": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V1EndentityApi.Setstatus(ctx, asked.Path[0])
		return done(request.SetEndEntityStatusRestRequest(body[ejbca.SetEndEntityStatusRestRequest](asked)).Execute())
	},
	"GET /v1/endentity/status": func(ctx context.Context, client *ejbca.APIClient, _ call) (any, *http.Response, error) {
		return answered(client.V1EndentityApi.Status6(ctx).Execute())
	},
	"GET /v2/certificate/profile/{profile_name}": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		return answered(client.V2CertificateApi.GetCertificateProfileInfo(ctx, asked.Path[0]).Execute())
	},
	"GET /v2/certificate/status": func(ctx context.Context, client *ejbca.APIClient, _ call) (any, *http.Response, error) {
		return answered(client.V2CertificateApi.Status3(ctx).Execute())
	},
	"GET /v2/endentity/profiles/authorized": func(ctx context.Context, client *ejbca.APIClient, _ call) (any, *http.Response, error) {
		return answered(client.V2EndentityApi.GetAuthorizedEndEntityProfiles(ctx).Execute())
	},
	"GET /v2/endentity/profile/{endentity_profile_name}": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		return answered(client.V2EndentityApi.Profile(ctx, asked.Path[0]).Execute())
	},
	"POST /v2/endentity/search": func(ctx context.Context, client *ejbca.APIClient, asked call) (any, *http.Response, error) {
		request := client.V2EndentityApi.SortedSearch(ctx)
		return answered(request.SearchEndEntitiesRestRequestV2(body[ejbca.SearchEndEntitiesRestRequestV2](asked)).Execute())
	},
	"GET /v2/endentity/status": func(ctx context.Context, client *ejbca.APIClient, _ call) (any, *http.Response, error) {
		return answered(client.V2EndentityApi.Status7(ctx).Execute())
	},
}

// answered is the outcome of an operation that answers with a body.
func answered[Model any](answer *Model, response *http.Response, err error) (any, *http.Response, error) {
	return answer, response, err
}

// done is the outcome of an operation that answers without a body, but for one that waits for approval: the client leaves that in the response.
func done(response *http.Response, err error) (any, *http.Response, error) {
	if err != nil || response.StatusCode != http.StatusAccepted {
		return nil, response, err
	}
	var waiting any
	return &waiting, response, json.NewDecoder(response.Body).Decode(&waiting)
}
