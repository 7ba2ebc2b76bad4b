import { SHA1_WITH_RSA, TLS_SIGNATURE_ALGORITHMS } from '../../certificate/tls-algorithms.ts';
import { crlRule } from '../crl-rule.ts';

export const signatureAlgorithm = crlRule({
  name: 'crl-tls/signature-algorithm',
  clause: 'Baseline Requirements 7.1.3.2',
  from: '2016-01-01',
  check({ algorithm: { oid }, head: { thisUpdate } }) {
    const isOfSha1 = oid === SHA1_WITH_RSA && (thisUpdate.seconds ?? Infinity) < SHA1_ENDED;
    return TLS_SIGNATURE_ALGORITHMS.has(oid) || isOfSha1
      ? undefined
      : `the signature algorithm ${oid} is not one of those that are allowed`;
  },
});

/** Ballot SC97. */
const SHA1_ENDED = Date.UTC(2026, 8, 15) / 1000;
