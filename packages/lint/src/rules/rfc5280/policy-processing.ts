/** Rules on policyMappings, policyConstraints and inhibitAnyPolicy. */
import { ANY_POLICY, certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { inhibitAnyPolicy, policyConstraints } from '../../certificate/extensions/policy-constraints.ts';
import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkCritical } from '../checks/extensions.ts';

export const POLICY_PROCESSING_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/inhibit-any-policy-critical',
    clause: 'RFC 5280 §4.2.1.14',
    check: checkCritical(inhibitAnyPolicy),
  }),
  certificateRule({
    name: 'rfc5280/policy-constraints-critical',
    clause: 'RFC 5280 §4.2.1.11',
    from: '2008-05-01',
    check: checkCritical(policyConstraints),
  }),
  certificateRule({
    name: 'rfc5280/policy-constraints-not-empty',
    clause: 'RFC 5280 §4.2.1.11',
    check(certificate) {
      const value = certificate.value(policyConstraints);
      return value !== undefined &&
        value.requireExplicitPolicy === undefined &&
        value.inhibitPolicyMapping === undefined
        ? 'policyConstraints is empty'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/policy-extensions-of-ca',
    clause: 'RFC 5280 §4.2.1.5, §4.2.1.11, §4.2.1.14',
    level: 'warning',
    appliesTo: ({ isCa }) => !isCa,
    check: (certificate) =>
      [policyMappings, policyConstraints, inhibitAnyPolicy]
        .filter((form) => certificate.extensions.has(form))
        .map(({ name }) => `an end entity has ${name}, which says something of what a CA issues`),
  }),
  certificateRule({
    name: 'rfc5280/policy-mapping-any-policy',
    clause: 'RFC 5280 §4.2.1.5',
    check: (certificate) =>
      (certificate.value(policyMappings) ?? []).some(
        ({ issuerDomainPolicy, subjectDomainPolicy }) =>
          issuerDomainPolicy === ANY_POLICY || subjectDomainPolicy === ANY_POLICY,
      )
        ? 'policyMappings maps anyPolicy'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/policy-mappings-asserted',
    clause: 'RFC 5280 §4.2.1.5',
    level: 'warning',
    check(certificate) {
      const policies = new Set((certificate.value(certificatePolicies) ?? []).map(({ policy }) => policy));
      return (certificate.value(policyMappings) ?? [])
        .filter(({ issuerDomainPolicy }) => !policies.has(issuerDomainPolicy))
        .map(
          ({ issuerDomainPolicy }) => `policyMappings maps ${issuerDomainPolicy}, which certificatePolicies has not`,
        );
    },
  }),
  certificateRule({
    name: 'rfc5280/policy-mappings-critical',
    clause: 'RFC 5280 §4.2.1.5',
    level: 'warning',
    check: checkCritical(policyMappings),
  }),
];
