/** Mailbox addresses among the alternative names of a subject. */
import { characterString } from '../ber/values.ts';
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { subjectAltName } from './extensions/subject-alt-name.ts';

/** Returns every rfc822Name, and every otherName that is an SmtpUTF8Mailbox, as text. */
export function mailboxesOf(certificate: CertificateUnderLint): readonly string[] {
  return (certificate.value(subjectAltName) ?? []).flatMap((name) => {
    if (name.kind === 'rfc822Name') return [name.text];
    if (name.kind !== 'otherName' || name.typeId !== SMTP_UTF8_MAILBOX) return [];
    return [characterString(name.value) ?? ''];
  });
}

/** The otherName of a mailbox with characters beyond ASCII (RFC 9598 §3). */
export const SMTP_UTF8_MAILBOX = '1.3.6.1.5.5.7.8.9';
