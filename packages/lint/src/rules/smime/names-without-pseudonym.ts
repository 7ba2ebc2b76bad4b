import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const namesWithoutPseudonym = certificateRule({
  name: 'smime/names-without-pseudonym',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.f',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: ({ subject }) =>
    subject.has(AttributeType.pseudonym) && (subject.has(AttributeType.givenName) || subject.has(AttributeType.surname))
      ? 'the subject has a pseudonym beside a givenName or surname'
      : undefined,
});
