import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyMappingsCritical = certificateRule({
  name: 'rfc5280/policy-mappings-critical',
  clause: 'RFC 5280 §4.2.1.5',
  level: 'warning',
  check: (certificate) =>
    certificate.extension(policyMappings)?.critical === false ? 'policyMappings is not critical' : undefined,
});
