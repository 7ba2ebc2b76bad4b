import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { checkInformative } from '../checks/subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeInformative = certificateRule({
  name: 'smime/attribute-informative',
  clause: 'S/MIME Baseline Requirements 7.1.4.2',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: checkInformative,
});
