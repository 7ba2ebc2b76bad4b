import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNamesMailbox = certificateRule({
  name: 'smime/alternative-names-mailbox',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    mailboxesOf(certificate).length > 0
      ? undefined
      : 'the alternative names have no mailbox address: an rfc822Name, or an otherName that is an SmtpUTF8Mailbox',
});
