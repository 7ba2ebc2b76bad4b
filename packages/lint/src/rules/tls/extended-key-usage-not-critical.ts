import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageNotCritical = certificateRule({
  name: 'tls/extended-key-usage-not-critical',
  clause: 'Baseline Requirements 7.1.2.7.6, 7.1.2.10.1',
  from: '2023-09-15',
  appliesTo: (certificate) => isSubscriber(certificate) || isSubordinateCa(certificate),
  check: (certificate) =>
    certificate.extension(extendedKeyUsage)?.critical === true ? 'extKeyUsage is critical' : undefined,
});
