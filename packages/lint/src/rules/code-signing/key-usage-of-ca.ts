import { checkKeyUsageOfCa } from '../checks/ca-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageOfCa = certificateRule({
  name: 'code-signing/key-usage-of-ca',
  clause: 'Code Signing Baseline Requirements 7.1.2.2.e',
  from: '2019-08-13',
  appliesTo: ({ isCa }) => isCa,
  check: checkKeyUsageOfCa,
});
