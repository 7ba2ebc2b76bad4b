/** Rules on keys and signature algorithms. */
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isRoot } from '../../certificate/roles.ts';
import { TLS_SIGNATURE_ALGORITHMS } from '../../certificate/tls-algorithms.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNistCurve } from '../checks/ec-curve.ts';
import { checkNistPoint } from '../checks/ec-point.ts';
import { checkExponent, checkExponentRange, checkModulus, checkWholeOctets } from '../checks/rsa-key.ts';

export const KEY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/ec-curve',
    clause: 'Baseline Requirements 6.1.5',
    check: checkNistCurve,
  }),
  certificateRule({
    name: 'tls/ec-point',
    clause: 'Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2013-02-21',
    check: checkNistPoint,
  }),
  certificateRule({
    name: 'tls/key-type',
    clause: 'Baseline Requirements 6.1.5',
    from: '2012-07-01',
    check: ({ publicKey: { algorithm }, notBefore }) =>
      algorithm.oid === KeyAlgorithm.rsaEncryption ||
      algorithm.oid === KeyAlgorithm.ecPublicKey ||
      (algorithm.oid === DSA && (notBefore.seconds ?? Infinity) < DSA_ENDED)
        ? undefined
        : `the public key is of the algorithm ${algorithm.oid}; RSA and EC are allowed`,
  }),
  certificateRule({
    name: 'tls/rsa-exponent',
    clause: 'Baseline Requirements 6.1.6',
    from: '2013-02-21',
    check: checkExponent,
  }),
  certificateRule({
    name: 'tls/rsa-exponent-range',
    clause: 'Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2013-02-21',
    check: checkExponentRange,
  }),
  certificateRule({
    name: 'tls/rsa-key-size',
    clause: 'Baseline Requirements 6.1.5',
    check(certificate) {
      const { publicKey, notAfter } = certificate;
      const ended = notAfter.seconds !== undefined && notAfter.seconds < YEAR_2014 && !isRoot(certificate);
      const least = ended ? 1024 : 2048;
      return publicKey.rsa !== undefined && publicKey.rsa.modulusBits < least
        ? `the RSA key has ${publicKey.rsa.modulusBits} bits; ${least} are the least`
        : undefined;
    },
  }),
  certificateRule({
    name: 'tls/rsa-key-size-octets',
    clause: 'Baseline Requirements 6.1.5',
    from: '2020-08-20',
    check: checkWholeOctets,
  }),
  certificateRule({
    name: 'tls/rsa-modulus',
    clause: 'Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2013-02-21',
    check: checkModulus,
  }),
  certificateRule({
    name: 'tls/signature-algorithm',
    clause: 'Baseline Requirements 7.1.3.2',
    from: '2016-01-01',
    check: ({ algorithm: { oid } }) =>
      TLS_SIGNATURE_ALGORITHMS.has(oid)
        ? undefined
        : `the signature algorithm ${oid} is not one of those that are allowed`,
  }),
  certificateRule({
    name: 'tls/signature-algorithm-before-2016',
    clause: 'Baseline Requirements 1.2.0, Appendix A',
    until: '2016-01-01',
    check: ({ algorithm: { oid } }) =>
      ALGORITHMS.test(oid) ? undefined : `the signature algorithm ${oid} is not one of those that were allowed`,
  }),
];

const DSA = '1.2.840.10040.4.1';
/** DSA was allowed until Baseline Requirements 1.7.1. */
const DSA_ENDED = Date.UTC(2020, 7, 20) / 1000;
const YEAR_2014 = Date.UTC(2014, 0) / 1000;
/** RSASSA-PKCS1-v1_5, RSASSA-PSS, DSA and ECDSA, with SHA-1, SHA-256, SHA-384 and SHA-512. */
const ALGORITHMS =
  /^(?:1\.2\.840\.113549\.1\.1\.(?:5|1[0-3])|1\.3\.14\.3\.2\.29|1\.2\.840\.10040\.4\.3|2\.16\.840\.1\.101\.3\.4\.3\.[2-4]|1\.2\.840\.10045\.4\.(?:1|3\.[2-4]))$/;
