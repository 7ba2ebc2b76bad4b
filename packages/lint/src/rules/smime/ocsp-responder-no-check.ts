import { signsOcspResponses } from '../../certificate/roles.ts';
import { checkNoCheck } from '../checks/ocsp-responder.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderNoCheck = certificateRule({
  name: 'smime/ocsp-responder-no-check',
  clause: 'S/MIME Baseline Requirements 4.9.9',
  from: '2023-09-01',
  appliesTo: signsOcspResponses,
  check: checkNoCheck,
});
