import { curveOfSignature } from '../../certificate/tls-algorithms.ts';
import { crlRule } from '../crl-rule.ts';

export const ecdsaHash = crlRule({
  name: 'crl-tls/ecdsa-hash',
  clause: 'Baseline Requirements 7.1.3.2.2',
  from: '2021-04-05',
  appliesTo: ({ signed, algorithm }) => signed !== undefined && algorithm.oid.startsWith('1.2.840.10045.4.'),
  check({ signed, algorithm: { oid } }) {
    const length = signed?.signature.length ?? 0;
    const curve = curveOfSignature(length);
    if (curve === undefined) return `the signature has ${length} octets, more than one of P-521 has`;
    return curve.algorithm === oid
      ? undefined
      : `the signature of ${length} octets is by the algorithm ${oid}; ${curve.algorithm} is required for a key on ${curve.name}`;
  },
});
