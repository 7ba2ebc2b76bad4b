/** Rules on extKeyUsage. */
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const EXTENDED_KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/extended-key-usage-critical',
    clause: 'RFC 5280 §4.2.1.12',
    level: 'warning',
    check: (certificate) =>
      certificate.extension(extendedKeyUsage)?.critical === true &&
      certificate.value(extendedKeyUsage)?.includes(KeyPurpose.anyExtendedKeyUsage) === true
        ? 'extKeyUsage with anyExtendedKeyUsage is critical'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/time-stamping-alone',
    clause: 'RFC 3161 §2.3',
    level: 'warning',
    from: '2001-09-01',
    appliesTo: ({ isCa }) => !isCa,
    check(certificate) {
      const purposes = certificate.value(extendedKeyUsage) ?? [];
      return purposes.length > 1 && purposes.includes(KeyPurpose.timeStamping)
        ? 'extKeyUsage has timeStamping together with other purposes; those who verify time-stamps want it alone'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/time-stamping-critical',
    clause: 'RFC 3161 §2.3',
    from: '2001-09-01',
    appliesTo: ({ isCa }) => !isCa,
    check: (certificate) =>
      certificate.value(extendedKeyUsage)?.includes(KeyPurpose.timeStamping) === true &&
      certificate.extension(extendedKeyUsage)?.critical === false
        ? 'extKeyUsage with timeStamping is not critical'
        : undefined,
  }),
];
