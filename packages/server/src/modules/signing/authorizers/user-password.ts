/** A user's password as a property holds it: in clear, or hashed. */
import { hash, timingSafeEqual } from 'node:crypto';

/** A stored password, to compare others with. */
export interface UserPassword {
  readonly algorithm: string;
  readonly salt: string;
  /** Digest of the password with the salt behind it. */
  readonly digest: Uint8Array;
}

/**
 * Reads `password`, `hash:algorithm` or `hash:algorithm:salt`, the hash in hexadecimal. Undefined when there are colons and it is neither:
 * it is not taken for a password, because nobody would get in with what they were told.
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

/** Tells whether it is the password, in a time that does not tell how much of it is right. */
export function isPassword({ algorithm, salt, digest }: UserPassword, given: string): boolean {
  return timingSafeEqual(hash(algorithm, given + salt, 'buffer'), digest);
}

/** Digests whose preimages cannot be found. MD5, which others accept, is refused: collisions do no harm here, but no list recommends it any more. */
const ALGORITHMS = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
