import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfRoot = certificateRule({
  name: 'tls/extended-key-usage-of-root',
  clause: 'Baseline Requirements 7.1.2.1.2',
  from: '2012-07-01',
  appliesTo: isRoot,
  check: (certificate) => (certificate.extensions.has(extendedKeyUsage) ? 'a root has extKeyUsage' : undefined),
});
