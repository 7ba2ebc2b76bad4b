import { checkVersion3 } from '../checks/version.ts';
import { certificateRule } from '../certificate-rule.ts';

export const version3 = certificateRule({
  name: 'smime/version-3',
  clause: 'S/MIME Baseline Requirements 7.1.1',
  from: '2023-09-01',
  check: checkVersion3,
});
