"""Verifies all signatures of a PDF with pyHanko, trusting the certificates in it, and prints one verdict each as JSON."""

import json
import sys

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

file_name, password = sys.argv[1:]
with open(file_name, "rb") as file:
    reader = PdfFileReader(file)
    if reader.encrypted:
        reader.decrypt(password)
    verdicts = []
    for signature in reader.embedded_regular_signatures:
        context = ValidationContext(trust_roots=[signature.signer_cert])
        status = validate_pdf_signature(signature, context)
        stamp = status.timestamp_validity
        archival = [
            attribute["values"][0]
            for attribute in signature.signer_info["signed_attrs"]
            if attribute["type"].native == "adobe_revocation_info_archival"
        ]
        verdicts.append(
            {
                "intact": status.intact,
                "valid": status.valid,
                "coverage": status.coverage.name,
                "docmdp_ok": bool(status.docmdp_ok),
                "modification": status.modification_level.name if status.modification_level else "OTHER",
                "crl_issuers": [
                    crl["tbs_cert_list"]["issuer"].human_friendly for info in archival for crl in info["crl"] or []
                ],
                "time_stamp": stamp is not None and stamp.intact and stamp.valid,
            }
        )
print(json.dumps(verdicts))
