import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageShortest = certificateRule({
  name: 'rfc5280/key-usage-shortest',
  clause: 'X.690 §11.2.2',
  level: 'error',
  check(certificate) {
    const value = certificate.value(keyUsage);
    if (value === undefined || value.octets.length === 0) return undefined;
    const last = value.octets.at(-1)!;
    const shortest = (last & (1 << value.unusedBits)) !== 0 && (last & ((1 << value.unusedBits) - 1)) === 0;
    return shortest ? undefined : 'keyUsage has zero bits at its end, which DER leaves out';
  },
});
