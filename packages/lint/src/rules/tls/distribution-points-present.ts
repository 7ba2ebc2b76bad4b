import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { AccessMethod, authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isOcspResponder, isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsPresent = certificateRule({
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
});

const SEVEN_DAYS_FROM = Date.UTC(2026, 2, 15) / 1000;
