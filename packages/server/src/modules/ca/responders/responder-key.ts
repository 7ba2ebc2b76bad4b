/** Keys of OCSP responders: aliases, kinds and subjects. */
import { DistinguishedName } from '@sealwright/pki';
import type { KeyGeneration, X509Authority } from '../kinds/index.ts';
import type { OcspResponderRecord } from '../records/index.ts';

/** A key that a crypto token has or will get. */
export interface ResponderKey {
  readonly alias: string;
  /** Specification such as `P-256`, `3072` or `ML-DSA-44`. */
  readonly spec: string;
}

/**
 * Returns the key that the responder for a key of a CA should have according to the CA's settings.
 *
 * @param record - the existing responder
 * @param options - `mustGo`: true if its certificate is revoked
 */
export function responderKey(
  { settings: { ocsp } }: X509Authority,
  { fingerprint, publicKey }: KeyGeneration,
  record: OcspResponderRecord | undefined,
  { mustGo }: { readonly mustGo: boolean },
): ResponderKey {
  const kind = ocsp.keySpec === undefined ? '' : `-${ocsp.keySpec}`;
  return {
    alias: `ocsp-${fingerprint.slice(0, 16)}${kind}${replacementOf(record, mustGo)}`,
    spec: ocsp.keySpec ?? publicKey.specification,
  };
}

/** Returns the subject of a responder's certificate. It is below that of the CA, so that it is within the CA's own subtree. */
export function responderName({ settings }: X509Authority, { fingerprint }: KeyGeneration): DistinguishedName {
  return DistinguishedName.parse(`CN=OCSP ${fingerprint.slice(0, 16)},${settings.subject.toString()}`);
}

/**
 * Returns the suffix of the alias for a key that replaced one with a revoked certificate; empty if none was revoked. Changes of settings keep the
 * suffix, so that no earlier key is used again. The version of a responder never repeats.
 */
function replacementOf(record: OcspResponderRecord | undefined, mustGo: boolean): string {
  if (record !== undefined && mustGo) return `-r${record.version + 1}`;
  return /-r\d+$/.exec(record?.keyAlias ?? '')?.[0] ?? '';
}
