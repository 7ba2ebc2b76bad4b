import { characterString } from '../../ber/values.ts';
import { certificatePolicies, PolicyQualifierId } from '../../certificate/extensions/certificate-policies.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { userNotices } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policyQualifiers = certificateRule({
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
});
