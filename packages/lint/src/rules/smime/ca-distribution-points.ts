import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { checkHttpPoint } from '../checks/addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caDistributionPoints = certificateRule({
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
});
