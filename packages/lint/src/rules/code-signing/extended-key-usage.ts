/** Rules on extKeyUsage. */
import { isCodeSigningSubscriber, isTimeStamper } from '../../certificate/code-signing.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isRoot, isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent } from '../checks/extensions.ts';

export const EXTENDED_KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'code-signing/extended-key-usage',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.f',
    from: '2019-08-13',
    appliesTo: isCodeSigningSubscriber,
    check(certificate) {
      if (!certificate.extensions.has(extendedKeyUsage)) return 'extKeyUsage is missing';
      const purposes = certificate.value(extendedKeyUsage);
      if (purposes === undefined) return undefined;
      const forbidden = purposes.filter((purpose) => FORBIDDEN_FOR_SUBSCRIBERS.has(purpose));
      if (forbidden.length > 0) return `extKeyUsage has ${forbidden.join(', ')}`;
      return purposes.includes(KeyPurpose.codeSigning) || purposes.includes(KeyPurpose.timeStamping)
        ? undefined
        : 'extKeyUsage has neither codeSigning nor timeStamping';
    },
  }),
  certificateRule({
    name: 'code-signing/extended-key-usage-of-ca',
    clause: 'Code Signing Baseline Requirements 7.1.2.2.g',
    from: '2019-08-13',
    appliesTo: isSubordinateCa,
    check(certificate) {
      if (!certificate.extensions.has(extendedKeyUsage)) return 'a CA has no extKeyUsage';
      const purposes = certificate.value(extendedKeyUsage);
      if (purposes === undefined) return undefined;
      const forbidden = purposes.filter((purpose) => FORBIDDEN_FOR_CAS.has(purpose));
      if (forbidden.length > 0) return `extKeyUsage of a CA for code signing has ${forbidden.join(', ')}`;
      return purposes.includes(KeyPurpose.codeSigning) === purposes.includes(KeyPurpose.timeStamping)
        ? 'extKeyUsage of a CA has not exactly one of codeSigning and timeStamping'
        : undefined;
    },
  }),
  certificateRule({
    name: 'code-signing/extended-key-usage-of-ca-others',
    clause: 'Code Signing Baseline Requirements 7.1.2.2.g',
    level: 'warning',
    from: '2019-08-13',
    appliesTo: isSubordinateCa,
    check(certificate) {
      const others = (certificate.value(extendedKeyUsage) ?? []).filter((purpose) => !EXPECTED_OF_CAS.has(purpose));
      return others.length > 0 ? `extKeyUsage of a CA for code signing has ${others.join(', ')} as well` : undefined;
    },
  }),
  certificateRule({
    name: 'code-signing/extended-key-usage-of-root',
    clause: 'Code Signing Baseline Requirements 7.1.2.1.d',
    from: '2019-08-13',
    appliesTo: isRoot,
    check: checkAbsent(extendedKeyUsage, 'a root has extKeyUsage'),
  }),
  certificateRule({
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
  }),
  certificateRule({
    name: 'code-signing/time-stamping-critical',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.f',
    from: '2019-08-13',
    appliesTo: isTimeStamper,
    check: (certificate) =>
      certificate.extension(extendedKeyUsage)?.critical === true
        ? undefined
        : 'extKeyUsage with timeStamping is not critical',
  }),
];

const FORBIDDEN_FOR_SUBSCRIBERS: ReadonlySet<string> = new Set([KeyPurpose.anyExtendedKeyUsage, KeyPurpose.serverAuth]);
const FORBIDDEN_FOR_CAS: ReadonlySet<string> = new Set([
  KeyPurpose.anyExtendedKeyUsage,
  KeyPurpose.serverAuth,
  KeyPurpose.emailProtection,
]);
const EXPECTED_OF_CAS: ReadonlySet<string> = new Set([KeyPurpose.codeSigning, KeyPurpose.timeStamping]);
const FOR_TIME_STAMPS: readonly string[] = [KeyPurpose.timeStamping];
/** With lifetime signing and document signing, both of Microsoft. */
const FOR_CODE: readonly string[] = [
  KeyPurpose.codeSigning,
  '1.3.6.1.4.1.311.10.3.13',
  KeyPurpose.emailProtection,
  '1.3.6.1.4.1.311.3.10.3.12',
];
