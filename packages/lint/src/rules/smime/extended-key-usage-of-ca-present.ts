import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfCaPresent = certificateRule({
  name: 'smime/extended-key-usage-of-ca-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.2.g',
  from: '2023-09-01',
  // A cross certificate of a root may go without: the profile of such a one has to make an exception.
  appliesTo: isSubordinateCa,
  check: (certificate) => (certificate.extensions.has(extendedKeyUsage) ? undefined : 'a CA has no extKeyUsage'),
});
