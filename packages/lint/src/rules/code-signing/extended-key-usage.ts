/** Rules on extKeyUsage. */
import { isCodeSigningSubscriber, isTimeStamper } from '../../certificate/code-signing.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isRoot, isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent } from '../checks/extensions.ts';
import { checkOthers, checkPurposes } from '../checks/purposes.ts';

export const EXTENDED_KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'code-signing/extended-key-usage',
    clause: 'Code Signing Baseline Requirements 7.1.2.3.f',
    from: '2019-08-13',
    appliesTo: isCodeSigningSubscriber,
    check: checkPurposes({
      missing: 'extKeyUsage is missing',
      forbidden: new Set([KeyPurpose.anyExtendedKeyUsage, KeyPurpose.serverAuth]),
      problem: (found) => `extKeyUsage has ${found}`,
      check: (purposes) =>
        purposes.includes(KeyPurpose.codeSigning) || purposes.includes(KeyPurpose.timeStamping)
          ? undefined
          : 'extKeyUsage has neither codeSigning nor timeStamping',
    }),
  }),
  certificateRule({
    name: 'code-signing/extended-key-usage-of-ca',
    clause: 'Code Signing Baseline Requirements 7.1.2.2.g',
    from: '2019-08-13',
    appliesTo: isSubordinateCa,
    check: checkPurposes({
      missing: 'a CA has no extKeyUsage',
      forbidden: new Set([KeyPurpose.anyExtendedKeyUsage, KeyPurpose.serverAuth, KeyPurpose.emailProtection]),
      problem: (found) => `extKeyUsage of a CA for code signing has ${found}`,
      check: (purposes) =>
        purposes.includes(KeyPurpose.codeSigning) === purposes.includes(KeyPurpose.timeStamping)
          ? 'extKeyUsage of a CA has not exactly one of codeSigning and timeStamping'
          : undefined,
    }),
  }),
  certificateRule({
    name: 'code-signing/extended-key-usage-of-ca-others',
    clause: 'Code Signing Baseline Requirements 7.1.2.2.g',
    level: 'warning',
    from: '2019-08-13',
    appliesTo: isSubordinateCa,
    check: checkOthers(
      new Set([KeyPurpose.codeSigning, KeyPurpose.timeStamping]),
      (others) => `extKeyUsage of a CA for code signing has ${others} as well`,
    ),
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
    check: (certificate) =>
      checkOthers(
        isTimeStamper(certificate) ? FOR_TIME_STAMPS : FOR_CODE,
        (others) => `extKeyUsage has ${others} as well`,
      )(certificate),
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

const FOR_TIME_STAMPS: ReadonlySet<string> = new Set([KeyPurpose.timeStamping]);
/** With lifetime signing and document signing, both of Microsoft. */
const FOR_CODE: ReadonlySet<string> = new Set([
  KeyPurpose.codeSigning,
  '1.3.6.1.4.1.311.10.3.13',
  KeyPurpose.emailProtection,
  '1.3.6.1.4.1.311.3.10.3.12',
]);
