/** Rules on the parameters of signature algorithms. */
import { Tag } from '../../ber/values.ts';
import type { Rule } from '../../rule.ts';
import { commonRule, type SignedBy } from '../common-rule.ts';

export const SIGNATURE_PARAMETER_RULES: readonly Rule<SignedBy>[] = [
  commonRule<SignedBy>({
    name: 'rfc5280/ecdsa-signature-parameters',
    clause: 'RFC 5758 §3.2',
    from: '2010-01-01',
    appliesTo: ({ algorithm }) => algorithm.oid.startsWith('1.2.840.10045.4.3.'),
    check: ({ algorithm: { parameters } }) =>
      parameters === undefined ? undefined : 'an ECDSA signature algorithm has parameters; they have to be absent',
  }),
  commonRule<SignedBy>({
    name: 'rfc5280/rsa-signature-parameters',
    clause: 'RFC 4055 §5',
    check: ({ algorithm: { oid, parameters } }) =>
      /^1\.2\.840\.113549\.1\.1\.(?:[2-5]|1[1-4])$/.test(oid) && (parameters?.tag !== Tag.null || parameters.length > 0)
        ? 'the parameters of an RSA signature algorithm are not NULL'
        : undefined,
  }),
];
