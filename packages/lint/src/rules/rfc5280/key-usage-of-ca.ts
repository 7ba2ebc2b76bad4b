import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageOfCa = certificateRule({
  name: 'rfc5280/key-usage-of-ca',
  clause: 'RFC 5280 §4.2.1.3',
  appliesTo: ({ isCa, version }) => isCa && version === 3,
  check: (certificate) => (certificate.extension(keyUsage) === undefined ? 'a CA has no keyUsage' : undefined),
});
