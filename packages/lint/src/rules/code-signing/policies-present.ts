import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesPresent = certificateRule({
  name: 'code-signing/policies-present',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.a',
  from: '2019-08-13',
  appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? undefined : 'certificatePolicies is missing',
});
