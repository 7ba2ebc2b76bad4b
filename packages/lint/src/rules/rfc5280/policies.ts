/** Rules on certificatePolicies. */
import { characterString, Tag } from '../../ber/values.ts';
import {
  ANY_POLICY,
  certificatePolicies,
  PolicyQualifierId,
} from '../../certificate/extensions/certificate-policies.ts';
import { repeated } from '../../certificate/repeated.ts';
import { characterCount, quoted } from '../../certificate/text.ts';
import { explicitTexts, userNotices } from '../../certificate/user-notice.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const POLICY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/any-policy-qualifiers',
    clause: 'RFC 5280 §4.2.1.4',
    check: (certificate) =>
      (certificate.value(certificatePolicies) ?? [])
        .filter(({ policy }) => policy === ANY_POLICY)
        .flatMap(({ qualifiers }) => qualifiers)
        .filter(({ id }) => id !== PolicyQualifierId.cps && id !== PolicyQualifierId.userNotice)
        .map(({ id }) => `anyPolicy has the qualifier ${id}; id-qt-cps and id-qt-unotice are allowed`),
  }),
  certificateRule({
    name: 'rfc5280/cps-uri-type',
    clause: 'RFC 5280 §4.2.1.4',
    check: (certificate) =>
      certificate
        .value(certificatePolicies)
        ?.some(({ qualifiers }) =>
          qualifiers.some(({ id, value }) => id === PolicyQualifierId.cps && value.tag !== Tag.ia5String),
        ) === true
        ? 'the URI of a practice statement is not an IA5String'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/explicit-text-characters',
    clause: 'RFC 6818 §3',
    level: 'warning',
    from: '2013-01-01',
    check: (certificate) =>
      explicitTexts(certificate)
        .map((text) => characterString(text) ?? '')
        .filter((text) => /\p{Cc}/u.test(text))
        .map((text) => `the explicitText ${quoted(text)} has control characters`),
  }),
  certificateRule({
    name: 'rfc5280/explicit-text-length',
    clause: 'RFC 6818 §3',
    check: (certificate) =>
      explicitTexts(certificate)
        .map((text) => characterCount(characterString(text) ?? ''))
        .filter((length) => length > 200)
        .map((length) => `an explicitText has ${length} characters; 200 are allowed`),
  }),
  certificateRule({
    name: 'rfc5280/explicit-text-normal-form',
    clause: 'RFC 6818 §3',
    level: 'warning',
    from: '2013-01-01',
    check: (certificate) =>
      explicitTexts(certificate)
        .filter(({ tag }) => tag === Tag.utf8String)
        .map((text) => characterString(text) ?? '')
        .filter((text) => text.normalize('NFC') !== text)
        .map((text) => `the explicitText ${quoted(text)} is not in normal form C`),
  }),
  certificateRule({
    name: 'rfc5280/explicit-text-type',
    clause: 'RFC 6818 §3',
    from: '2013-01-01',
    check: (certificate) =>
      explicitTexts(certificate).some(({ tag }) => tag === Tag.ia5String)
        ? 'an explicitText is an IA5String; UTF8String is right'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/explicit-text-utf8',
    clause: 'RFC 6818 §3',
    level: 'warning',
    from: '2013-01-01',
    check: (certificate) =>
      explicitTexts(certificate).some(({ tag }) => tag !== Tag.utf8String && tag !== Tag.ia5String)
        ? 'an explicitText is not a UTF8String'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/notice-reference',
    clause: 'RFC 5280 §4.2.1.4',
    level: 'warning',
    check: (certificate) =>
      userNotices(certificate).some(({ noticeRef }) => noticeRef !== undefined)
        ? 'a user notice has a noticeRef, which conforming CAs do not write'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/policies-unique',
    clause: 'RFC 5280 §4.2.1.4',
    check(certificate) {
      const policies = (certificate.value(certificatePolicies) ?? []).map(({ policy }) => policy);
      return repeated(policies).map((policy) => `certificatePolicies has ${policy} twice`);
    },
  }),
  certificateRule({
    name: 'rfc5280/policy-qualifiers-not-empty',
    clause: 'RFC 5280 §4.2.1.4',
    check: (certificate) =>
      (certificate.value(certificatePolicies) ?? [])
        .filter(({ qualifiersElement }) => qualifiersElement?.length === 0)
        .map(({ policy }) => `the policy ${policy} has an empty list of qualifiers`),
  }),
];
