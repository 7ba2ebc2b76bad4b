import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityKeyIdentifierRule = certificateRule({
  name: 'code-signing/authority-key-identifier',
  clause: 'Code Signing Baseline Requirements 7.1.2.3.g',
  from: '2019-08-13',
  appliesTo: (certificate) => isCodeSigningSubscriber(certificate) || isSubordinateCa(certificate),
  check(certificate) {
    const extension = certificate.extension(authorityKeyIdentifier);
    if (extension === undefined) return 'authorityKeyIdentifier is missing';
    return extension.critical ? 'authorityKeyIdentifier is critical' : undefined;
  },
});
