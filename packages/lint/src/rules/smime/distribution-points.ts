/** Rules on cRLDistributionPoints. */
import { crlAddresses } from '../../certificate/addresses.ts';
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { isOfGeneration, isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkHttpPoint, checkOnlyHttpPoints } from '../checks/addresses.ts';
import { checkNotCritical } from '../checks/extensions.ts';

export const DISTRIBUTION_POINT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/ca-distribution-points',
    clause: 'S/MIME Baseline Requirements 7.1.2.2.b',
    from: '2023-09-01',
    appliesTo: isSubordinateCa,
    check(certificate) {
      const extension = certificate.extension(crlDistributionPoints);
      if (extension === undefined) return 'a CA has no cRLDistributionPoints';
      if (extension.critical) return 'cRLDistributionPoints of a CA is critical';
      return checkHttpPoint(certificate);
    },
  }),
  certificateRule({
    name: 'smime/distribution-points-http',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
    from: '2023-09-01',
    appliesTo: isOfGeneration('legacy'),
    check: checkHttpPoint,
  }),
  certificateRule({
    name: 'smime/distribution-points-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
    level: 'warning',
    from: '2023-09-01',
    check: checkNotCritical(crlDistributionPoints),
  }),
  certificateRule({
    name: 'smime/distribution-points-only-http',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict', 'multipurpose'),
    check: checkOnlyHttpPoints,
  }),
  certificateRule({
    name: 'smime/distribution-points-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: (certificate) =>
      crlAddresses(certificate).some(({ kind }) => kind === 'uniformResourceIdentifier')
        ? undefined
        : 'cRLDistributionPoints with a URI is missing',
  }),
];
