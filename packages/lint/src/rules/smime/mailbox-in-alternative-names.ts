import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isMailbox } from '../../certificate/mailbox.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mailboxInAlternativeNames = certificateRule({
  name: 'smime/mailbox-in-alternative-names',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.1',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check(certificate) {
    const known = mailboxesOf(certificate);
    const names = [
      certificate.subject,
      ...(certificate.value(subjectAltName) ?? []).flatMap((one) => (one.kind === 'directoryName' ? [one.name] : [])),
    ];
    return names
      .flatMap(({ attributes }) => attributes)
      .filter(({ text }) => text !== undefined && isMailbox(text) && !known.includes(text))
      .map(({ text }) => `the mailbox address ${quoted(text ?? '')} is not among the alternative names`);
  },
});
