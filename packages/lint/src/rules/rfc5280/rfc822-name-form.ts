import { isMailbox } from '../../certificate/mailbox.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rfc822NameForm = certificateRule({
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
});
