/** A user's password in a property: in clear, or hashed. */
import { hash, timingSafeEqual } from 'node:crypto';

/** A stored password to compare given ones with. */
export interface UserPassword {
  readonly algorithm: string;
  readonly salt: string;
  /** Digest of the password followed by the salt. */
  readonly digest: Uint8Array;
}

/**
 * Reads `password`, `hash:algorithm` or `hash:algorithm:salt`, the hash in hexadecimal. Undefined for another text with colons: taken as a
 * cleartext password, a mistyped hash would lock the user out.
 */
export function readUserPassword(text: string): UserPassword | undefined {
  const [first = '', name, ...rest] = text.split(':');
  if (name === undefined) return { algorithm: 'sha256', salt: '', digest: hash('sha256', text, 'buffer') };
  const algorithm = ALGORITHMS.find((known) => known === name.toLowerCase().replace('-', ''));
  if (algorithm === undefined || !/^(?:[0-9A-Fa-f]{2})+$/.test(first)) return undefined;
  const digest = Uint8Array.fromHex(first);
  return digest.length === hash(algorithm, '', 'buffer').length
    ? { algorithm, salt: rest.join(':'), digest }
    : undefined;
}

/** Tells whether a given password is right, in constant time. */
export function isPassword({ algorithm, salt, digest }: UserPassword, given: string): boolean {
  return timingSafeEqual(hash(algorithm, given + salt, 'buffer'), digest);
}

/** Preimage-resistant digests. MD5, which SignServer accepts, is refused: collisions do no harm here, but it is no longer recommended. */
const ALGORITHMS = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
