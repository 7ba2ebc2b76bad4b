import { isMailbox } from '../../certificate/mailbox.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const emailAddressRule = certificateRule({
  name: 'smime/email-address',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.h',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: ({ subject }) =>
    subject
      .of(AttributeType.emailAddress)
      .filter(({ text }) => text === undefined || !isMailbox(text))
      .map(({ text }) => `the emailAddress ${quoted(text ?? '')} is not one mailbox address`),
});
