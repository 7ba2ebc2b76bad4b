/** Rules on what is said of each certificate. */
import { hex } from '../../ber/values.ts';
import { repeated } from '../../certificate/repeated.ts';
import { isReason } from '../../crl/entry-forms.ts';
import { ocspDataRule, type OcspRule } from '../ocsp-rule.ts';

export const SINGLE_RESPONSE_RULES: readonly OcspRule[] = [
  ocspDataRule({
    name: 'ocsp/certificate-id-hash',
    clause: 'RFC 6960 §4.1.1',
    check: ({ responses }) =>
      responses.flatMap(({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialText }) => {
        const length = HASH_LENGTHS[hashAlgorithm.oid];
        return length === undefined || (issuerNameHash.length === length && issuerKeyHash.length === length)
          ? []
          : [`a hash of the certID of ${serialText} has not the ${length} octets of its algorithm`];
      }),
  }),
  ocspDataRule({
    name: 'ocsp/reason-value',
    clause: 'RFC 5280 §5.3.1',
    check: ({ responses }) =>
      responses.flatMap(({ status }) =>
        status.kind === 'revoked' && status.reason !== undefined && !isReason(status.reason)
          ? [`the reason ${status.reason} does not exist; 0 through 6 and 8 through 10 do`]
          : [],
      ),
  }),
  ocspDataRule({
    name: 'ocsp/responses-not-empty',
    clause: 'RFC 6960 §2.2',
    check: ({ responses }) => (responses.length === 0 ? 'the response has the status of no certificate' : undefined),
  }),
  ocspDataRule({
    name: 'ocsp/responses-unique',
    clause: 'RFC 6960 §2.2',
    level: 'warning',
    check: ({ responses }) =>
      repeated(responses.map(({ id }) => hex(id.raw))).map(() => 'the response has two statuses of one certificate'),
  }),
  ocspDataRule({
    name: 'ocsp/serial-number-length',
    clause: 'RFC 5280 §4.1.2.2',
    check: ({ responses }) =>
      responses
        .filter(({ serialNumber }) => serialNumber.length > 20)
        .map(({ serialNumber }) => `a serial number has ${serialNumber.length} octets; 20 are allowed`),
  }),
  ocspDataRule({
    name: 'ocsp/serial-number-positive',
    clause: 'RFC 5280 §4.1.2.2',
    check: ({ responses }) =>
      responses
        .filter(({ serialNumber }) => !(serialNumber[0]! < 0x80 && serialNumber.some((octet) => octet !== 0)))
        .map(({ serialText }) => `the serial number 0x${serialText} is not positive`),
  }),
];

/** SHA-1, SHA-256, SHA-384 and SHA-512. */
const HASH_LENGTHS: Readonly<Record<string, number>> = {
  '1.3.14.3.2.26': 20,
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
};
