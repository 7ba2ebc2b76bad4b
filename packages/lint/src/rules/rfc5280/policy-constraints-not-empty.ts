import { policyConstraints } from '../../certificate/extensions/policy-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyConstraintsNotEmpty = certificateRule({
  name: 'rfc5280/policy-constraints-not-empty',
  clause: 'RFC 5280 §4.2.1.11',
  check(certificate) {
    const value = certificate.value(policyConstraints);
    return value !== undefined && value.requireExplicitPolicy === undefined && value.inhibitPolicyMapping === undefined
      ? 'policyConstraints is empty'
      : undefined;
  },
});
