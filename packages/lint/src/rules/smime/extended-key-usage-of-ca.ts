import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOfCa = certificateRule({
  name: 'smime/extended-key-usage-of-ca',
  clause: 'S/MIME Baseline Requirements 7.1.2.2.g',
  from: '2023-09-01',
  appliesTo: isSubordinateCa,
  check(certificate) {
    const purposes = certificate.value(extendedKeyUsage);
    if (purposes === undefined) return undefined;
    const forbidden = purposes.filter((purpose) => FORBIDDEN.has(purpose));
    if (forbidden.length > 0) return `extKeyUsage of a CA for S/MIME has ${forbidden.join(', ')}`;
    return purposes.includes(KeyPurpose.emailProtection)
      ? undefined
      : 'extKeyUsage of a CA for S/MIME has no emailProtection';
  },
});

const FORBIDDEN: ReadonlySet<string> = new Set([
  KeyPurpose.serverAuth,
  KeyPurpose.codeSigning,
  KeyPurpose.timeStamping,
  KeyPurpose.anyExtendedKeyUsage,
]);
