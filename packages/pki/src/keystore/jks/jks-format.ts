/** Numbers and the digest of keystores of Java's own formats, as reader and writer share them. */
import { createHash } from 'node:crypto';
import { encodeBmp } from '../password.ts';

/** First octets of a file. */
export const JKS_MAGIC = 0xfeed_feed;
export const JCEKS_MAGIC = 0xcece_cece;

/** Tags of entries. */
export const PRIVATE_KEY_ENTRY = 1;
export const TRUSTED_CERTIFICATE_ENTRY = 2;

/** The type of certificate that entries of version 2 name. */
export const X509_TYPE = 'X.509';

/** The digest at the end of a file: SHA-1 over the password, a constant, and all that precedes it. */
export function digestJks(body: Uint8Array, password: string): Uint8Array {
  return createHash('sha1').update(encodeBmp(password)).update(WHITENER).update(body).digest();
}

/** The octets of that digest. */
export const DIGEST_OCTETS = 20;

const WHITENER = new TextEncoder().encode('Mighty Aphrodite');
