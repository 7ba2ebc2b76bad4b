import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSelfSigned } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const authorityKeyIdentifierPresent = certificateRule({
  name: 'rfc5280/authority-key-identifier-present',
  clause: 'RFC 5280 §4.2.1.1',
  appliesTo: (certificate) => !(certificate.isCa && isSelfSigned(certificate)),
  check(certificate) {
    if (certificate.extension(authorityKeyIdentifier) === undefined) return 'authorityKeyIdentifier is missing';
    const value = certificate.value(authorityKeyIdentifier);
    return value !== undefined && value.keyIdentifier === undefined
      ? 'authorityKeyIdentifier has no keyIdentifier'
      : undefined;
  },
});
