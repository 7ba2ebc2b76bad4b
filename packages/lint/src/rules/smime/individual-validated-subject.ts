import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { checkAttributes } from '../checks/smime-subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const individualValidatedSubject = certificateRule({
  name: 'smime/individual-validated-subject',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.6',
  from: '2023-09-01',
  appliesTo: isValidatedAs('individual'),
  check: (certificate) => checkAttributes(certificate, 'individual'),
});
