/** Rules on version, serial number, validity and the other fields without a file of their own. */
import { hex, isUtcTimeRange, Tag } from '../../ber/values.ts';
import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const FIELD_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/default-not-written',
    clause: 'X.690 §11.5',
    check(certificate) {
      if (certificate.version === 1 && certificate.versionElement !== undefined)
        return 'version 1 is written, which is the default';
      const written = certificate.extensions.all.find(
        ({ critical, criticalElement }) => criticalElement !== undefined && !critical,
      );
      if (written !== undefined)
        return `critical FALSE of the extension ${written.oid} is written, which is the default`;
      const constraints = certificate.extension(basicConstraints);
      return constraints !== undefined && WRITTEN_FALSE.has(hex(constraints.value))
        ? 'cA FALSE of basicConstraints is written, which is the default'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/dsa-signature-parameters',
    clause: 'RFC 3279 §2.2.2',
    from: '2002-04-01',
    check: ({ algorithm: { oid, parameters } }) =>
      DSA_SIGNATURES.has(oid) && parameters !== undefined
        ? `the algorithm ${oid} has parameters; none are right`
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/edwards-parameters',
    clause: 'RFC 8410 §3',
    from: '2018-08-01',
    check: ({ algorithm, publicKey }) =>
      [algorithm, publicKey.algorithm]
        .filter(({ oid, parameters }) => /^1\.3\.101\.11[0-3]$/.test(oid) && parameters !== undefined)
        .map(({ oid }) => `the algorithm ${oid} has parameters; they have to be absent`),
  }),
  certificateRule({
    name: 'rfc5280/serial-number-length',
    clause: 'RFC 5280 §4.1.2.2',
    check: ({ serialNumber: { length } }) =>
      length > 20 ? `the serial number has ${length} octets; 20 are allowed` : undefined,
  }),
  certificateRule({
    name: 'rfc5280/serial-number-positive',
    clause: 'RFC 5280 §4.1.2.2',
    check({ serialNumber }) {
      const positive = serialNumber.length > 0 && serialNumber[0]! < 0x80 && serialNumber.some((octet) => octet !== 0);
      return positive ? undefined : `the serial number 0x${hex(serialNumber)} is not positive`;
    },
  }),
  certificateRule({
    name: 'rfc5280/time-form',
    clause: 'RFC 5280 §4.1.2.5',
    check: ({ notBefore, notAfter }) =>
      [notBefore, notAfter]
        .filter(({ seconds }) => seconds === undefined)
        .map(({ tag, text }) => {
          const form = tag === Tag.utcTime ? 'UTCTime: YYMMDDHHMMSSZ' : 'GeneralizedTime: YYYYMMDDHHMMSSZ';
          return `the time ${quoted(text)} is not a moment in the form of a ${form}`;
        }),
  }),
  certificateRule({
    name: 'rfc5280/time-type',
    clause: 'RFC 5280 §4.1.2.5',
    check: ({ notBefore, notAfter }) =>
      [notBefore, notAfter]
        .filter(({ tag, seconds }) => tag === Tag.generalizedTime && isUtcTimeRange(seconds))
        .map(({ text }) => `the time ${text} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`),
  }),
  certificateRule({
    name: 'rfc5280/unique-identifier-absent',
    clause: 'RFC 5280 §4.1.2.8',
    from: '2008-05-01',
    check: ({ issuerUniqueId, subjectUniqueId }) =>
      issuerUniqueId === undefined && subjectUniqueId === undefined
        ? undefined
        : 'an issuer or subject unique identifier is present; new certificates have none',
  }),
  certificateRule({
    name: 'rfc5280/validity-order',
    clause: 'RFC 5280 §4.1.2.5',
    check: ({ notBefore, notAfter }) =>
      notBefore.seconds !== undefined && notAfter.seconds !== undefined && notAfter.seconds < notBefore.seconds
        ? `notAfter ${notAfter.text} comes before notBefore ${notBefore.text}`
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/version-3-with-extensions',
    clause: 'RFC 5280 §4.1.2.1',
    check: ({ version, hasExtensions }) =>
      hasExtensions && version !== 3
        ? `a certificate with extensions is of version ${version}; 3 is required`
        : undefined,
  }),
];

/** `SEQUENCE { FALSE }`. */
const WRITTEN_FALSE: ReadonlySet<string> = new Set(['3003010100']);
/** With SHA-1 (RFC 3279), SHA-224 and SHA-256 (RFC 5758). */
const DSA_SIGNATURES: ReadonlySet<string> = new Set([
  '1.2.840.10040.4.3',
  '2.16.840.1.101.3.4.3.1',
  '2.16.840.1.101.3.4.3.2',
]);
