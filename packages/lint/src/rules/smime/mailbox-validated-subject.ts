import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { checkAttributes } from '../checks/smime-subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mailboxValidatedSubject = certificateRule({
  name: 'smime/mailbox-validated-subject',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.3',
  from: '2023-09-01',
  appliesTo: isValidatedAs('mailbox'),
  check: (certificate) => checkAttributes(certificate, 'mailbox'),
});
