import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootCertificatePolicies = certificateRule({
  name: 'smime/root-certificate-policies',
  clause: 'S/MIME Baseline Requirements 7.1.2.1.c',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isRoot,
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? 'a root has certificatePolicies' : undefined,
});
