import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootCertificatePolicies = certificateRule({
  name: 'code-signing/root-certificate-policies',
  clause: 'Code Signing Baseline Requirements 7.1.2.1.c',
  level: 'warning',
  from: '2019-08-13',
  appliesTo: isRoot,
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? 'a root has certificatePolicies' : undefined,
});
