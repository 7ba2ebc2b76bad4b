/** Rules on certificatePolicies. */
import { characterString } from '../../ber/values.ts';
import {
  ANY_POLICY,
  certificatePolicies,
  PolicyQualifierId,
} from '../../certificate/extensions/certificate-policies.ts';
import { isRoot, isSubordinateCa } from '../../certificate/roles.ts';
import { isOfGeneration, isSmimeSubscriber, SMIME_POLICIES, smimeProfiles } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { userNotices } from '../../certificate/user-notice.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent, checkNotCritical, checkPresent } from '../checks/extensions.ts';
import { checkAnyPolicyAbsent } from '../checks/policies.ts';

export const POLICY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/any-policy-absent',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkAnyPolicyAbsent,
  }),
  certificateRule({
    name: 'smime/ca-policies',
    clause: 'S/MIME Baseline Requirements 7.1.6.3',
    from: '2023-09-01',
    appliesTo: isSubordinateCa,
    check(certificate) {
      const policies = certificate.value(certificatePolicies);
      return policies === undefined ||
        policies.some(({ policy }) => policy === ANY_POLICY || SMIME_POLICIES.has(policy))
        ? undefined
        : 'certificatePolicies of a CA has neither a policy for S/MIME of the CA/Browser Forum nor anyPolicy';
    },
  }),
  certificateRule({
    name: 'smime/ca-policies-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.2.a',
    from: '2023-09-01',
    appliesTo: isSubordinateCa,
    check: checkPresent(certificatePolicies, 'a CA has no certificatePolicies'),
  }),
  certificateRule({
    name: 'smime/legacy-generation',
    clause: 'S/MIME Baseline Requirements 7.1.6.1',
    from: '2025-07-15',
    appliesTo: isOfGeneration('legacy'),
    check: () => 'certificatePolicies names a profile of the legacy generation, which ended on 2025-07-15',
  }),
  certificateRule({
    name: 'smime/policies-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
    level: 'warning',
    from: '2023-09-01',
    check: checkNotCritical(certificatePolicies),
  }),
  certificateRule({
    name: 'smime/policies-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkPresent(certificatePolicies),
  }),
  certificateRule({
    name: 'smime/policy-qualifiers',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
    from: '2023-09-01',
    appliesTo: (certificate) => isSmimeSubscriber(certificate) || isSubordinateCa(certificate),
    check: (certificate) => [
      ...(certificate.value(certificatePolicies) ?? [])
        .flatMap(({ qualifiers }) => qualifiers)
        .filter(({ id, value }) => id === PolicyQualifierId.cps && !/^https?:\/\/./i.test(characterString(value) ?? ''))
        .map(({ value }) => `the CPS ${quoted(characterString(value) ?? '')} is not an HTTP or HTTPS URL`),
      ...userNotices(certificate).flatMap(({ noticeRef, explicitText }) => [
        ...(noticeRef === undefined ? [] : ['a user notice has a noticeRef']),
        ...(explicitText === undefined ? ['a user notice has no explicitText'] : []),
      ]),
    ],
  }),
  certificateRule({
    name: 'smime/reserved-policy',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check(certificate) {
      const { length } = smimeProfiles(certificate);
      return length === 1
        ? undefined
        : `certificatePolicies has ${length} policies for S/MIME of the CA/Browser Forum, such as 2.23.140.1.5.1.3; one is required`;
    },
  }),
  certificateRule({
    name: 'smime/root-certificate-policies',
    clause: 'S/MIME Baseline Requirements 7.1.2.1.c',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isRoot,
    check: checkAbsent(certificatePolicies, 'a root has certificatePolicies'),
  }),
];
