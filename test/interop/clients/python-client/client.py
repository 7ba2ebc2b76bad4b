"""A client of EJBCA as scripts are that take everything from files and the environment: each scalar that it sends is a text, and each that
looks like a number is one. Standard library only.

usage: client.py HOST:PORT CERTIFICATE KEY CA_CHAIN REQUEST
"""

import http.client
import json
import ssl
import sys
from urllib.parse import quote

ISSUER = "CN=ManagementCA,O=Sealwright"


def main(host, certificate, key, chain, request):
    context = ssl.create_default_context(cafile=chain)
    context.load_cert_chain(certificate, key)
    connection = http.client.HTTPSConnection(host, context=context)

    def call(method, path, body=None):
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        text = None if body is None else body if isinstance(body, str) else json.dumps(body)
        connection.request(method, "/ejbca/ejbca-rest-api" + path, text, headers)
        response = connection.getresponse()
        answer = response.read().decode()
        return response.status, json.loads(answer) if answer else None

    with open(request, encoding="ascii") as file:
        csr = file.read()

    def enroll(username, include_chain):
        status, answer = call(
            "POST",
            "/v1/certificate/pkcs10enroll",
            {
                "certificate_request": csr,
                "certificate_profile_name": "SERVER",
                "end_entity_profile_name": "EMPTY",
                "certificate_authority_name": "ManagementCA",
                "username": username,
                "password": 20310501,
                "include_chain": include_chain,
                "response_format": "der",
            },
        )
        return status, "certificate_chain" in answer, answer

    with_chain = enroll("py", "true")
    without_chain = enroll("py", "False")
    serial = without_chain[2].get("serial_number", "")
    path = f"/v1/certificate/{quote(ISSUER, safe='')}/{serial}"
    token = "/v1/cryptotoken/Numbered"
    results = {
        "probes": [call("GET", f"/{group}/status")[0] for group in ("v1/certificate", "v2/certificate", "v1/endentity", "v1/configdump")],
        "cas": [ca["name"] for ca in call("GET", "/v1/ca?includeExternal=True")[1].get("certificate_authorities", [])],
        "with chain": with_chain[:2],
        "without chain": without_chain[:2],
        "refused": without_chain[2].get("error_message"),
        "revoked": call("PUT", f"{path}/revoke?reason=SUPERSEDED")[1].get("revoked"),
        "CRL": sorted((call("POST", f"/v1/ca/{quote(ISSUER, safe='')}/createcrl?deltacrl=FALSE")[1] or {}).keys()),
        "opened": [call("PUT", f"{token}/activate", '{"activation_code": 20310501.10}')[0]],
    }
    call("PUT", f"{token}/deactivate")
    results["opened"].append(call("PUT", f"{token}/activate", {"activation_code": "20310501.10"})[0])
    print(json.dumps(results))


main(*sys.argv[1:])
