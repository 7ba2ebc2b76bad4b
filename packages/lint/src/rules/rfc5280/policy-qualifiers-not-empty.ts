import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyQualifiersNotEmpty = certificateRule({
  name: 'rfc5280/policy-qualifiers-not-empty',
  clause: 'RFC 5280 §4.2.1.4',
  check: (certificate) =>
    (certificate.value(certificatePolicies) ?? [])
      .filter(({ qualifiersElement }) => qualifiersElement?.length === 0)
      .map(({ policy }) => `the policy ${policy} has an empty list of qualifiers`),
});
