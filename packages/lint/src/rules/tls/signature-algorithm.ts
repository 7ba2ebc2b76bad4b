import { TLS_SIGNATURE_ALGORITHMS } from '../../certificate/tls-algorithms.ts';
import { certificateRule } from '../certificate-rule.ts';

export const signatureAlgorithm = certificateRule({
  name: 'tls/signature-algorithm',
  clause: 'Baseline Requirements 7.1.3.2',
  from: '2016-01-01',
  check: ({ algorithm: { oid } }) =>
    TLS_SIGNATURE_ALGORITHMS.has(oid)
      ? undefined
      : `the signature algorithm ${oid} is not one of those that are allowed`,
});
