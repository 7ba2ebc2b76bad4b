import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { checkOnlyHttpAccess } from '../checks/addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessOnlyHttp = certificateRule({
  name: 'smime/authority-info-access-only-http',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.c',
  from: '2023-09-01',
  appliesTo: isOfGeneration('strict', 'multipurpose'),
  check: checkOnlyHttpAccess,
});
