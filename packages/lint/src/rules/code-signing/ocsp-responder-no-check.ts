import { signsOcspResponses } from '../../certificate/roles.ts';
import { checkNoCheck } from '../checks/ocsp-responder.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ocspResponderNoCheck = certificateRule({
  name: 'code-signing/ocsp-responder-no-check',
  clause: 'Code Signing Baseline Requirements 4.9.9',
  from: '2019-08-13',
  appliesTo: signsOcspResponses,
  check: checkNoCheck,
});
