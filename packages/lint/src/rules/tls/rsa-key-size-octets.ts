import { certificateRule } from '../certificate-rule.ts';
import { checkWholeOctets } from '../checks/rsa-key.ts';

export const rsaKeySizeOctets = certificateRule({
  name: 'tls/rsa-key-size-octets',
  clause: 'Baseline Requirements 6.1.5',
  from: '2020-08-20',
  check: checkWholeOctets,
});
