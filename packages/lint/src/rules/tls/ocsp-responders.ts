/** Rules on certificates of OCSP responders. */
import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { nameConstraints } from '../../certificate/extensions/name-constraints.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isOcspResponder, signsOcspResponses } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNoCheck } from '../checks/ocsp-responder.ts';

export const OCSP_RESPONDER_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/ocsp-responder-access-methods',
    clause: 'Baseline Requirements 7.1.2.8.3',
    from: '2023-09-15',
    appliesTo: isOcspResponder,
    check: (certificate) =>
      (certificate.value(authorityInfoAccess) ?? [])
        .filter(({ method }) => method !== AccessMethod.ocsp)
        .map(
          ({ method }) => `authorityInfoAccess of an OCSP responder has the method ${method}; id-ad-ocsp is allowed`,
        ),
  }),
  certificateRule({
    name: 'tls/ocsp-responder-extensions',
    clause: 'Baseline Requirements 7.1.2.8.2',
    from: '2023-09-15',
    appliesTo: isOcspResponder,
    check: (certificate) =>
      [crlDistributionPoints, certificatePolicies, nameConstraints, subjectAltName]
        .filter((form) => certificate.extensions.has(form))
        .map(({ name }) => `the certificate of an OCSP responder has ${name}`),
  }),
  certificateRule({
    name: 'tls/ocsp-responder-key-usage',
    clause: 'Baseline Requirements 7.1.2.8.7',
    from: '2023-09-15',
    appliesTo: isOcspResponder,
    check(certificate) {
      if (!certificate.extensions.has(keyUsage)) return 'an OCSP responder has no keyUsage';
      const usages = certificate.value(keyUsage)?.usages;
      if (usages === undefined) return undefined;
      if (!usages.has('digitalSignature')) return 'keyUsage of an OCSP responder has no digitalSignature';
      const wrong = [...usages].filter((usage) => usage !== 'digitalSignature');
      return wrong.length > 0 ? `keyUsage of an OCSP responder has ${wrong.join(', ')}` : undefined;
    },
  }),
  certificateRule({
    name: 'tls/ocsp-responder-no-check',
    clause: 'Baseline Requirements 4.9.9',
    from: '2012-07-01',
    appliesTo: signsOcspResponses,
    check: checkNoCheck,
  }),
  certificateRule({
    name: 'tls/ocsp-responder-purposes',
    clause: 'Baseline Requirements 7.1.2.8.6',
    from: '2023-09-15',
    appliesTo: isOcspResponder,
    check(certificate) {
      const others = (certificate.value(extendedKeyUsage) ?? []).filter(
        (purpose) => purpose !== KeyPurpose.ocspSigning,
      );
      return others.length > 0 ? `extKeyUsage of an OCSP responder has ${others.join(', ')}` : undefined;
    },
  }),
];
