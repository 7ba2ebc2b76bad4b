import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { crlRule } from '../crl-rule.ts';

export const authorityKeyIdentifierPresent = crlRule({
  name: 'crl/authority-key-identifier-present',
  clause: 'RFC 5280 §5.2.1',
  check: (crl) =>
    crl.extensions.has(authorityKeyIdentifier) &&
    (crl.value(authorityKeyIdentifier)?.keyIdentifier !== undefined ||
      crl.extensions.defect(authorityKeyIdentifier) !== undefined)
      ? undefined
      : 'there is no authorityKeyIdentifier with a keyIdentifier; one is required',
});
