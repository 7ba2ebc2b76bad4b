import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageRule = certificateRule({
  name: 'smime/extended-key-usage',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.f',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check(certificate) {
    if (!certificate.extensions.has(extendedKeyUsage)) return 'extKeyUsage is missing';
    const purposes = certificate.value(extendedKeyUsage);
    if (purposes === undefined) return undefined;
    const forbidden = purposes.filter((purpose) => FORBIDDEN.has(purpose));
    if (forbidden.length > 0)
      return `extKeyUsage has ${forbidden.join(', ')}, which an S/MIME certificate must not have`;
    return purposes.includes(KeyPurpose.emailProtection) ? undefined : 'extKeyUsage has no emailProtection';
  },
});

const FORBIDDEN: ReadonlySet<string> = new Set([
  KeyPurpose.serverAuth,
  KeyPurpose.codeSigning,
  KeyPurpose.timeStamping,
  KeyPurpose.anyExtendedKeyUsage,
]);
