import { checkKeyUsageOfCa } from '../checks/ca-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageOfCa = certificateRule({
  name: 'smime/key-usage-of-ca',
  clause: 'S/MIME Baseline Requirements 7.1.2.2.e',
  from: '2023-09-01',
  appliesTo: ({ isCa }) => isCa,
  check: checkKeyUsageOfCa,
});
