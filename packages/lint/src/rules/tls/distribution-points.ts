/** Rules on cRLDistributionPoints. */
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isOcspResponder, isSubordinateCa, isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkOnlyHttpPoints } from '../checks/addresses.ts';
import { checkNotCritical, checkPresent } from '../checks/extensions.ts';

export const DISTRIBUTION_POINT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/ca-distribution-points-present',
    clause: 'Baseline Requirements 7.1.2.10.1',
    from: '2012-07-01',
    appliesTo: isSubordinateCa,
    check: checkPresent(crlDistributionPoints, 'cRLDistributionPoints of a CA is missing'),
  }),
  certificateRule({
    name: 'tls/distribution-point-without-issuer',
    clause: 'Baseline Requirements 7.1.2.11.2',
    from: '2023-09-15',
    check: (certificate) =>
      (certificate.value(crlDistributionPoints) ?? []).some(({ crlIssuer }) => crlIssuer !== undefined)
        ? 'a distribution point has a cRLIssuer'
        : undefined,
  }),
  certificateRule({
    name: 'tls/distribution-point-without-reasons',
    clause: 'Baseline Requirements 7.1.2.11.2',
    from: '2023-09-15',
    check: (certificate) =>
      (certificate.value(crlDistributionPoints) ?? []).some(({ reasons }) => reasons !== undefined)
        ? 'a distribution point has reasons'
        : undefined,
  }),
  certificateRule({
    name: 'tls/distribution-points-http',
    clause: 'Baseline Requirements 7.1.2.11.2',
    from: '2012-07-01',
    check(certificate) {
      const points = certificate.value(crlDistributionPoints);
      if (points === undefined) return undefined;
      const uris = points.flatMap(({ name }) => (name?.kind === 'fullName' ? name.names : []));
      return uris.some((one) => one.kind === 'uniformResourceIdentifier' && one.text.startsWith('http://'))
        ? undefined
        : 'cRLDistributionPoints has no URI of HTTP';
    },
  }),
  certificateRule({
    name: 'tls/distribution-points-not-critical',
    clause: 'Baseline Requirements 7.1.2.11.2',
    from: '2012-07-01',
    check: checkNotCritical(crlDistributionPoints),
  }),
  certificateRule({
    name: 'tls/distribution-points-only-http',
    clause: 'Baseline Requirements 7.1.2.11.2',
    from: '2023-09-15',
    check: checkOnlyHttpPoints,
  }),
  certificateRule({
    name: 'tls/distribution-points-present',
    clause: 'Baseline Requirements 7.1.2.11.2',
    from: '2024-03-15',
    // A short-lived certificate needs none: at most ten days, and seven from 2026-03-15 on.
    appliesTo: (certificate) =>
      isSubscriber(certificate) && !isOcspResponder(certificate) && (validitySeconds(certificate) ?? 0) > 7 * 86_400,
    check(certificate) {
      const days = (certificate.notBefore.seconds ?? 0) < SEVEN_DAYS_FROM ? 10 : 7;
      if ((validitySeconds(certificate) ?? 0) <= days * 86_400) return undefined;
      const ocsp = (certificate.value(authorityInfoAccess) ?? []).some(({ method }) => method === AccessMethod.ocsp);
      return ocsp || certificate.extensions.has(crlDistributionPoints)
        ? undefined
        : 'there are neither cRLDistributionPoints nor the address of an OCSP responder';
    },
  }),
];

const SEVEN_DAYS_FROM = Date.UTC(2026, 2, 15) / 1000;
