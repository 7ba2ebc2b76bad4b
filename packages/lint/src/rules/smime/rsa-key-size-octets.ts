import { checkWholeOctets } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeySizeOctets = certificateRule({
  name: 'smime/rsa-key-size-octets',
  clause: 'S/MIME Baseline Requirements 6.1.5',
  from: '2023-09-01',
  check: checkWholeOctets,
});
