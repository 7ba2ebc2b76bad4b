import { signsOcspResponses } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';
import { checkNoCheck } from '../checks/ocsp-responder.ts';

export const ocspResponderNoCheck = certificateRule({
  name: 'tls/ocsp-responder-no-check',
  clause: 'Baseline Requirements 4.9.9',
  from: '2012-07-01',
  appliesTo: signsOcspResponses,
  check: checkNoCheck,
});
