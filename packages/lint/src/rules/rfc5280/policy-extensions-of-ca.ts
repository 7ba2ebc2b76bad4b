import { inhibitAnyPolicy, policyConstraints } from '../../certificate/extensions/policy-constraints.ts';
import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyExtensionsOfCa = certificateRule({
  name: 'rfc5280/policy-extensions-of-ca',
  clause: 'RFC 5280 §4.2.1.5, §4.2.1.11, §4.2.1.14',
  level: 'warning',
  appliesTo: ({ isCa }) => !isCa,
  check: (certificate) =>
    [policyMappings, policyConstraints, inhibitAnyPolicy]
      .filter((form) => certificate.extensions.has(form))
      .map(({ name }) => `an end entity has ${name}, which says something of what a CA issues`),
});
