import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityKeyIdentifierWithoutIssuer = certificateRule({
  name: 'tls/authority-key-identifier-without-issuer',
  clause: 'Baseline Requirements 7.1.2.11.1',
  from: '2023-09-15',
  check(certificate) {
    const value = certificate.value(authorityKeyIdentifier);
    return value?.issuer !== undefined || value?.serialNumber !== undefined
      ? 'authorityKeyIdentifier has the name or the serial number of a certificate of the issuer'
      : undefined;
  },
});
