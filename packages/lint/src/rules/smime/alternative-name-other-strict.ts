import { SMTP_UTF8_MAILBOX } from '../../certificate/alternative-mailboxes.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNameOtherStrict = certificateRule({
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
});
