import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { checkHttpAccess } from '../checks/addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessHttp = certificateRule({
  name: 'smime/authority-info-access-http',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.c',
  from: '2023-09-01',
  appliesTo: isOfGeneration('legacy'),
  check: checkHttpAccess,
});
