"""Verifies all signatures of a PDF with pyHanko and prints one verdict each as JSON.

Trusts the certificates in it, or only those below a root: then nothing is believed without evidence that it is not revoked, and there is none but
what the signature brings along.
"""

import json
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import SigSeedSubFilter
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

file_name, password, *roots = sys.argv[1:]
with open(file_name, "rb") as file:
    reader = PdfFileReader(file)
    if reader.encrypted:
        reader.decrypt(password)
    verdicts = []
    for signature in reader.embedded_regular_signatures:
        archival = [
            attribute["values"][0]
            for attribute in signature.signer_info["signed_attrs"]
            if attribute["type"].native == "adobe_revocation_info_archival"
        ]
        context = ValidationContext(trust_roots=[signature.signer_cert])
        if roots:
            context = ValidationContext(
                trust_roots=[load_cert_from_pemder(root) for root in roots],
                crls=[crl.dump() for info in archival for crl in info["crl"] or []],
                ocsps=[ocsp.dump() for info in archival for ocsp in info["ocsp"] or []],
                revocation_mode="hard-fail",
                allow_fetching=False,
            )
        status = validate_pdf_signature(signature, context)
        stamp = status.timestamp_validity
        verdicts.append(
            {
                "intact": status.intact,
                "valid": status.valid,
                "trusted": status.trusted,
                "coverage": status.coverage.name,
                "docmdp_ok": bool(status.docmdp_ok),
                "modification": status.modification_level.name if status.modification_level else "OTHER",
                "crl_issuers": [
                    crl["tbs_cert_list"]["issuer"].human_friendly for info in archival for crl in info["crl"] or []
                ],
                "sub_filter": SigSeedSubFilter(signature.sig_object["/SubFilter"]).name,
                "signed_attributes": [attribute["type"].native for attribute in signature.signer_info["signed_attrs"]],
                "time_stamp": stamp is not None and stamp.intact and stamp.valid,
            }
        )
print(json.dumps(verdicts))
