/** Rules on common names and pseudonyms. */
import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber, isValidatedAs } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const COMMON_NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/common-name-mailbox',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
    from: '2023-09-01',
    appliesTo: isValidatedAs('mailbox'),
    check(certificate) {
      const mailboxes = mailboxesOf(certificate);
      return certificate.subject
        .of(AttributeType.commonName)
        .filter(({ text }) => !mailboxes.includes(text ?? ''))
        .map(({ text }) => `the commonName ${quoted(text ?? '')} is no mailbox address of the alternative names`);
    },
  }),
  certificateRule({
    name: 'smime/common-name-organization',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
    from: '2023-09-01',
    appliesTo: isValidatedAs('organization'),
    check(certificate) {
      const { subject } = certificate;
      const allowed = [
        ...mailboxesOf(certificate),
        ...subject.of(AttributeType.organizationName).map(({ text }) => text),
      ];
      return subject
        .of(AttributeType.commonName)
        .filter(({ text }) => !allowed.includes(text))
        .map(
          ({ text }) =>
            `the commonName ${quoted(text ?? '')} is neither the organizationName nor a mailbox address of the alternative names`,
        );
    },
  }),
  certificateRule({
    name: 'smime/common-name-pseudonym',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
    from: '2023-09-01',
    appliesTo: isValidatedAs('sponsor', 'individual'),
    check(certificate) {
      const { subject } = certificate;
      const pseudonyms = subject.of(AttributeType.pseudonym).map(({ text }) => text);
      const allowed = [...mailboxesOf(certificate), ...pseudonyms];
      if (pseudonyms.length === 0) return undefined;
      return subject
        .of(AttributeType.commonName)
        .filter(({ text }) => !allowed.includes(text))
        .map(
          ({ text }) =>
            `the commonName ${quoted(text ?? '')} is neither the pseudonym nor a mailbox address of the alternative names`,
        );
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
        ? 'the subject has a pseudonym beside a givenName or surname'
        : undefined,
  }),
];
