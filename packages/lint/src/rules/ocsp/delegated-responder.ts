import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { ocspRule } from '../ocsp-rule.ts';

export const delegatedResponder = ocspRule({
  name: 'ocsp/delegated-responder',
  clause: 'RFC 6960 §4.2.2.2',
  check({ responderCertificate }) {
    if (responderCertificate === undefined || responderCertificate.isCa) return undefined;
    return responderCertificate.value(extendedKeyUsage)?.includes(KeyPurpose.ocspSigning) === true
      ? undefined
      : 'the certificate of the responder has not the extended key usage OCSPSigning, and is of no CA';
  },
});
