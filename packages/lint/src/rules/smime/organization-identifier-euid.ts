import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationIdentifierEuid = certificateRule({
  name: 'smime/organization-identifier-euid',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.d',
  level: 'warning',
  from: '2025-05-14',
  appliesTo: isSmimeSubscriber,
  check: ({ subject }) =>
    subject
      .of(AttributeType.organizationIdentifier)
      .filter(({ text = '' }) => text.startsWith('NTRDE') && !/^NTRDE-DE[A-Z\d]+\../.test(text))
      .map(({ text = '' }) => `the organizationIdentifier ${quoted(text)} has no EUID, as NTRDE-DER3306.HRB12345 has`),
});
