import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageOfCa = certificateRule({
  name: 'tls/key-usage-of-ca',
  clause: 'Baseline Requirements 7.1.2.10.7',
  level: 'error',
  from: '2012-07-01',
  appliesTo: ({ isCa }) => isCa,
  check(certificate) {
    const extension = certificate.extension(keyUsage);
    const usages = certificate.value(keyUsage)?.usages;
    if (extension === undefined) return 'a CA has no keyUsage';
    if (!extension.critical) return 'keyUsage of a CA is not critical';
    return (['keyCertSign', 'cRLSign'] as const)
      .filter((usage) => usages?.has(usage) === false)
      .map((usage) => `keyUsage of a CA has no ${usage}`);
  },
});
