/** Rules on subjectAltName, and on the mailboxes that it has to have. */
import { mailboxesOf, SMTP_UTF8_MAILBOX } from '../../certificate/alternative-mailboxes.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isMailbox } from '../../certificate/names/mailbox.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { isOfGeneration, isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkPresent } from '../checks/extensions.ts';

export const ALTERNATIVE_NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/alternative-name-kinds',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: (certificate) =>
      (certificate.value(subjectAltName) ?? [])
        .filter(({ kind }) => !KINDS.has(kind))
        .map(({ kind }) => `subjectAltName has a ${kind}; rfc822Name, otherName and directoryName are allowed`),
  }),
  certificateRule({
    name: 'smime/alternative-name-other-strict',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict'),
    check: (certificate) =>
      (certificate.value(subjectAltName) ?? []).flatMap((name) =>
        name.kind === 'otherName' && name.typeId !== SMTP_UTF8_MAILBOX
          ? [`subjectAltName has an otherName of the type ${name.typeId}; the strict generation allows SmtpUTF8Mailbox`]
          : [],
      ),
  }),
  certificateRule({
    name: 'smime/alternative-names-mailbox',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: (certificate) =>
      mailboxesOf(certificate).length > 0
        ? undefined
        : 'the alternative names have no mailbox address: an rfc822Name, or an otherName that is an SmtpUTF8Mailbox',
  }),
  certificateRule({
    name: 'smime/alternative-names-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.h',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: (certificate) =>
      certificate.extension(subjectAltName)?.critical === true && !certificate.subject.isEmpty
        ? 'subjectAltName is critical, and the subject is not empty'
        : undefined,
  }),
  certificateRule({
    name: 'smime/alternative-names-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.h',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkPresent(subjectAltName),
  }),
  certificateRule({
    name: 'smime/email-address',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.2.h',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: ({ subject }) =>
      subject
        .of(AttributeType.emailAddress)
        .filter(({ text }) => text === undefined || !isMailbox(text))
        .map(({ text }) => `the emailAddress ${quoted(text ?? '')} is not one mailbox address`),
  }),
  certificateRule({
    name: 'smime/mailbox-in-alternative-names',
    clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check(certificate) {
      const known = mailboxesOf(certificate);
      const names = [
        certificate.subject,
        ...(certificate.value(subjectAltName) ?? []).flatMap((one) => (one.kind === 'directoryName' ? [one.name] : [])),
      ];
      return names
        .flatMap(({ attributes }) => attributes)
        .filter(({ text }) => text !== undefined && isMailbox(text) && !known.includes(text))
        .map(({ text }) => `the mailbox address ${quoted(text ?? '')} is not among the alternative names`);
    },
  }),
];

const KINDS: ReadonlySet<string> = new Set(['rfc822Name', 'otherName', 'directoryName']);
