import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { isOcspResponder } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const extendedKeyUsagePurposesBefore2023 = certificateRule({
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
});
