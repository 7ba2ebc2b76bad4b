import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caExtendedKeyUsagePresent = certificateRule({
  name: 'tls/ca-extended-key-usage-present',
  clause: 'Baseline Requirements 7.1.2.10.6',
  // The certificate of another CA of the same operator should have it; any other CA must, and no certificate tells which it is.
  level: 'warning',
  from: '2023-09-15',
  appliesTo: isSubordinateCa,
  check: (certificate) => (certificate.extensions.has(extendedKeyUsage) ? undefined : 'a CA has no extKeyUsage'),
});
