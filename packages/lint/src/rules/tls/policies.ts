/** Rules on certificatePolicies. */
import { characterString } from '../../ber/values.ts';
import {
  ANY_POLICY,
  certificatePolicies,
  PolicyQualifierId,
} from '../../certificate/extensions/certificate-policies.ts';
import {
  hasPolicy,
  isOcspResponder,
  isRoot,
  isSubordinateCa,
  isSubscriber,
  TlsPolicy,
} from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent, checkNotCritical, checkPresent } from '../checks/extensions.ts';
import { checkAnyPolicyAbsent } from '../checks/policies.ts';

export const POLICY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/any-policy-absent',
    clause: 'Baseline Requirements 7.1.2.7.9',
    from: '2023-09-15',
    appliesTo: isSubscriber,
    check: checkAnyPolicyAbsent,
  }),
  certificateRule({
    name: 'tls/ca-policies',
    clause: 'Baseline Requirements 7.1.2.10.5',
    from: '2023-09-15',
    appliesTo: isSubordinateCa,
    check(certificate) {
      const policies = certificate.value(certificatePolicies);
      if (policies === undefined) return undefined;
      if (hasPolicy(certificate, ANY_POLICY))
        return policies.length > 1 ? 'certificatePolicies of a CA has anyPolicy together with others' : undefined;
      const reserved = Object.values(TlsPolicy).filter((policy) => hasPolicy(certificate, policy));
      return reserved.length === 1
        ? undefined
        : `certificatePolicies of a CA has ${reserved.length} policies of the CA/Browser Forum; one, or anyPolicy alone, is required`;
    },
  }),
  certificateRule({
    name: 'tls/ca-policies-present',
    clause: 'Baseline Requirements 7.1.2.10.5',
    from: '2012-07-01',
    appliesTo: isSubordinateCa,
    check: checkPresent(certificatePolicies, 'certificatePolicies of a CA is missing'),
  }),
  certificateRule({
    name: 'tls/policies-not-critical',
    clause: 'Baseline Requirements 7.1.2.7.6, 7.1.2.10.1',
    from: '2023-09-15',
    check: checkNotCritical(certificatePolicies),
  }),
  certificateRule({
    name: 'tls/policies-present',
    clause: 'Baseline Requirements 7.1.2.7.9',
    from: '2012-07-01',
    appliesTo: (certificate) => !certificate.isCa && !isOcspResponder(certificate),
    check: (certificate) =>
      (certificate.value(certificatePolicies)?.length ?? 0) > 0 ? undefined : 'certificatePolicies is missing or empty',
  }),
  certificateRule({
    name: 'tls/policy-qualifiers',
    clause: 'Baseline Requirements 7.1.2.7.9',
    from: '2023-09-15',
    check: (certificate) =>
      (certificate.value(certificatePolicies) ?? [])
        .flatMap(({ qualifiers }) => qualifiers)
        .flatMap(({ id, value }) => {
          if (id !== PolicyQualifierId.cps)
            return [`certificatePolicies has the qualifier ${id}; id-qt-cps is allowed`];
          const uri = characterString(value) ?? '';
          return /^https?:\/\/./i.test(uri) ? [] : [`the CPS ${quoted(uri)} is not an HTTP or HTTPS URL`];
        }),
  }),
  certificateRule({
    name: 'tls/reserved-policy',
    clause: 'Baseline Requirements 7.1.2.7.9',
    from: '2023-09-15',
    appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
    check(certificate) {
      const reserved = Object.values(TlsPolicy).filter((policy) => hasPolicy(certificate, policy));
      return reserved.length === 1
        ? undefined
        : `certificatePolicies has ${reserved.length} policies of the CA/Browser Forum; one is required`;
    },
  }),
  certificateRule({
    name: 'tls/root-certificate-policies',
    clause: 'Baseline Requirements 7.1.2.1.2',
    level: 'warning',
    from: '2012-07-01',
    appliesTo: isRoot,
    check: checkAbsent(certificatePolicies, 'a root has certificatePolicies'),
  }),
];
