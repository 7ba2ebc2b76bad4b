import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyUsageCritical = certificateRule({
  name: 'rfc5280/key-usage-critical',
  clause: 'RFC 5280 §4.2.1.3',
  level: 'warning',
  check: (certificate) =>
    certificate.extension(keyUsage)?.critical === false ? 'keyUsage is not critical' : undefined,
});
