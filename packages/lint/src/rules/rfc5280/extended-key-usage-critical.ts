import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageCritical = certificateRule({
  name: 'rfc5280/extended-key-usage-critical',
  clause: 'RFC 5280 §4.2.1.12',
  level: 'warning',
  check: (certificate) =>
    certificate.extension(extendedKeyUsage)?.critical === true &&
    certificate.value(extendedKeyUsage)?.includes(KeyPurpose.anyExtendedKeyUsage) === true
      ? 'extKeyUsage with anyExtendedKeyUsage is critical'
      : undefined,
});
