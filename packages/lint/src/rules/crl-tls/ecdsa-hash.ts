import { crlRule } from '../crl-rule.ts';

export const ecdsaHash = crlRule({
  name: 'crl-tls/ecdsa-hash',
  clause: 'Baseline Requirements 7.1.3.2.2',
  level: 'error',
  from: '2020-12-19',
  appliesTo: ({ signed, algorithm }) => signed !== undefined && algorithm.oid.startsWith('1.2.840.10045.4.'),
  check({ signed, algorithm: { oid } }) {
    // A CRL does not name the key that signed it. The longest signatures of a curve tell it apart from the next smaller one.
    const length = signed?.signature.length ?? 0;
    const curve = CURVES.find(({ longest }) => length <= longest);
    if (curve === undefined) return `the signature has ${length} octets, more than one of P-521 has`;
    return curve.algorithm === oid
      ? undefined
      : `the signature of ${length} octets is by the algorithm ${oid}; ${curve.algorithm} is required for a key on ${curve.name}`;
  },
});

const CURVES = [
  { name: 'P-256', longest: 72, algorithm: '1.2.840.10045.4.3.2' },
  { name: 'P-384', longest: 104, algorithm: '1.2.840.10045.4.3.3' },
  { name: 'P-521', longest: 140, algorithm: '1.2.840.10045.4.3.4' },
];
