import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesNotCritical = certificateRule({
  name: 'tls/policies-not-critical',
  clause: 'Baseline Requirements 7.1.2.7.6, 7.1.2.10.1',
  from: '2023-09-15',
  check: (certificate) =>
    certificate.extension(certificatePolicies)?.critical === true ? 'certificatePolicies is critical' : undefined,
});
