import type { Element } from '../../ber/element.ts';
import { characterString, Tag } from '../../ber/values.ts';
import { isDomainName } from '../../certificate/dns-name.ts';
import { isIa5, quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const smtpUtf8Mailbox = certificateRule({
  name: 'rfc5280/smtp-utf8-mailbox',
  clause: 'RFC 9598 §3',
  from: '2018-05-01',
  check: (certificate) =>
    certificate.alternativeNamesOf('otherName').flatMap((name) => {
      const defect = name.typeId === SMTP_UTF8_MAILBOX ? defectOf(name.value) : undefined;
      return defect ?? [];
    }),
});

function defectOf(value: Element): string | undefined {
  if (value.tag !== Tag.utf8String) return 'an SmtpUTF8Mailbox is no UTF8String';
  const text = characterString(value);
  if (text === undefined) return 'an SmtpUTF8Mailbox is no text';
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
