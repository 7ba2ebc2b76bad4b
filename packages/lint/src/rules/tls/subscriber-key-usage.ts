import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subscriberKeyUsage = certificateRule({
  name: 'tls/subscriber-key-usage',
  clause: 'Baseline Requirements 7.1.2.7.11',
  from: '2012-07-01',
  appliesTo: ({ isCa }) => !isCa,
  check: (certificate) =>
    (['keyCertSign', 'cRLSign'] as const)
      .filter((usage) => certificate.value(keyUsage)?.usages.has(usage) === true)
      .map((usage) => `keyUsage of a subscriber has ${usage}`),
});
