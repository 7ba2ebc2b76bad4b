import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfRoot = certificateRule({
  name: 'code-signing/extended-key-usage-of-root',
  clause: 'Code Signing Baseline Requirements 7.1.2.1.d',
  from: '2019-08-13',
  appliesTo: isRoot,
  check: (certificate) => (certificate.extensions.has(extendedKeyUsage) ? 'a root has extKeyUsage' : undefined),
});
