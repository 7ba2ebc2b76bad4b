import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderAccessMethods = certificateRule({
  name: 'tls/ocsp-responder-access-methods',
  clause: 'Baseline Requirements 7.1.2.8.3',
  from: '2023-09-15',
  appliesTo: isOcspResponder,
  check: (certificate) =>
    (certificate.value(authorityInfoAccess) ?? [])
      .filter(({ method }) => method !== AccessMethod.ocsp)
      .map(({ method }) => `authorityInfoAccess of an OCSP responder has the method ${method}; id-ad-ocsp is allowed`),
});
