import { hash } from 'node:crypto';

declare const sha1: unique symbol;
declare const sha256: unique symbol;

/** The SHA-1 of a certificate or CRL in lower-case hex. For display and for interfaces that name objects by it, never for trust. */
export type Sha1Fingerprint = string & { readonly [sha1]: true };

/** The SHA-256 of a certificate or CRL in lower-case hex. */
export type Sha256Fingerprint = string & { readonly [sha256]: true };

export function sha1Fingerprint(der: Uint8Array): Sha1Fingerprint {
  return hash('sha1', der, 'hex') as Sha1Fingerprint;
}

export function sha256Fingerprint(der: Uint8Array): Sha256Fingerprint {
  return hash('sha256', der, 'hex') as Sha256Fingerprint;
}
