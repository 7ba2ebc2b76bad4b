import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeStampingCritical = certificateRule({
  name: 'rfc5280/time-stamping-critical',
  clause: 'RFC 3161 §2.3',
  from: '2001-09-01',
  appliesTo: ({ isCa }) => !isCa,
  check: (certificate) =>
    certificate.value(extendedKeyUsage)?.includes(KeyPurpose.timeStamping) === true &&
    certificate.extension(extendedKeyUsage)?.critical === false
      ? 'extKeyUsage with timeStamping is not critical'
      : undefined,
});
