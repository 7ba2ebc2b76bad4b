import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNamesPresent = certificateRule({
  name: 'smime/alternative-names-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.h',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) => (certificate.extensions.has(subjectAltName) ? undefined : 'subjectAltName is missing'),
});
