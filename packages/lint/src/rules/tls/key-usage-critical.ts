import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageCritical = certificateRule({
  name: 'tls/key-usage-critical',
  clause: 'Baseline Requirements 7.1.2.7.6',
  from: '2023-09-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.extension(keyUsage)?.critical === false ? 'keyUsage is not critical' : undefined,
});
