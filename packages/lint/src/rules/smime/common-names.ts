/** Rules on common names and pseudonyms. */
import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { isSmimeSubscriber, isValidatedAs } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const COMMON_NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/common-name-mailbox',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
    from: '2023-09-01',
    appliesTo: isValidatedAs('mailbox'),
    check: (certificate) => otherCommonNames(certificate, [], 'no'),
  }),
  certificateRule({
    name: 'smime/common-name-organization',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
    from: '2023-09-01',
    appliesTo: isValidatedAs('organization'),
    check(certificate) {
      const organizations = textsOf(certificate, AttributeType.organizationName);
      return otherCommonNames(certificate, organizations, 'neither the organizationName nor a');
    },
  }),
  certificateRule({
    name: 'smime/common-name-pseudonym',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
    from: '2023-09-01',
    appliesTo: isValidatedAs('sponsor', 'individual'),
    check(certificate) {
      const pseudonyms = textsOf(certificate, AttributeType.pseudonym);
      return pseudonyms.length === 0
        ? undefined
        : otherCommonNames(certificate, pseudonyms, 'neither the pseudonym nor a');
    },
  }),
  certificateRule({
    name: 'smime/names-without-pseudonym',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.f',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject.has(AttributeType.pseudonym) &&
      (subject.has(AttributeType.givenName) || subject.has(AttributeType.surname))
        ? 'the subject has a pseudonym together with a givenName or surname'
        : undefined,
  }),
];

/** Finds common names that are neither a mailbox of the certificate nor one of the allowed. @param what - what they are not, before *mailbox* */
function otherCommonNames(
  certificate: CertificateUnderLint,
  allowed: readonly (string | undefined)[],
  what: string,
): readonly string[] {
  const known: readonly (string | undefined)[] = [...allowed, ...mailboxesOf(certificate)];
  return textsOf(certificate, AttributeType.commonName)
    .filter((text) => !known.includes(text))
    .map((text) => `the commonName ${quoted(text ?? '')} is ${what} mailbox address of the alternative names`);
}

function textsOf({ subject }: CertificateUnderLint, type: string): readonly (string | undefined)[] {
  return subject.of(type).map(({ text }) => text);
}
