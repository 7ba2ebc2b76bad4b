import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { repeated } from '../../certificate/repeated.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesUnique = certificateRule({
  name: 'rfc5280/policies-unique',
  clause: 'RFC 5280 §4.2.1.4',
  check(certificate) {
    const policies = (certificate.value(certificatePolicies) ?? []).map(({ policy }) => policy);
    return repeated(policies).map((policy) => `certificatePolicies has ${policy} twice`);
  },
});
