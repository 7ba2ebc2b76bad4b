import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caWithoutKeyCertSign = certificateRule({
  name: 'tls/ca-without-key-cert-sign',
  clause: 'Baseline Requirements 7.1.2.7.8',
  from: '2012-07-01',
  check(certificate) {
    const usages = certificate.value(keyUsage)?.usages;
    return certificate.isCa && usages?.has('keyCertSign') === false
      ? 'basicConstraints has cA, and keyUsage is without keyCertSign'
      : undefined;
  },
});
