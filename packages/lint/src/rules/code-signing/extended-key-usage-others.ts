import { isCodeSigningSubscriber, isTimeStamper } from '../../certificate/code-signing.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOthers = certificateRule({
  name: 'code-signing/extended-key-usage-others',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.f',
  level: 'warning',
  from: '2019-08-13',
  appliesTo: isCodeSigningSubscriber,
  check(certificate) {
    const expected = isTimeStamper(certificate) ? FOR_TIME_STAMPS : FOR_CODE;
    const others = (certificate.value(extendedKeyUsage) ?? []).filter((purpose) => !expected.includes(purpose));
    return others.length > 0 ? `extKeyUsage has ${others.join(', ')} as well` : undefined;
  },
});

const FOR_TIME_STAMPS: readonly string[] = [KeyPurpose.timeStamping];
/** With lifetime signing and document signing, both of Microsoft. */
const FOR_CODE: readonly string[] = [
  KeyPurpose.codeSigning,
  '1.3.6.1.4.1.311.10.3.13',
  KeyPurpose.emailProtection,
  '1.3.6.1.4.1.311.3.10.3.12',
];
