import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesNotCritical = certificateRule({
  name: 'smime/policies-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
  level: 'warning',
  from: '2023-09-01',
  check: (certificate) =>
    certificate.extension(certificatePolicies)?.critical === true ? 'certificatePolicies is critical' : undefined,
});
