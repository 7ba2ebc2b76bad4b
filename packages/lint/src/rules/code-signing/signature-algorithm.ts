import { oidText, Tag } from '../../ber/values.ts';
import { isTimeStamper } from '../../certificate/code-signing.ts';
import type { WrittenAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const signatureAlgorithm = certificateRule({
  name: 'code-signing/signature-algorithm',
  clause: 'Code Signing Baseline Requirements 7.1.3.2',
  from: '2019-08-13',
  check(certificate) {
    const { algorithm, notBefore } = certificate;
    if (ALGORITHMS.has(algorithm.oid)) return undefined;
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
});

/** RSASSA-PKCS1-v1_5 and ECDSA with SHA-256, SHA-384 and SHA-512, DSA with SHA-256. */
const ALGORITHMS: ReadonlySet<string> = new Set([
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

/** Returns the hash in RSASSA-PSS-params (RFC 4055 §3.1); undefined where it is left out, which says SHA-1. */
function pssHash({ parameters }: WrittenAlgorithm): string | undefined {
  const hash = parameters?.children.find(({ tag }) => tag === 0xa0)?.children[0]?.children[0];
  return hash?.tag === Tag.objectIdentifier ? oidText(hash) : undefined;
}
