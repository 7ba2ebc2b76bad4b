import { checkSerialNumberEntropy } from '../checks/serial-number.ts';
import { certificateRule } from '../certificate-rule.ts';

export const serialNumberEntropy = certificateRule({
  name: 'smime/serial-number-entropy',
  clause: 'S/MIME Baseline Requirements 7.1',
  level: 'warning',
  from: '2023-09-01',
  check: checkSerialNumberEntropy,
});
