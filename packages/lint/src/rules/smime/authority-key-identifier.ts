import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityKeyIdentifierRule = certificateRule({
  name: 'smime/authority-key-identifier',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.g',
  from: '2023-09-01',
  appliesTo: (certificate) => isSmimeSubscriber(certificate) || isSubordinateCa(certificate),
  check(certificate) {
    const extension = certificate.extension(authorityKeyIdentifier);
    if (extension === undefined) return 'authorityKeyIdentifier is missing';
    if (extension.critical) return 'authorityKeyIdentifier is critical';
    const value = certificate.value(authorityKeyIdentifier);
    if (value === undefined) return undefined;
    if (value.keyIdentifier === undefined) return 'authorityKeyIdentifier has no keyIdentifier';
    return value.issuer === undefined && value.serialNumber === undefined
      ? undefined
      : 'authorityKeyIdentifier has authorityCertIssuer or authorityCertSerialNumber';
  },
});
