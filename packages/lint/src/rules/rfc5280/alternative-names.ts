/** Rules on alternative names of any kind, and on what of the subject they have to repeat. */
import type { Element } from '../../ber/element.ts';
import { characterString, Tag } from '../../ber/values.ts';
import { isDomainName } from '../../certificate/names/dns-name.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isMailbox } from '../../certificate/names/mailbox.ts';
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { isIa5, quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const ALTERNATIVE_NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/alternative-name-not-empty',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate.unusualTextNames.filter(({ text }) => text === '').map(({ kind }) => `a ${kind} is empty`),
  }),
  certificateRule({
    name: 'rfc5280/directory-name-not-empty',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate.alternativeNamesOf('directoryName').some(({ name }) => name.isEmpty)
        ? 'a directoryName is an empty name'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/email-attribute-form',
    clause: 'RFC 5280 §4.1.2.6',
    level: 'warning',
    check: ({ issuer, subject }) =>
      [...issuer.of(AttributeType.emailAddress), ...subject.of(AttributeType.emailAddress)]
        .filter(({ text }) => text !== undefined && text !== '' && !isMailbox(text))
        .map(({ text }) => `the emailAddress ${quoted(text ?? '')} is not of the form local-part@domain`),
  }),
  certificateRule({
    name: 'rfc5280/email-in-alternative-names',
    clause: 'RFC 5280 §4.1.2.6',
    from: '1999-01-01',
    check: (certificate) => {
      const emails = certificate.subject.of(AttributeType.emailAddress);
      if (emails.length === 0) return undefined;
      const names = (certificate.value(subjectAltName) ?? []).flatMap((name) =>
        name.kind === 'rfc822Name' ? [name.text.toLowerCase()] : [],
      );
      return emails
        .filter(({ text }) => !names.includes((text ?? '').toLowerCase()))
        .map(({ text }) => `the emailAddress ${quoted(text ?? '')} is not an rfc822Name of subjectAltName as well`);
    },
  }),
  certificateRule({
    name: 'rfc5280/empty-subject-critical-alternative-name',
    clause: 'RFC 5280 §4.2.1.6',
    from: '1999-01-01',
    appliesTo: ({ subject }) => subject.isEmpty,
    check: (certificate) =>
      certificate.extension(subjectAltName)?.critical === false
        ? 'the subject is empty, and subjectAltName is not critical'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/empty-subject-has-alternative-name',
    clause: 'RFC 5280 §4.1.2.6',
    appliesTo: ({ subject }) => subject.isEmpty,
    check: (certificate) =>
      certificate.extension(subjectAltName) === undefined
        ? 'the subject is empty, and there is no subjectAltName'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/ip-address-length',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate
        .alternativeNamesOf('iPAddress')
        .flatMap((name) =>
          name.octets.length !== 4 && name.octets.length !== 16
            ? [`an iPAddress has ${name.octets.length} octets; 4 or 16 are right`]
            : [],
        ),
  }),
  certificateRule({
    name: 'rfc5280/rfc822-name-form',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate
        .alternativeNamesOf('rfc822Name')
        .flatMap((name) =>
          name.text !== '' && !isMailbox(name.text)
            ? [`the rfc822Name ${quoted(name.text)} is not of the form local-part@domain`]
            : [],
        ),
  }),
  certificateRule({
    name: 'rfc5280/smtp-utf8-mailbox',
    clause: 'RFC 9598 §3',
    from: '2018-05-01',
    check: (certificate) =>
      certificate.alternativeNamesOf('otherName').flatMap((name) => {
        const defect = name.typeId === SMTP_UTF8_MAILBOX ? defectOfMailbox(name.value) : undefined;
        return defect ?? [];
      }),
  }),
];

function defectOfMailbox(value: Element): string | undefined {
  if (value.tag !== Tag.utf8String) return 'an SmtpUTF8Mailbox is not a UTF8String';
  const text = characterString(value);
  if (text === undefined) return 'an SmtpUTF8Mailbox is not text';
  const mailbox = `the SmtpUTF8Mailbox ${quoted(text)}`;
  if (text.startsWith('\uFEFF')) return `${mailbox} begins with a byte order mark`;
  const at = text.lastIndexOf('@');
  if (at < 1) return `${mailbox} is not of the form local-part@domain`;
  if (isIa5(text.slice(0, at))) return `${mailbox} has a local part of ASCII, which belongs into an rfc822Name`;
  const domain = text.slice(at + 1);
  return domain !== domain.toLowerCase() || domain.length > 253 || !isDomainName(domain)
    ? `${mailbox} has a domain that is not of A-labels in lower case`
    : undefined;
}

const SMTP_UTF8_MAILBOX = '1.3.6.1.5.5.7.8.9';
