import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const emailInAlternativeNames = certificateRule({
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
});
