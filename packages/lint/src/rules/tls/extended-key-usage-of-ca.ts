import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfCa = certificateRule({
  name: 'tls/extended-key-usage-of-ca',
  clause: 'Baseline Requirements 7.1.2.10.6',
  from: '2020-08-20',
  appliesTo: isSubordinateCa,
  check(certificate) {
    const purposes = certificate.value(extendedKeyUsage) ?? [];
    if (purposes.length > 1 && purposes.includes(KeyPurpose.anyExtendedKeyUsage))
      return 'extKeyUsage of a CA has anyExtendedKeyUsage beside others';
    const forbidden = purposes.filter((purpose) => FORBIDDEN.has(purpose));
    return forbidden.length > 0 ? `extKeyUsage of a TLS CA has ${forbidden.join(', ')}` : undefined;
  },
});

const FORBIDDEN: ReadonlySet<string> = new Set([
  KeyPurpose.codeSigning,
  KeyPurpose.emailProtection,
  KeyPurpose.timeStamping,
  KeyPurpose.ocspSigning,
]);
