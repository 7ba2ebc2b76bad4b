import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caWithoutKeyCertSign = certificateRule({
  name: 'rfc5280/ca-without-key-cert-sign',
  clause: 'RFC 5280 §4.2.1.9',
  level: 'warning',
  appliesTo: ({ isCa }) => isCa,
  check: (certificate) =>
    certificate.value(keyUsage)?.usages.has('keyCertSign') === false
      ? 'basicConstraints has cA, and keyUsage is without keyCertSign'
      : undefined,
});
