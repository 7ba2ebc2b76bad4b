import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfRoot = certificateRule({
  name: 'smime/extended-key-usage-of-root',
  clause: 'S/MIME Baseline Requirements 7.1.2.1.d',
  from: '2023-09-01',
  appliesTo: isRoot,
  check: (certificate) => (certificate.extensions.has(extendedKeyUsage) ? 'a root has extKeyUsage' : undefined),
});
