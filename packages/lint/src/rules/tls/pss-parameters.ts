import { hex } from '../../ber/values.ts';
import { type SignedBy, commonRule } from '../common-rule.ts';

/** The whole AlgorithmIdentifier is required octet by octet. */
export const pssParameters = commonRule<SignedBy>({
  name: 'tls/pss-parameters',
  clause: 'Baseline Requirements 7.1.3.2.1',
  from: '2020-08-20',
  appliesTo: ({ algorithm }) => algorithm.oid === '1.2.840.113549.1.1.10',
  check: ({ algorithm: { parameters } }) =>
    parameters !== undefined && ALLOWED.has(hex(parameters.content))
      ? undefined
      : 'the parameters of RSASSA-PSS are not those of SHA-256, SHA-384 or SHA-512 with MGF1 of the same and a salt as long as the hash',
});

/** The contents of RSASSA-PSS-params: hash, MGF1 with the same hash, and the length of the salt. */
const ALLOWED: ReadonlySet<string> = new Set(
  [
    ['01', '20'],
    ['02', '30'],
    ['03', '40'],
  ].map(([hash, salt]) => {
    const algorithm = `300d06096086480165030402${hash}0500`;
    return `a00f${algorithm}a11c301a06092a864886f70d010108${algorithm}a2030201${salt}`;
  }),
);
