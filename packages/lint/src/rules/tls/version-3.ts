import { certificateRule } from '../certificate-rule.ts';
import { checkVersion3 } from '../checks/version.ts';

export const version3 = certificateRule({
  name: 'tls/version-3',
  clause: 'Baseline Requirements 7.1.1',
  from: '2015-04-16',
  check: checkVersion3,
});
