/** Rules on keys and signature algorithms. */
import { integer, oidText, Tag } from '../../ber/values.ts';
import { isCodeSigningSubscriber, isTimeStamper } from '../../certificate/code-signing.ts';
import { KeyAlgorithm, type WrittenAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNistCurve } from '../checks/ec-curve.ts';
import { checkNistPoint } from '../checks/ec-point.ts';
import { checkExponent, checkExponentRange, checkModulus, checkModulusBits } from '../checks/rsa-key.ts';

export const KEY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'code-signing/ca-rsa-key-size',
    clause: 'Code Signing Baseline Requirements 6.1.5.1',
    from: '2022-06-29',
    appliesTo: ({ isCa }) => isCa,
    check: (certificate) => checkModulusBits(certificate, 4096),
  }),
  certificateRule({
    name: 'code-signing/dsa-key-size',
    clause: 'Code Signing Baseline Requirements 6.1.5',
    from: '2019-08-13',
    appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.dsa,
    check({ publicKey: { algorithm } }) {
      if (algorithm.parameters?.tag !== Tag.sequence) return 'the DSA key has no parameters';
      const [length, modulus] = algorithm.parameters.children.map((one) => integer(one).toString(2).length);
      return length === 2048 && (modulus === 224 || modulus === 256)
        ? undefined
        : `the DSA key has ${length} and ${modulus} bits; 2048 and 224 or 256 are required`;
    },
  }),
  certificateRule({
    name: 'code-signing/ec-curve',
    clause: 'Code Signing Baseline Requirements 6.1.5',
    from: '2019-08-13',
    check: checkNistCurve,
  }),
  certificateRule({
    name: 'code-signing/ec-point',
    clause: 'Code Signing Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2019-08-13',
    check: checkNistPoint,
  }),
  certificateRule({
    name: 'code-signing/key-type',
    clause: 'Code Signing Baseline Requirements 6.1.5',
    from: '2019-08-13',
    check: ({ publicKey: { algorithm } }) =>
      KEYS.has(algorithm.oid)
        ? undefined
        : `the public key is of the algorithm ${algorithm.oid}; RSA, EC and DSA are allowed`,
  }),
  certificateRule({
    name: 'code-signing/rsa-exponent',
    clause: 'Code Signing Baseline Requirements 6.1.6',
    from: '2019-08-13',
    check: checkExponent,
  }),
  certificateRule({
    name: 'code-signing/rsa-exponent-range',
    clause: 'Code Signing Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2019-08-13',
    check: checkExponentRange,
  }),
  certificateRule({
    name: 'code-signing/rsa-key-size',
    clause: 'Code Signing Baseline Requirements 6.1.5.2',
    from: '2021-06-01',
    appliesTo: isCodeSigningSubscriber,
    check: (certificate) => checkModulusBits(certificate, 3072),
  }),
  certificateRule({
    name: 'code-signing/rsa-modulus',
    clause: 'Code Signing Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2019-08-13',
    check: checkModulus,
  }),
  certificateRule({
    name: 'code-signing/signature-algorithm',
    clause: 'Code Signing Baseline Requirements 7.1.3.2',
    from: '2019-08-13',
    check(certificate) {
      const { algorithm, notBefore } = certificate;
      if (SIGNATURE_ALGORITHMS.has(algorithm.oid)) return undefined;
      if (algorithm.oid === RSASSA_PSS) {
        const hash = pssHash(algorithm);
        return hash !== undefined && HASHES.has(hash)
          ? undefined
          : `the hash ${hash ?? 'SHA-1'} of RSASSA-PSS is not SHA-256, SHA-384 or SHA-512`;
      }
      if (WITH_SHA1.has(algorithm.oid) && isTimeStamper(certificate) && (notBefore.seconds ?? Infinity) < SHA1_ENDED)
        return undefined;
      return `the signature algorithm ${algorithm.oid} is not one of those that are allowed`;
    },
  }),
];

/** Returns the hash in RSASSA-PSS-params (RFC 4055 §3.1); undefined where it is left out, which says SHA-1. */
function pssHash({ parameters }: WrittenAlgorithm): string | undefined {
  const hash = parameters?.children.find(({ tag }) => tag === 0xa0)?.children[0]?.children[0];
  return hash?.tag === Tag.objectIdentifier ? oidText(hash) : undefined;
}

const KEYS: ReadonlySet<string> = new Set([KeyAlgorithm.rsaEncryption, KeyAlgorithm.ecPublicKey, KeyAlgorithm.dsa]);
/** RSASSA-PKCS1-v1_5 and ECDSA with SHA-256, SHA-384 and SHA-512, DSA with SHA-256. */
const SIGNATURE_ALGORITHMS: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '2.16.840.1.101.3.4.3.2',
]);
const RSASSA_PSS = '1.2.840.113549.1.1.10';
/** SHA-256, SHA-384 and SHA-512. */
const HASHES: ReadonlySet<string> = new Set([
  '2.16.840.1.101.3.4.2.1',
  '2.16.840.1.101.3.4.2.2',
  '2.16.840.1.101.3.4.2.3',
]);
/** RSASSA-PKCS1-v1_5 and DSA, which certificates of time-stamping authorities had until 2022-04-30. */
const WITH_SHA1: ReadonlySet<string> = new Set(['1.2.840.113549.1.1.5', '1.2.840.10040.4.3']);
const SHA1_ENDED = Date.UTC(2022, 4, 1) / 1000;
