import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const streetWithPlace = certificateRule({
  name: 'smime/street-with-place',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.j',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: ({ subject }) =>
    subject.has(AttributeType.streetAddress) &&
    !subject.has(AttributeType.localityName) &&
    !subject.has(AttributeType.stateOrProvinceName)
      ? 'the subject has a streetAddress and neither localityName nor stateOrProvinceName'
      : undefined,
});
