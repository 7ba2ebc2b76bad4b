/** The one table of password-based algorithms: digests, ciphers and the schemes made of them. Only those ciphers that BCFKS alone has are in its own room. */
import { createDecipheriv } from 'node:crypto';
import { oid, type Oid } from '../der/index.ts';
import { decryptRc2Cbc } from './rc2.ts';
import { applyRc4 } from './rc4.ts';

/** A digest, and the HMAC with it. */
export interface PbeDigest {
  /** As node:crypto calls it. */
  readonly name: string;
  /** Names the digest where the PKCS #12 derivation is used: RFC 7292 appendix B. */
  readonly digest: Oid;
  /** Names the HMAC, as the PRF of PBKDF2 and the scheme of PBMAC1: RFC 8018 appendix B.1. */
  readonly hmac: Oid;
  /** The size of the digest in octets. */
  readonly octets: number;
  /** The size in octets of the blocks that the digest works on. */
  readonly blockOctets: number;
}

/** A cipher that keys are encrypted with. Decryption leaves the padding. */
export interface PbeCipher {
  readonly name: string;
  readonly keyOctets: number;
  /** The size of a block and of the IV; 0 for a stream cipher, which has neither. */
  readonly blockOctets: number;
  decrypt(key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array;
}

/** Finds a digest by its own identifier. */
export function findDigest(digest: Oid): PbeDigest | undefined {
  return DIGESTS.find((row) => row.digest === digest);
}

/** Finds a digest by the identifier of its HMAC. */
export function findHmac(hmac: Oid): PbeDigest | undefined {
  return DIGESTS.find((row) => row.hmac === hmac);
}

/** The cipher of a scheme of RFC 7292 appendix C, which derives key and IV with SHA-1. */
export function findPkcs12Scheme(scheme: Oid): PbeCipher | undefined {
  return PKCS12_SCHEMES.get(scheme);
}

/** The cipher that PBES2 names as its encryption scheme: RFC 8018 appendix B.2. */
export function findPbes2Cipher(scheme: Oid): PbeCipher | undefined {
  return PBES2_CIPHERS.get(scheme);
}

/** Identifiers of the constructions themselves: RFC 8018 appendix A. */
export const PBES2 = oid('1.2.840.113549.1.5.13');
export const PBKDF2 = oid('1.2.840.113549.1.5.12');
export const PBMAC1 = oid('1.2.840.113549.1.5.14');
/** Algorithms of files that are written: PBES2 with AES-256-CBC, and a scheme of PKCS #12 for old readers. */
export const AES_256_CBC = oid('2.16.840.1.101.3.4.1.42');
export const SHA1_TRIPLE_DES = oid('1.2.840.113549.1.12.1.3');

export const SHA1: PbeDigest = row('sha1', '1.3.14.3.2.26', '1.2.840.113549.2.7', 20, 64);
export const SHA256: PbeDigest = row('sha256', '2.16.840.1.101.3.4.2.1', '1.2.840.113549.2.9', 32, 64);
export const SHA512: PbeDigest = row('sha512', '2.16.840.1.101.3.4.2.3', '1.2.840.113549.2.11', 64, 128);

const DIGESTS: readonly PbeDigest[] = [
  SHA1,
  row('sha224', '2.16.840.1.101.3.4.2.4', '1.2.840.113549.2.8', 28, 64),
  SHA256,
  row('sha384', '2.16.840.1.101.3.4.2.2', '1.2.840.113549.2.10', 48, 128),
  SHA512,
  row('sha512-224', '2.16.840.1.101.3.4.2.5', '1.2.840.113549.2.12', 28, 128),
  row('sha512-256', '2.16.840.1.101.3.4.2.6', '1.2.840.113549.2.13', 32, 128),
  row('sha3-224', '2.16.840.1.101.3.4.2.7', '2.16.840.1.101.3.4.2.13', 28, 144),
  row('sha3-256', '2.16.840.1.101.3.4.2.8', '2.16.840.1.101.3.4.2.14', 32, 136),
  row('sha3-384', '2.16.840.1.101.3.4.2.9', '2.16.840.1.101.3.4.2.15', 48, 104),
  row('sha3-512', '2.16.840.1.101.3.4.2.10', '2.16.840.1.101.3.4.2.16', 64, 72),
];

const PKCS12_SCHEMES: ReadonlyMap<Oid, PbeCipher> = new Map([
  [oid('1.2.840.113549.1.12.1.1'), rc4('pbeWithSHAAnd128BitRC4', 16)],
  [oid('1.2.840.113549.1.12.1.2'), rc4('pbeWithSHAAnd40BitRC4', 5)],
  [SHA1_TRIPLE_DES, cbc('pbeWithSHAAnd3-KeyTripleDES-CBC', 'des-ede3-cbc', 24, 8)],
  [oid('1.2.840.113549.1.12.1.4'), cbc('pbeWithSHAAnd2-KeyTripleDES-CBC', 'des-ede-cbc', 16, 8)],
  [oid('1.2.840.113549.1.12.1.5'), rc2('pbeWithSHAAnd128BitRC2-CBC', 16)],
  [oid('1.2.840.113549.1.12.1.6'), rc2('pbewithSHAAnd40BitRC2-CBC', 5)],
]);

const PBES2_CIPHERS: ReadonlyMap<Oid, PbeCipher> = new Map([
  [oid('1.2.840.113549.3.7'), cbc('des-EDE3-CBC', 'des-ede3-cbc', 24, 8)],
  [oid('2.16.840.1.101.3.4.1.2'), cbc('aes128-CBC', 'aes-128-cbc', 16, 16)],
  [oid('2.16.840.1.101.3.4.1.22'), cbc('aes192-CBC', 'aes-192-cbc', 24, 16)],
  [AES_256_CBC, cbc('aes256-CBC', 'aes-256-cbc', 32, 16)],
]);

function row(name: string, digest: string, hmac: string, octets: number, blockOctets: number): PbeDigest {
  return { name, digest: oid(digest), hmac: oid(hmac), octets, blockOctets };
}

function cbc(name: string, cipher: string, keyOctets: number, blockOctets: number): PbeCipher {
  return {
    name,
    keyOctets,
    blockOctets,
    decrypt: (key, iv, ciphertext) => {
      const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
      const plaintext = decipher.update(ciphertext);
      decipher.final();
      return plaintext;
    },
  };
}

function rc2(name: string, keyOctets: number): PbeCipher {
  const decrypt = (key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array) =>
    decryptRc2Cbc(key, keyOctets * 8, iv, ciphertext);
  return { name, keyOctets, blockOctets: 8, decrypt };
}

function rc4(name: string, keyOctets: number): PbeCipher {
  return { name, keyOctets, blockOctets: 0, decrypt: (key, _iv, ciphertext) => applyRc4(key, ciphertext) };
}
