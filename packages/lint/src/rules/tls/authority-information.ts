/** Rules on authorityInfoAccess and authorityKeyIdentifier. */
import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isOcspResponder, isSubordinateCa, isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNotCritical, checkPresent } from '../checks/extensions.ts';

export const AUTHORITY_INFORMATION_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/authority-info-access-addresses',
    clause: 'Baseline Requirements 7.1.2.7.7',
    from: '2023-09-15',
    appliesTo: (certificate) => isSubscriber(certificate) || isSubordinateCa(certificate),
    check: (certificate) =>
      (certificate.value(authorityInfoAccess) ?? []).flatMap(({ method, location }) => {
        if (location.kind !== 'uniformResourceIdentifier')
          return [`authorityInfoAccess has a ${location.kind}; a URI is right`];
        if (method !== AccessMethod.ocsp && method !== AccessMethod.caIssuers)
          return [`authorityInfoAccess has the method ${method}; id-ad-ocsp and id-ad-caIssuers are allowed`];
        return /^http:\/\/./i.test(location.text)
          ? []
          : [`the address ${quoted(location.text)} of authorityInfoAccess is not of HTTP`];
      }),
  }),
  certificateRule({
    name: 'tls/authority-info-access-critical',
    clause: 'Baseline Requirements 7.1.2.7.7',
    check: checkNotCritical(authorityInfoAccess),
  }),
  certificateRule({
    name: 'tls/authority-info-access-present',
    clause: 'Baseline Requirements 7.1.2.7.7',
    from: '2012-07-01',
    appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
    check: checkPresent(authorityInfoAccess),
  }),
  certificateRule({
    name: 'tls/authority-info-access-unique',
    clause: 'Baseline Requirements 7.1.2.7.7',
    from: '2023-09-15',
    appliesTo: isSubscriber,
    check(certificate) {
      const seen = new Set<string>();
      return (certificate.value(authorityInfoAccess) ?? []).flatMap(({ method, location }) => {
        const key = location.kind === 'uniformResourceIdentifier' ? `${method} ${location.text.toLowerCase()}` : '';
        if (key !== '' && seen.has(key)) return [`authorityInfoAccess has ${quoted(key)} twice`];
        seen.add(key);
        return [];
      });
    },
  }),
  certificateRule({
    name: 'tls/authority-key-identifier-without-issuer',
    clause: 'Baseline Requirements 7.1.2.11.1',
    from: '2023-09-15',
    check(certificate) {
      const value = certificate.value(authorityKeyIdentifier);
      return value?.issuer !== undefined || value?.serialNumber !== undefined
        ? 'authorityKeyIdentifier has the name or the serial number of a certificate of the issuer'
        : undefined;
    },
  }),
  certificateRule({
    name: 'tls/ca-authority-info-access-present',
    clause: 'Baseline Requirements 1.7.0, 7.1.2.2',
    from: '2012-07-01',
    until: '2020-08-20',
    appliesTo: isSubordinateCa,
    check: checkPresent(authorityInfoAccess, 'authorityInfoAccess of a CA is missing'),
  }),
  certificateRule({
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
  }),
];
