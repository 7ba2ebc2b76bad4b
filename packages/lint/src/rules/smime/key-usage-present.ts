import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsagePresent = certificateRule({
  name: 'smime/key-usage-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) => (certificate.extensions.has(keyUsage) ? undefined : 'keyUsage is missing'),
});
