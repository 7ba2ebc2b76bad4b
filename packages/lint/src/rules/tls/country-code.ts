import { certificateRule } from '../certificate-rule.ts';
import { checkCountryCode } from '../checks/subject.ts';

export const countryCode = certificateRule({
  name: 'tls/country-code',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2012-07-01',
  check: checkCountryCode,
});
