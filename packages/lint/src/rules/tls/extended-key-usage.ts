/** Rules on extKeyUsage. */
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isOcspResponder, isRoot, isSubordinateCa, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent, checkNotCritical, checkPresent } from '../checks/extensions.ts';
import { checkPurposes } from '../checks/purposes.ts';

export const EXTENDED_KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/ca-extended-key-usage-present',
    clause: 'Baseline Requirements 7.1.2.10.6',
    // The certificate of another CA of the same operator should have it; any other CA must, and no certificate tells which it is.
    level: 'warning',
    from: '2023-09-15',
    appliesTo: isSubordinateCa,
    check: checkPresent(extendedKeyUsage, 'a CA has no extKeyUsage'),
  }),
  certificateRule({
    name: 'tls/extended-key-usage-not-critical',
    clause: 'Baseline Requirements 7.1.2.7.6, 7.1.2.10.1',
    from: '2023-09-15',
    appliesTo: (certificate) => isSubscriber(certificate) || isSubordinateCa(certificate),
    check: checkNotCritical(extendedKeyUsage),
  }),
  certificateRule({
    name: 'tls/extended-key-usage-of-ca',
    clause: 'Baseline Requirements 7.1.2.10.6',
    from: '2020-08-20',
    appliesTo: isSubordinateCa,
    check(certificate) {
      const purposes = certificate.value(extendedKeyUsage) ?? [];
      if (purposes.length > 1 && purposes.includes(KeyPurpose.anyExtendedKeyUsage))
        return 'extKeyUsage of a CA has anyExtendedKeyUsage together with others';
      const forbidden = purposes.filter((purpose) => FORBIDDEN_FOR_CAS.has(purpose));
      return forbidden.length > 0 ? `extKeyUsage of a TLS CA has ${forbidden.join(', ')}` : undefined;
    },
  }),
  certificateRule({
    name: 'tls/extended-key-usage-of-root',
    clause: 'Baseline Requirements 7.1.2.1.2',
    from: '2012-07-01',
    appliesTo: isRoot,
    check: checkAbsent(extendedKeyUsage, 'a root has extKeyUsage'),
  }),
  certificateRule({
    name: 'tls/extended-key-usage-present',
    clause: 'Baseline Requirements 7.1.2.7.6',
    from: '2012-07-01',
    appliesTo: ({ isCa }) => !isCa,
    check: checkPresent(extendedKeyUsage),
  }),
  certificateRule({
    name: 'tls/extended-key-usage-purposes',
    clause: 'Baseline Requirements 7.1.2.7.10',
    from: '2023-09-15',
    appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
    check: checkPurposes({
      forbidden: new Set([
        KeyPurpose.anyExtendedKeyUsage,
        KeyPurpose.codeSigning,
        KeyPurpose.emailProtection,
        KeyPurpose.timeStamping,
        KeyPurpose.ocspSigning,
        KeyPurpose.precertificateSigning,
      ]),
      problem: (found) => `extKeyUsage has ${found}, which a TLS certificate must not have`,
      check: (purposes) => (purposes.includes(KeyPurpose.serverAuth) ? undefined : 'extKeyUsage has no serverAuth'),
    }),
  }),
  certificateRule({
    name: 'tls/extended-key-usage-purposes-before-2023',
    clause: 'Baseline Requirements 1.8.7, 7.1.2.3',
    from: '2012-07-01',
    until: '2023-09-15',
    appliesTo: (certificate) => !isOcspResponder(certificate),
    check: (certificate) =>
      certificate
        .value(extendedKeyUsage)
        ?.some((purpose) => purpose === KeyPurpose.serverAuth || purpose === KeyPurpose.clientAuth) === false
        ? 'extKeyUsage has neither serverAuth nor clientAuth'
        : undefined,
  }),
  certificateRule({
    name: 'tls/precertificate-signing-ca',
    clause: 'Baseline Requirements 7.1.2.4, 7.1.2.10.6',
    from: '2023-09-15',
    appliesTo: (certificate) =>
      certificate.isCa && certificate.value(extendedKeyUsage)?.includes(KeyPurpose.precertificateSigning) === true,
    check(certificate) {
      if ((certificate.notBefore.seconds ?? 0) >= PRECERTIFICATE_SIGNING_ENDED)
        return 'a CA that signs precertificates is issued after 2026-03-14';
      return certificate.value(extendedKeyUsage)!.length > 1
        ? 'extKeyUsage of a CA that signs precertificates has other purposes as well'
        : undefined;
    },
  }),
];

const FORBIDDEN_FOR_CAS: ReadonlySet<string> = new Set([
  KeyPurpose.codeSigning,
  KeyPurpose.emailProtection,
  KeyPurpose.timeStamping,
  KeyPurpose.ocspSigning,
]);
const PRECERTIFICATE_SIGNING_ENDED = Date.UTC(2026, 2, 15) / 1000;
