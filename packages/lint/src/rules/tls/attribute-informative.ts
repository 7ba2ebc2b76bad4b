import { certificateRule } from '../certificate-rule.ts';
import { checkInformative } from '../checks/subject.ts';

export const attributeInformative = certificateRule({
  name: 'tls/attribute-informative',
  clause: 'Baseline Requirements 7.1.4.3',
  from: '2012-07-01',
  check: checkInformative,
});
