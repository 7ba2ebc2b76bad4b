/** The keys of OCSP responders: their names, kinds and subjects. */
import { DistinguishedName } from '@sealwright/pki';
import type { KeyGeneration, X509Authority } from '../authorities/index.ts';
import type { OcspResponderRecord } from '../records/index.ts';

/** A key that a crypto token has, or gets. */
export interface ResponderKey {
  readonly alias: string;
  /** Such as `P-256`, `3072` or `ML-DSA-44`. */
  readonly spec: string;
}

/**
 * Returns the key that the responder of a key of a CA is to have by the settings of the CA.
 *
 * @param record - the responder that there is
 * @param options - `mustGo`: its certificate is revoked
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
 * Returns the end of the alias of a key that came after that of a revoked certificate; empty while none was revoked. It stays through every change of settings,
 * so that no key comes back. The version of a responder never does.
 */
function replacementOf(record: OcspResponderRecord | undefined, mustGo: boolean): string {
  if (record !== undefined && mustGo) return `-r${record.version + 1}`;
  return /-r\d+$/.exec(record?.keyAlias ?? '')?.[0] ?? '';
}
