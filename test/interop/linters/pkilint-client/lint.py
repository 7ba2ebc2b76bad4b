"""pkilint as a library: the validations of its linters, or their errors in what is read from the standard input.

    lint.py validations            one line of JSON: the codes of level ERROR and FATAL of each linter
    lint.py lint < objects         a line of JSON for each line that is read

A line that is read has `linter` (pkix, serverauth, smime, crl, arl or ocsp), `der` in Base64 and, for serverauth and smime, `type`: the name of
pkilint's type of certificate, `individual/strict` for S/MIME; without it the type is found by pkilint from what the certificate says. A line
that is written has `type` and `errors`, codes with messages; or `unreadable`, why pkilint does not take it.
"""
import base64
import functools
import json
import logging
import sys

from pkilint import finding_filter, loader, pkix
from pkilint.cabf import cabf_crl, serverauth, smime
from pkilint.cabf.serverauth.serverauth_constants import CertificateType
from pkilint.cabf.smime.smime_constants import Generation, ValidationLevel
from pkilint.pkix import certificate, crl, extension, name, ocsp
from pkilint.validation import ValidationFindingSeverity

ERRORS = {ValidationFindingSeverity.ERROR, ValidationFindingSeverity.FATAL}
UNHANDLED = "base.unhandled_exception"


@functools.cache
def pkix_validator():
    return certificate.create_pkix_certificate_validator_container(
        certificate.create_decoding_validators(name.ATTRIBUTE_TYPE_MAPPINGS, extension.EXTENSION_MAPPINGS),
        [
            certificate.create_issuer_validator_container([]),
            certificate.create_validity_validator_container(),
            certificate.create_subject_validator_container([]),
            certificate.create_extensions_validator_container([]),
            certificate.create_spki_validator_container([]),
        ],
    )


@functools.cache
def serverauth_validator(kind):
    return certificate.create_pkix_certificate_validator_container(
        serverauth.create_decoding_validators(), serverauth.create_validators(CertificateType[kind])
    )


@functools.cache
def smime_validator(kind):
    level, generation = kind.split("/")
    return certificate.create_pkix_certificate_validator_container(
        smime.create_decoding_validators(),
        smime.create_subscriber_validators(ValidationLevel[level.upper()], Generation[generation.upper()]),
    )


@functools.cache
def crl_validator(kind, is_public):
    crl_type = crl.CertificateRevocationListType[kind]
    return crl.create_pkix_crl_validator_container(
        [
            pkix.create_attribute_decoder(name.ATTRIBUTE_TYPE_MAPPINGS),
            pkix.create_extension_decoder(extension.EXTENSION_MAPPINGS),
        ],
        [
            crl.create_issuer_validator_container([]),
            crl.create_validity_validator_container(
                [cabf_crl.create_validity_period_validator(crl_type)] if is_public else []
            ),
            crl.create_extensions_validator_container([]),
        ]
        + ([cabf_crl.CabfCrlReasonCodeAllowlistValidator(crl_type)] if is_public else []),
    )


@functools.cache
def ocsp_validator():
    return ocsp.create_pkix_ocsp_response_validator_container(
        [
            ocsp.create_response_decoder(),
            pkix.create_attribute_decoder(name.ATTRIBUTE_TYPE_MAPPINGS),
            pkix.create_extension_decoder(extension.EXTENSION_MAPPINGS),
        ],
        [],
    )


LOADERS = {
    "crl": loader.RFC5280CertificateListDocumentLoader,
    "arl": loader.RFC5280CertificateListDocumentLoader,
    "ocsp": loader.RFC6960OCSPResponseDocumentLoader,
}


def lint(linter, der, kind):
    document = LOADERS.get(linter, loader.RFC5280CertificateDocumentLoader)().load_der_document(der, linter)
    filters = []
    if linter == "pkix":
        validator = pkix_validator()
    elif linter == "serverauth":
        kind = kind or serverauth.determine_certificate_type(document).name
        validator = serverauth_validator(kind)
        filters = serverauth.create_serverauth_finding_filters(CertificateType[kind])
    elif linter == "smime":
        if kind is None:
            level, generation = smime.guess_validation_level_and_generation(document)
            kind = f"{level.name}/{generation.name}".lower()
        validator = smime_validator(kind)
    elif linter == "ocsp":
        validator = ocsp_validator()
    else:
        validator = crl_validator(linter.upper(), kind == "BR")
    results, _ = finding_filter.filter_results(filters, validator.validate(document.root))
    errors = {
        (described.finding.code, described.message or "")
        for result in results
        for described in result.finding_descriptions
        if described.finding.severity in ERRORS
    }
    return {"type": kind, "errors": [{"code": code, "message": message} for code, message in sorted(errors)]}


def codes(*validators):
    found = {v.code for one in validators for v in one.validations if v.severity in ERRORS}
    return sorted(found - {UNHANDLED})


def validations():
    # Validators of key usages name their findings only when they are constructed a second time.
    pkix_validator.__wrapped__()
    levels = [f"{level.name}/{generation.name}" for level in ValidationLevel for generation in Generation]
    return {
        "pkix": codes(pkix_validator()),
        "serverauth": codes(*(serverauth_validator(kind.name) for kind in CertificateType)),
        "smime": codes(*(smime_validator(kind) for kind in levels)),
        "crl": codes(*(crl_validator(kind, public) for kind in ("CRL", "ARL") for public in (False, True))),
        "ocsp": codes(ocsp_validator()),
    }


def main():
    logging.disable()
    if sys.argv[1] == "validations":
        print(json.dumps(validations()))
        return
    for line in sys.stdin:
        read = json.loads(line)
        try:
            answer = lint(read["linter"], base64.b64decode(read["der"]), read.get("type"))
        except Exception as error:  # of pkilint, on what it cannot read
            answer = {"unreadable": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


main()
