import { certificateRule } from '../certificate-rule.ts';
import { checkKeyUsageOfCa } from '../checks/ca-key-usage.ts';

export const keyUsageOfCa = certificateRule({
  name: 'tls/key-usage-of-ca',
  clause: 'Baseline Requirements 7.1.2.10.7',
  from: '2012-07-01',
  appliesTo: ({ isCa }) => isCa,
  check: checkKeyUsageOfCa,
});
