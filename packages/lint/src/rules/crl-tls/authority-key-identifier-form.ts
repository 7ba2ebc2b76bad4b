import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { crlRule } from '../crl-rule.ts';

export const authorityKeyIdentifierForm = crlRule({
  name: 'crl-tls/authority-key-identifier-form',
  clause: 'Baseline Requirements 7.1.2.11.1',
  from: '2024-03-15',
  check(crl) {
    const value = crl.value(authorityKeyIdentifier);
    return value === undefined || (value.issuer === undefined && value.serialNumber === undefined)
      ? undefined
      : 'authorityKeyIdentifier has an authorityCertIssuer or authorityCertSerialNumber; only keyIdentifier is allowed';
  },
});
