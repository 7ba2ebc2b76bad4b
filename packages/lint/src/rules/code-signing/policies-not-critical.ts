import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesNotCritical = certificateRule({
  name: 'code-signing/policies-not-critical',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.a',
  level: 'warning',
  from: '2019-08-13',
  check: (certificate) =>
    certificate.extension(certificatePolicies)?.critical === true ? 'certificatePolicies is critical' : undefined,
});
