import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeStampingAlone = certificateRule({
  name: 'rfc5280/time-stamping-alone',
  clause: 'RFC 3161 §2.3',
  level: 'warning',
  from: '2001-09-01',
  appliesTo: ({ isCa }) => !isCa,
  check(certificate) {
    const purposes = certificate.value(extendedKeyUsage) ?? [];
    return purposes.length > 1 && purposes.includes(KeyPurpose.timeStamping)
      ? 'extKeyUsage has timeStamping beside other purposes; those who verify time-stamps want it alone'
      : undefined;
  },
});
