import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { checkCountryCode } from '../checks/subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const countryCode = certificateRule({
  name: 'smime/country-code',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.n',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: checkCountryCode,
});
