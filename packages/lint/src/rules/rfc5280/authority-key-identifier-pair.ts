import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const authorityKeyIdentifierPair = commonRule<Extended>({
  name: 'rfc5280/authority-key-identifier-pair',
  clause: 'RFC 5280 §4.2.1.1',
  check(certificate) {
    const value = certificate.value(authorityKeyIdentifier);
    return value !== undefined && (value.issuer === undefined) !== (value.serialNumber === undefined)
      ? 'authorityKeyIdentifier has one of authorityCertIssuer and authorityCertSerialNumber; both or neither are required'
      : undefined;
  },
});
