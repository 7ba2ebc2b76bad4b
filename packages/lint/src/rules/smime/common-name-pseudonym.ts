import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const commonNamePseudonym = certificateRule({
  name: 'smime/common-name-pseudonym',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
  from: '2023-09-01',
  appliesTo: isValidatedAs('sponsor', 'individual'),
  check(certificate) {
    const { subject } = certificate;
    const pseudonyms = subject.of(AttributeType.pseudonym).map(({ text }) => text);
    const allowed = [...mailboxesOf(certificate), ...pseudonyms];
    if (pseudonyms.length === 0) return undefined;
    return subject
      .of(AttributeType.commonName)
      .filter(({ text }) => !allowed.includes(text))
      .map(
        ({ text }) =>
          `the commonName ${quoted(text ?? '')} is neither the pseudonym nor a mailbox address of the alternative names`,
      );
  },
});
