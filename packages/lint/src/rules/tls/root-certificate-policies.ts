import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rootCertificatePolicies = certificateRule({
  name: 'tls/root-certificate-policies',
  clause: 'Baseline Requirements 7.1.2.1.2',
  level: 'warning',
  from: '2012-07-01',
  appliesTo: isRoot,
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? 'a root has certificatePolicies' : undefined,
});
