import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityInfoAccessRule = certificateRule({
  name: 'code-signing/authority-info-access',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.c',
  from: '2019-08-13',
  appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
  check(certificate) {
    const extension = certificate.extension(authorityInfoAccess);
    if (extension === undefined) return 'authorityInfoAccess is missing';
    return extension.critical ? 'authorityInfoAccess is critical' : undefined;
  },
});
