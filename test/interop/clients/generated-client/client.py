"""Calls single operations through a client that openapi-python-client has generated of the server's own description, as EJBCA's SDK for
Python was made of EJBCA's. Each line of its input is a JSON object: an operation, the values in its path, and its query or body. Each line of
its output is one, too: the status, and what the client made of the answer.

usage: client.py DIRECTORY_OF_THE_CLIENT HOST:PORT CERTIFICATE KEY CA_CHAIN
"""

import importlib
import inspect
import json
import re
import ssl
import sys
import typing

OPERATIONS = {
    "DELETE /v1/endentity/{endentity_name}": "v1endentity.v1_endentity_delete",
    "GET /v1/certificate/expire": "v1certificate.v1_certificate_expire",
    "GET /v1/certificate/status": "v1certificate.v1_certificate_status",
    "GET /v1/certificate/{issuer_dn}/{certificate_serial_number}/revocationstatus": "v1certificate.v1_certificate_revocationstatus",
    "GET /v1/endentity/status": "v1endentity.v1_endentity_status",
    "GET /v2/certificate/count": "v2certificate.v2_certificate_count",
    "GET /v2/certificate/profile/{profile_name}": "v2certificate.v2_certificate_profile",
    "GET /v2/certificate/status": "v2certificate.v2_certificate_status",
    "GET /v2/endentity/profile/{endentity_profile_name}": "v2endentity.v2_endentity_profile",
    "GET /v2/endentity/profiles/authorized": "v2endentity.v_2_endentity_profiles_authorized",
    "GET /v2/endentity/status": "v2endentity.v2_endentity_status",
    "POST /v1/certificate/certificaterequest": "v1certificate.v1_certificate_certificaterequest",
    "POST /v1/certificate/enroll": "v1certificate.v1_certificate_enroll",
    "POST /v1/certificate/enrollkeystore": "v1certificate.v1_certificate_enrollkeystore",
    "POST /v1/certificate/pkcs10enroll": "v1certificate.v1_certificate_pkcs10enroll",
    "POST /v1/certificate/search": "v1certificate.v1_certificate_search",
    "POST /v1/certificate/{request_id}/finalize": "v1certificate.v1_certificate_finalize",
    "POST /v1/endentity": "v1endentity.v1_endentity_add",
    "POST /v1/endentity/edit": "v1endentity.v1_endentity_edit",
    "POST /v1/endentity/search": "v1endentity.v1_endentity_search",
    "POST /v1/endentity/{endentity_name}/setstatus": "v1endentity.v1_endentity_setstatus",
    "POST /v2/certificate/search": "v2certificate.v2_certificate_search",
    "POST /v2/certificate/{issuer_dn}/keyimport": "v2certificate.v2_certificate_keyimport",
    "POST /v2/endentity/search": "v2endentity.v2_endentity_search",
    "PUT /v1/certificate/{issuer_dn}/{certificate_serial_number}/revoke": "v1certificate.v1_certificate_revoke",
    "PUT /v1/endentity/{endentity_name}/revoke": "v1endentity.v1_endentity_revoke",
    "PUT /v2/certificate/{issuer_dn}/{certificate_serial_number}/keyrecover": "v2certificate.v2_certificate_keyrecover",
}


def main(directory, host, certificate, key, chain):
    sys.path.insert(0, directory)
    library = importlib.import_module("library")
    context = ssl.create_default_context(cafile=chain)
    context.load_cert_chain(certificate, key)
    client = library.Client(f"https://{host}/ejbca/ejbca-rest-api", verify_ssl=context, raise_on_unexpected_status=True)
    for line in sys.stdin:
        print(json.dumps(result(client, json.loads(line))), flush=True)


def result(client, asked):
    operation = importlib.import_module("library.api." + OPERATIONS[asked["operation"]]).sync_detailed
    types = typing.get_type_hints(operation)
    names = re.findall(r"{(\w+)}", asked["operation"])
    arguments = {name: types[name](value) for name, value in zip(names, asked["path"])}
    # maxNumberOfResults is max_number_of_results to the client.
    arguments |= {re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name): value for name, value in asked["query"].items()}
    if "body" in inspect.signature(operation).parameters:
        arguments["body"] = types["body"].from_dict(asked["body"])
    response = operation(client=client, **arguments)
    answer = response.parsed.to_dict() if hasattr(response.parsed, "to_dict") else None
    if response.status_code < 300:
        return {"status": response.status_code, "answer": answer, "error": "", "refusal": ""}
    return {"status": response.status_code, "answer": None, "error": response.status_code.phrase, "refusal": json.dumps(answer)}


main(*sys.argv[1:])
