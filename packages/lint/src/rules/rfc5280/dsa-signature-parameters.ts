import { certificateRule } from '../certificate-rule.ts';

export const dsaSignatureParameters = certificateRule({
  name: 'rfc5280/dsa-signature-parameters',
  clause: 'RFC 3279 §2.2.2',
  from: '2002-04-01',
  check: ({ algorithm: { oid, parameters } }) =>
    DSA_SIGNATURES.has(oid) && parameters !== undefined
      ? `the algorithm ${oid} has parameters; none are right`
      : undefined,
});

/** With SHA-1 (RFC 3279), SHA-224 and SHA-256 (RFC 5758). */
const DSA_SIGNATURES: ReadonlySet<string> = new Set([
  '1.2.840.10040.4.3',
  '2.16.840.1.101.3.4.3.1',
  '2.16.840.1.101.3.4.3.2',
]);
