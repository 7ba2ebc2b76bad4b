import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageBits = certificateRule({
  name: 'rfc5280/key-usage-bits',
  clause: 'RFC 5280 §4.2.1.3',
  check(certificate) {
    const value = certificate.value(keyUsage);
    if (value === undefined) return undefined;
    if (value.octets.length > 2 || (value.octets.length === 2 && (value.octets[1]! & 0x7f) !== 0))
      return 'keyUsage has bits beyond the nine that are defined';
    return value.usages.size === 0 ? 'keyUsage has no bit set' : undefined;
  },
});
