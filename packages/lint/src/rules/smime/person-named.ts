import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber, smimeProfiles } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const personNamed = certificateRule({
  name: 'smime/person-named',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.5',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check(certificate) {
    const named = smimeProfiles(certificate).some(
      ({ validation, generation }) =>
        (validation === 'sponsor' || validation === 'individual') && generation !== 'legacy',
    );
    return named && !NAMES.some((type) => certificate.subject.has(type))
      ? 'the subject has neither givenName, surname nor pseudonym'
      : undefined;
  },
});

const NAMES = [AttributeType.givenName, AttributeType.surname, AttributeType.pseudonym];
