import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageRule = certificateRule({
  name: 'code-signing/extended-key-usage',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.f',
  from: '2019-08-13',
  appliesTo: isCodeSigningSubscriber,
  check(certificate) {
    if (!certificate.extensions.has(extendedKeyUsage)) return 'extKeyUsage is missing';
    const purposes = certificate.value(extendedKeyUsage);
    if (purposes === undefined) return undefined;
    const forbidden = purposes.filter((purpose) => FORBIDDEN.has(purpose));
    if (forbidden.length > 0) return `extKeyUsage has ${forbidden.join(', ')}`;
    return purposes.includes(KeyPurpose.codeSigning) || purposes.includes(KeyPurpose.timeStamping)
      ? undefined
      : 'extKeyUsage has neither codeSigning nor timeStamping';
  },
});

const FORBIDDEN: ReadonlySet<string> = new Set([KeyPurpose.anyExtendedKeyUsage, KeyPurpose.serverAuth]);
