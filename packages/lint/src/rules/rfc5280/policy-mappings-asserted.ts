import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyMappingsAsserted = certificateRule({
  name: 'rfc5280/policy-mappings-asserted',
  clause: 'RFC 5280 §4.2.1.5',
  level: 'warning',
  check(certificate) {
    const policies = new Set((certificate.value(certificatePolicies) ?? []).map(({ policy }) => policy));
    return (certificate.value(policyMappings) ?? [])
      .filter(({ issuerDomainPolicy }) => !policies.has(issuerDomainPolicy))
      .map(({ issuerDomainPolicy }) => `policyMappings maps ${issuerDomainPolicy}, which certificatePolicies has not`);
  },
});
