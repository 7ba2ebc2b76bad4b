import { ocspDataRule } from '../ocsp-rule.ts';

export const certificateIdHash = ocspDataRule({
  name: 'ocsp/certificate-id-hash',
  clause: 'RFC 6960 §4.1.1',
  check: ({ responses }) =>
    responses.flatMap(({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialText }) => {
      const length = LENGTHS[hashAlgorithm.oid];
      return length === undefined || (issuerNameHash.length === length && issuerKeyHash.length === length)
        ? []
        : [`a hash of the certID of ${serialText} has not the ${length} octets of its algorithm`];
    }),
});

/** SHA-1, SHA-256, SHA-384 and SHA-512. */
const LENGTHS: Readonly<Record<string, number>> = {
  '1.3.14.3.2.26': 20,
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
};
