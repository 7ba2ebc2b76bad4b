import { nonce } from '../../ocsp/ocsp-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const nonceLength = ocspDataRule({
  name: 'ocsp/nonce-length',
  clause: 'RFC 9654 §2.1',
  check({ extensions }) {
    const octets = extensions.value(nonce);
    return octets === undefined || (octets.length >= 1 && octets.length <= 128)
      ? undefined
      : `the nonce has ${octets.length} octets; 1 to 128 are allowed`;
  },
});
