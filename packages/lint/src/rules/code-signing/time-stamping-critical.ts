import { isTimeStamper } from '../../certificate/code-signing.ts';
import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const timeStampingCritical = certificateRule({
  name: 'code-signing/time-stamping-critical',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.f',
  from: '2019-08-13',
  appliesTo: isTimeStamper,
  check: (certificate) =>
    certificate.extension(extendedKeyUsage)?.critical === true
      ? undefined
      : 'extKeyUsage with timeStamping is not critical',
});
