import { Tag } from '../../ber/values.ts';
import { ocspRule } from '../ocsp-rule.ts';

export const signatureParameters = ocspRule({
  name: 'ocsp/signature-parameters',
  clause: 'RFC 4055 §5',
  check({ signature }) {
    if (signature === undefined) return undefined;
    const { oid, parameters } = signature.algorithm;
    if (/^1\.2\.840\.113549\.1\.1\.(?:[2-5]|1[1-4])$/.test(oid))
      return parameters?.tag === Tag.null && parameters.length === 0
        ? undefined
        : 'the parameters of an RSA signature algorithm are not NULL';
    return /^(?:1\.2\.840\.10045\.4\.3\.|1\.3\.101\.)/.test(oid) && parameters !== undefined
      ? `the signature algorithm ${oid} has parameters; they have to be absent`
      : undefined;
  },
});
