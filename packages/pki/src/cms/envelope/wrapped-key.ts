/** Content-encryption keys as an envelope carries them: each wrapped for one key pair, in plain data that a holder of keys elsewhere can be given. */
import type { KeyAlgorithmName } from '../../algorithm/index.ts';
import type { PublicKey } from '../../public-key/index.ts';

/** A content-encryption key that one key pair opens. Its lengths were checked, its contents were not: only the private key can. */
export type WrappedKey = EncryptedKey | AgreedKey | EncapsulatedKey;

/** A key encrypted by RSA-OAEP with SHA-256, MGF1 with SHA-256 and no label (RFC 8017 §7.1, RFC 4055 §4.1). */
export interface EncryptedKey {
  readonly type: 'rsa-oaep';
  /** As long as the modulus. */
  readonly encryptedKey: Uint8Array;
}

/** A key wrapped under a key-encryption key, which follows from a secret that only the private key finds out. */
interface KeyUnderKey {
  /** 40 octets: AES-256 key wrap (RFC 3394) of 32. */
  readonly encryptedKey: Uint8Array;
  /** DER of what is hashed with the secret: ECC-CMS-SharedInfo (RFC 5753 §7.2) or CMSORIforKEMOtherInfo (RFC 9629 §5). */
  readonly info: Uint8Array;
}

/** A key under a secret of ephemeral-static Diffie-Hellman and the KDF of X9.63 with SHA-256 (RFC 5753 §3.1, RFC 8418 §2.1). */
export interface AgreedKey extends KeyUnderKey {
  readonly type: 'ecdh';
  /** The kind of the ephemeral key. */
  readonly algorithm: 'ECDSA' | 'X25519';
  /** Its curve as the table calls it; undefined when the envelope does not name it, and for X25519. */
  readonly curve: string | undefined;
  /** Its uncompressed point, or the octets of X25519. */
  readonly ephemeralKey: Uint8Array;
}

/** A key under an encapsulated secret and HKDF with SHA-256 (RFC 9629, RFC 9936). */
export interface EncapsulatedKey extends KeyUnderKey {
  readonly type: 'ml-kem';
  readonly algorithm: KeyAlgorithmName;
  readonly ciphertext: Uint8Array;
}

/** The way in which keys are wrapped for a public key; undefined for keys that nothing is wrapped for. */
export function keyWrappingOf({ algorithm, bits, curve }: PublicKey): WrappedKey['type'] | undefined {
  if (algorithm.name === 'RSA') return bits < MIN_MODULUS ? undefined : 'rsa-oaep';
  if (algorithm.encapsulates === true) return 'ml-kem';
  if (algorithm.name === 'X25519' || (curve !== undefined && CURVES.has(curve.name))) return 'ecdh';
  return undefined;
}

/** Returns whether a wrapped key can be one for this public key, as far as kind, curve and lengths tell. */
export function isWrappedFor(publicKey: PublicKey, wrapped: WrappedKey): boolean {
  if (keyWrappingOf(publicKey) !== wrapped.type) return false;
  const { algorithm, bits, curve, keyBytes } = publicKey;
  if (wrapped.type === 'rsa-oaep') return wrapped.encryptedKey.length === Math.ceil(bits / 8);
  if (wrapped.algorithm !== algorithm.name || !isUnderKey(wrapped)) return false;
  if (wrapped.type === 'ml-kem') return wrapped.ciphertext.length === KEM_CIPHERTEXT_OCTETS[algorithm.name];
  const { ephemeralKey } = wrapped;
  return (
    (wrapped.curve === undefined || wrapped.curve === curve?.name) &&
    ephemeralKey.length === keyBytes.length &&
    // An uncompressed point begins with 4, as that of the recipient does.
    (curve === undefined || ephemeralKey[0] === keyBytes[0])
  );
}

function isUnderKey({ encryptedKey, info }: KeyUnderKey): boolean {
  return encryptedKey.length === ENCRYPTED_KEY_OCTETS && info.length <= MAX_INFO_OCTETS;
}

/** Octets of a content-encryption key: that of AES-256. */
export const CONTENT_KEY_OCTETS = 32;
/** AES key wrap adds eight octets (RFC 3394 §2.2.1). */
const ENCRYPTED_KEY_OCTETS: number = CONTENT_KEY_OCTETS + 8;
const MAX_INFO_OCTETS = 1024;
/** Bits: below is broken soon (NIST SP 800-131A). */
const MIN_MODULUS = 2048;
const CURVES: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);
/** FIPS 203 §8, table 3. */
const KEM_CIPHERTEXT_OCTETS: Readonly<Record<string, number>> = {
  'ML-KEM-512': 768,
  'ML-KEM-768': 1088,
  'ML-KEM-1024': 1568,
};
