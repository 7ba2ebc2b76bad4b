"""Enrolls and revokes as the ACME server acme2certifier does with a CA behind EJBCA's REST interface: its own handler, unmodified.

usage: client.py REQUEST (base64url of a PKCS#10); the configuration is the file that ACME_SRV_CONFIGFILE names
"""

import json
import logging
import sys

from acme2certifier.cahandlers.ejbca_ca_handler import CAhandler

logging.basicConfig(stream=sys.stderr, level=logging.DEBUG)
with CAhandler(False, logging.getLogger("client")) as handler:
    error, bundle, raw, _ = handler.enroll(sys.argv[1])
    revocations = [handler.revoke(raw, "superseded")[:2] for _ in range(2)] if raw else []
print(json.dumps({"error": error, "certificates": (bundle or "").count("BEGIN"), "revocations": revocations}))
