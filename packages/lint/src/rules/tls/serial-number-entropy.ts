import { certificateRule } from '../certificate-rule.ts';
import { checkSerialNumberEntropy } from '../checks/serial-number.ts';

export const serialNumberEntropy = certificateRule({
  name: 'tls/serial-number-entropy',
  clause: 'Baseline Requirements 7.1',
  level: 'warning',
  from: '2016-09-30',
  check: checkSerialNumberEntropy,
});
