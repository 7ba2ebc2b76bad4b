/** Rules on the other fields and extensions. */
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { curveOfSignature, SHA1_WITH_RSA, TLS_SIGNATURE_ALGORITHMS } from '../../certificate/tls-algorithms.ts';
import { crlNumber, issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const FIELD_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl-tls/authority-key-identifier-form',
    clause: 'Baseline Requirements 7.1.2.11.1',
    from: '2024-03-15',
    check(crl) {
      const value = crl.value(authorityKeyIdentifier);
      return value === undefined || (value.issuer === undefined && value.serialNumber === undefined)
        ? undefined
        : 'authorityKeyIdentifier has an authorityCertIssuer or authorityCertSerialNumber; only keyIdentifier is allowed';
    },
  }),
  crlRule({
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
  }),
  crlRule({
    name: 'crl-tls/extensions-recommended',
    clause: 'Baseline Requirements 7.2.2',
    level: 'warning',
    from: '2024-03-15',
    check: ({ extensions: { all } }) =>
      all
        .filter(({ oid }) => !RECOMMENDED.has(oid))
        .map(({ oid }) => `the extension ${oid} is not recommended in CRLs`),
  }),
  crlRule({
    name: 'crl-tls/next-update-10-days',
    clause: 'Baseline Requirements 7.2',
    from: '2023-07-15',
    appliesTo: (crl) => !crl.coversCas && crl.value(issuingDistributionPoint)?.onlyContainsCaCerts !== true,
    check({ head: { thisUpdate, nextUpdate } }) {
      if (thisUpdate.seconds === undefined || nextUpdate?.seconds === undefined) return undefined;
      return nextUpdate.seconds - thisUpdate.seconds > TEN_DAYS
        ? `nextUpdate ${nextUpdate.text} is more than ten days after thisUpdate ${thisUpdate.text}; ten are allowed where certificates of subscribers are in scope`
        : undefined;
    },
  }),
  crlRule({
    name: 'crl-tls/next-update-12-months',
    clause: 'Baseline Requirements 7.2',
    from: '2023-07-15',
    check({ head: { thisUpdate, nextUpdate } }) {
      if (thisUpdate.seconds === undefined || nextUpdate?.seconds === undefined) return undefined;
      const latest = new Date(thisUpdate.seconds * 1000);
      latest.setUTCFullYear(latest.getUTCFullYear() + 1);
      return nextUpdate.seconds * 1000 > latest.getTime()
        ? `nextUpdate ${nextUpdate.text} is more than twelve months after thisUpdate ${thisUpdate.text}`
        : undefined;
    },
  }),
  crlRule({
    name: 'crl-tls/signature-algorithm',
    clause: 'Baseline Requirements 7.1.3.2',
    from: '2016-01-01',
    check({ algorithm: { oid }, head: { thisUpdate } }) {
      const isOfSha1 = oid === SHA1_WITH_RSA && (thisUpdate.seconds ?? Infinity) < SHA1_ENDED;
      return TLS_SIGNATURE_ALGORITHMS.has(oid) || isOfSha1
        ? undefined
        : `the signature algorithm ${oid} is not one of those that are allowed`;
    },
  }),
];

const RECOMMENDED: ReadonlySet<string> = new Set([
  authorityKeyIdentifier.oid,
  crlNumber.oid,
  issuingDistributionPoint.oid,
]);
const TEN_DAYS = 10 * 86_400;
/** Ballot SC97. */
const SHA1_ENDED = Date.UTC(2026, 8, 15) / 1000;
