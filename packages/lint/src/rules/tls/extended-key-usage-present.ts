import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsagePresent = certificateRule({
  name: 'tls/extended-key-usage-present',
  clause: 'Baseline Requirements 7.1.2.7.6',
  from: '2012-07-01',
  appliesTo: ({ isCa }) => !isCa,
  check: (certificate) => (certificate.extensions.has(extendedKeyUsage) ? undefined : 'extKeyUsage is missing'),
});
