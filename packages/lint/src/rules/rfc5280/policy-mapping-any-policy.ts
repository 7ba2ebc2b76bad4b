import { ANY_POLICY } from '../../certificate/extensions/certificate-policies.ts';
import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyMappingAnyPolicy = certificateRule({
  name: 'rfc5280/policy-mapping-any-policy',
  clause: 'RFC 5280 §4.2.1.5',
  check: (certificate) =>
    (certificate.value(policyMappings) ?? []).some(
      ({ issuerDomainPolicy, subjectDomainPolicy }) =>
        issuerDomainPolicy === ANY_POLICY || subjectDomainPolicy === ANY_POLICY,
    )
      ? 'policyMappings maps anyPolicy'
      : undefined,
});
