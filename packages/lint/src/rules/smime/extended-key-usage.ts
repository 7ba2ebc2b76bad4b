/** Rules on extKeyUsage. */
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isRoot, isSubordinateCa } from '../../certificate/roles.ts';
import { isOfGeneration, isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent, checkPresent } from '../checks/extensions.ts';
import { checkOthers, checkPurposes } from '../checks/purposes.ts';

const FORBIDDEN: ReadonlySet<string> = new Set([
  KeyPurpose.serverAuth,
  KeyPurpose.codeSigning,
  KeyPurpose.timeStamping,
  KeyPurpose.anyExtendedKeyUsage,
]);

export const EXTENDED_KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/extended-key-usage',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.f',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkPurposes({
      missing: 'extKeyUsage is missing',
      forbidden: FORBIDDEN,
      problem: (found) => `extKeyUsage has ${found}, which an S/MIME certificate must not have`,
      check: (purposes) =>
        purposes.includes(KeyPurpose.emailProtection) ? undefined : 'extKeyUsage has no emailProtection',
    }),
  }),
  certificateRule({
    name: 'smime/extended-key-usage-of-ca',
    clause: 'S/MIME Baseline Requirements 7.1.2.2.g',
    from: '2023-09-01',
    appliesTo: isSubordinateCa,
    check: checkPurposes({
      forbidden: FORBIDDEN,
      problem: (found) => `extKeyUsage of a CA for S/MIME has ${found}`,
      check: (purposes) =>
        purposes.includes(KeyPurpose.emailProtection)
          ? undefined
          : 'extKeyUsage of a CA for S/MIME has no emailProtection',
    }),
  }),
  certificateRule({
    name: 'smime/extended-key-usage-of-ca-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.2.g',
    from: '2023-09-01',
    // A cross certificate of a root may go without: the profile of such a one has to make an exception.
    appliesTo: isSubordinateCa,
    check: checkPresent(extendedKeyUsage, 'a CA has no extKeyUsage'),
  }),
  certificateRule({
    name: 'smime/extended-key-usage-of-root',
    clause: 'S/MIME Baseline Requirements 7.1.2.1.d',
    from: '2023-09-01',
    appliesTo: isRoot,
    check: checkAbsent(extendedKeyUsage, 'a root has extKeyUsage'),
  }),
  certificateRule({
    name: 'smime/extended-key-usage-only-mail',
    clause: 'S/MIME Baseline Requirements 7.1.2',
    from: '2027-07-01',
    appliesTo: (certificate) => isSmimeSubscriber(certificate) || isSubordinateCa(certificate),
    check: checkOthers(
      new Set([KeyPurpose.emailProtection, KeyPurpose.clientAuth]),
      (others) => `extKeyUsage has ${others}; emailProtection and clientAuth are allowed`,
    ),
  }),
  certificateRule({
    name: 'smime/extended-key-usage-strict',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.f',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict'),
    check: checkOthers(
      new Set([KeyPurpose.emailProtection]),
      (others) => `extKeyUsage has ${others}; a certificate of the strict generation has emailProtection alone`,
    ),
  }),
];
