import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfCa = certificateRule({
  name: 'code-signing/extended-key-usage-of-ca',
  clause: 'Code Signing Baseline Requirements 7.1.2.2.g',
  from: '2019-08-13',
  appliesTo: isSubordinateCa,
  check(certificate) {
    if (!certificate.extensions.has(extendedKeyUsage)) return 'a CA has no extKeyUsage';
    const purposes = certificate.value(extendedKeyUsage);
    if (purposes === undefined) return undefined;
    const forbidden = purposes.filter((purpose) => FORBIDDEN.has(purpose));
    if (forbidden.length > 0) return `extKeyUsage of a CA for code signing has ${forbidden.join(', ')}`;
    return purposes.includes(KeyPurpose.codeSigning) === purposes.includes(KeyPurpose.timeStamping)
      ? 'extKeyUsage of a CA has not exactly one of codeSigning and timeStamping'
      : undefined;
  },
});

const FORBIDDEN: ReadonlySet<string> = new Set([
  KeyPurpose.anyExtendedKeyUsage,
  KeyPurpose.serverAuth,
  KeyPurpose.emailProtection,
]);
