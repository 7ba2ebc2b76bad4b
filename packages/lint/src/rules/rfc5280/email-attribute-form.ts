import { isMailbox } from '../../certificate/mailbox.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const emailAttributeForm = certificateRule({
  name: 'rfc5280/email-attribute-form',
  clause: 'RFC 5280 §4.1.2.6',
  level: 'warning',
  check: ({ issuer, subject }) =>
    [...issuer.of(AttributeType.emailAddress), ...subject.of(AttributeType.emailAddress)]
      .filter(({ text }) => text !== undefined && text !== '' && !isMailbox(text))
      .map(({ text }) => `the emailAddress ${quoted(text ?? '')} is not of the form local-part@domain`),
});
