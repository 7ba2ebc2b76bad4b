import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const commonNameMailbox = certificateRule({
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
});
