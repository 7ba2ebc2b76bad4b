import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageOnlyMail = certificateRule({
  name: 'smime/extended-key-usage-only-mail',
  clause: 'S/MIME Baseline Requirements 7.1.2',
  from: '2027-07-01',
  appliesTo: (certificate) => isSmimeSubscriber(certificate) || isSubordinateCa(certificate),
  check(certificate) {
    const others = (certificate.value(extendedKeyUsage) ?? []).filter(
      (purpose) => purpose !== KeyPurpose.emailProtection && purpose !== KeyPurpose.clientAuth,
    );
    return others.length > 0
      ? `extKeyUsage has ${others.join(', ')}; emailProtection and clientAuth are allowed`
      : undefined;
  },
});
