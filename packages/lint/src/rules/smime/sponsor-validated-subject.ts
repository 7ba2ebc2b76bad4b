import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { checkAttributes } from '../checks/smime-subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const sponsorValidatedSubject = certificateRule({
  name: 'smime/sponsor-validated-subject',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.5',
  from: '2023-09-01',
  appliesTo: isValidatedAs('sponsor'),
  check: (certificate) => checkAttributes(certificate, 'sponsor', ['organizationName', 'organizationIdentifier']),
});
