import { mailboxesOf } from '../../certificate/alternative-mailboxes.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const commonNameOrganization = certificateRule({
  name: 'smime/common-name-organization',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.a',
  from: '2023-09-01',
  appliesTo: isValidatedAs('organization'),
  check(certificate) {
    const { subject } = certificate;
    const allowed = [
      ...mailboxesOf(certificate),
      ...subject.of(AttributeType.organizationName).map(({ text }) => text),
    ];
    return subject
      .of(AttributeType.commonName)
      .filter(({ text }) => !allowed.includes(text))
      .map(
        ({ text }) =>
          `the commonName ${quoted(text ?? '')} is neither the organizationName nor a mailbox address of the alternative names`,
      );
  },
});
