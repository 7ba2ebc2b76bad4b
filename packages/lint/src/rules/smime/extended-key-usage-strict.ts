import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsageStrict = certificateRule({
  name: 'smime/extended-key-usage-strict',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.f',
  from: '2023-09-01',
  appliesTo: isOfGeneration('strict'),
  check(certificate) {
    const others = (certificate.value(extendedKeyUsage) ?? []).filter(
      (purpose) => purpose !== KeyPurpose.emailProtection,
    );
    return others.length > 0
      ? `extKeyUsage has ${others.join(', ')}; a certificate of the strict generation has emailProtection alone`
      : undefined;
  },
});
