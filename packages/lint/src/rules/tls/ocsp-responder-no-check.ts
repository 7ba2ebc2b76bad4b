import { ocspNoCheck } from '../../certificate/extensions/ocsp-no-check.ts';
import { signsOcspResponses } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderNoCheck = certificateRule({
  name: 'tls/ocsp-responder-no-check',
  clause: 'Baseline Requirements 4.9.9',
  level: 'error',
  from: '2012-07-01',
  appliesTo: signsOcspResponses,
  check: (certificate) =>
    certificate.extensions.has(ocspNoCheck)
      ? undefined
      : 'the certificate of an OCSP responder has no id-pkix-ocsp-nocheck',
});
