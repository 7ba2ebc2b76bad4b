import { isValidatedAs } from '../../certificate/smime-profile.ts';
import { checkAttributes } from '../checks/smime-subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationValidatedSubject = certificateRule({
  name: 'smime/organization-validated-subject',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.4',
  from: '2023-09-01',
  appliesTo: isValidatedAs('organization'),
  check: (certificate) => checkAttributes(certificate, 'organization', ['organizationName', 'organizationIdentifier']),
});
