import { checkSerialNumberEntropy } from '../checks/serial-number.ts';
import { certificateRule } from '../certificate-rule.ts';

export const serialNumberEntropy = certificateRule({
  name: 'code-signing/serial-number-entropy',
  clause: 'Code Signing Baseline Requirements 7.1',
  level: 'warning',
  from: '2019-08-13',
  check: checkSerialNumberEntropy,
});
