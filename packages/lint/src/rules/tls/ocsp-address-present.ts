import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspAddressPresent = certificateRule({
  name: 'tls/ocsp-address-present',
  clause: 'Baseline Requirements 1.8.7, 7.1.2.3',
  from: '2012-07-01',
  until: '2023-09-15',
  appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
  check: (certificate) =>
    (certificate.value(authorityInfoAccess) ?? []).some(
      ({ method, location }) =>
        method === AccessMethod.ocsp &&
        location.kind === 'uniformResourceIdentifier' &&
        location.text.startsWith('http://'),
    )
      ? undefined
      : 'authorityInfoAccess has no address of an OCSP responder over HTTP',
});
