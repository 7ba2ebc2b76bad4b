import { inhibitAnyPolicy } from '../../certificate/extensions/policy-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const inhibitAnyPolicyCritical = certificateRule({
  name: 'rfc5280/inhibit-any-policy-critical',
  clause: 'RFC 5280 §4.2.1.14',
  check: (certificate) =>
    certificate.extension(inhibitAnyPolicy)?.critical === false ? 'inhibitAnyPolicy is not critical' : undefined,
});
