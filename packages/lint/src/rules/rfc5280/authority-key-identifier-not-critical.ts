import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const authorityKeyIdentifierNotCritical = commonRule<Extended>({
  name: 'rfc5280/authority-key-identifier-not-critical',
  clause: 'RFC 5280 §4.2.1.1',
  check: (certificate) =>
    certificate.extension(authorityKeyIdentifier)?.critical === true ? 'authorityKeyIdentifier is critical' : undefined,
});
