import {
  ANY_POLICY,
  certificatePolicies,
  PolicyQualifierId,
} from '../../certificate/extensions/certificate-policies.ts';
import { certificateRule } from '../certificate-rule.ts';

export const anyPolicyQualifiers = certificateRule({
  name: 'rfc5280/any-policy-qualifiers',
  clause: 'RFC 5280 §4.2.1.4',
  check: (certificate) =>
    (certificate.value(certificatePolicies) ?? [])
      .filter(({ policy }) => policy === ANY_POLICY)
      .flatMap(({ qualifiers }) => qualifiers)
      .filter(({ id }) => id !== PolicyQualifierId.cps && id !== PolicyQualifierId.userNotice)
      .map(({ id }) => `anyPolicy has the qualifier ${id}; id-qt-cps and id-qt-unotice are allowed`),
});
