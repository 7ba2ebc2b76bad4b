import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const encipherOnlyOrDecipherOnly = certificateRule({
  name: 'rfc5280/encipher-only-or-decipher-only',
  clause: 'RFC 3279 §2.3.3',
  from: '2002-04-01',
  check(certificate) {
    const usages = certificate.value(keyUsage)?.usages;
    return usages?.has('encipherOnly') === true && usages.has('decipherOnly')
      ? 'keyUsage has both encipherOnly and decipherOnly'
      : undefined;
  },
});
