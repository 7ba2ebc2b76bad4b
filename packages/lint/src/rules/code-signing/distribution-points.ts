import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { checkHttpPoint } from '../checks/addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPoints = certificateRule({
  name: 'code-signing/distribution-points',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.b',
  from: '2019-08-13',
  appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
  check(certificate) {
    const extension = certificate.extension(crlDistributionPoints);
    if (extension === undefined) return 'cRLDistributionPoints is missing';
    if (extension.critical) return 'cRLDistributionPoints is critical';
    return checkHttpPoint(certificate);
  },
});
