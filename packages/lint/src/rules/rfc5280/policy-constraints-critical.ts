import { policyConstraints } from '../../certificate/extensions/policy-constraints.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyConstraintsCritical = certificateRule({
  name: 'rfc5280/policy-constraints-critical',
  clause: 'RFC 5280 §4.2.1.11',
  from: '2008-05-01',
  check: (certificate) =>
    certificate.extension(policyConstraints)?.critical === false ? 'policyConstraints is not critical' : undefined,
});
