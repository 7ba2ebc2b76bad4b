import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsagePurposes = certificateRule({
  name: 'tls/extended-key-usage-purposes',
  clause: 'Baseline Requirements 7.1.2.7.10',
  from: '2023-09-15',
  appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
  check(certificate) {
    const purposes = certificate.value(extendedKeyUsage);
    if (purposes === undefined) return undefined;
    const forbidden = purposes.filter((purpose) => FORBIDDEN.has(purpose));
    if (forbidden.length > 0) return `extKeyUsage has ${forbidden.join(', ')}, which a TLS certificate must not have`;
    return purposes.includes(KeyPurpose.serverAuth) ? undefined : 'extKeyUsage has no serverAuth';
  },
});

const FORBIDDEN: ReadonlySet<string> = new Set([
  KeyPurpose.anyExtendedKeyUsage,
  KeyPurpose.codeSigning,
  KeyPurpose.emailProtection,
  KeyPurpose.timeStamping,
  KeyPurpose.ocspSigning,
  KeyPurpose.precertificateSigning,
]);
