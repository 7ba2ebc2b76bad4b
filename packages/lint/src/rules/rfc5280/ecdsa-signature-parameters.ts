import { type SignedBy, commonRule } from '../common-rule.ts';

export const ecdsaSignatureParameters = commonRule<SignedBy>({
  name: 'rfc5280/ecdsa-signature-parameters',
  clause: 'RFC 5758 §3.2',
  from: '2010-01-01',
  appliesTo: ({ algorithm }) => algorithm.oid.startsWith('1.2.840.10045.4.3.'),
  check: ({ algorithm: { parameters } }) =>
    parameters === undefined ? undefined : 'an ECDSA signature algorithm has parameters; they have to be absent',
});
