import { checkVersion3 } from '../checks/version.ts';
import { certificateRule } from '../certificate-rule.ts';

export const version3 = certificateRule({
  name: 'code-signing/version-3',
  clause: 'Code Signing Baseline Requirements 7.1.1',
  from: '2019-08-13',
  check: checkVersion3,
});
