import { Tag } from '../../ber/values.ts';
import { type SignedBy, commonRule } from '../common-rule.ts';

export const rsaSignatureParameters = commonRule<SignedBy>({
  name: 'rfc5280/rsa-signature-parameters',
  clause: 'RFC 4055 §5',
  check: ({ algorithm: { oid, parameters } }) =>
    /^1\.2\.840\.113549\.1\.1\.(?:[2-5]|1[1-4])$/.test(oid) && (parameters?.tag !== Tag.null || parameters.length > 0)
      ? 'the parameters of an RSA signature algorithm are not NULL'
      : undefined,
});
