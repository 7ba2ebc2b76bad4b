import { SHA1_WITH_RSA, TLS_SIGNATURE_ALGORITHMS } from '../../certificate/tls-algorithms.ts';
import { ocspRule } from '../ocsp-rule.ts';

export const signatureAlgorithm = ocspRule({
  name: 'ocsp-tls/signature-algorithm',
  clause: 'Baseline Requirements 7.1.3.2',
  from: '2016-01-01',
  check({ signature, data }) {
    if (signature === undefined) return undefined;
    const { oid } = signature.algorithm;
    const isOfSha1 = oid === SHA1_WITH_RSA && (data?.producedAt.seconds ?? Infinity) < SHA1_ENDED;
    return TLS_SIGNATURE_ALGORITHMS.has(oid) || isOfSha1
      ? undefined
      : `the signature algorithm ${oid} is not one of those that are allowed`;
  },
});

/** Ballot SC53. */
const SHA1_ENDED = Date.UTC(2022, 5) / 1000;
