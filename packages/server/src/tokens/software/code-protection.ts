/**
 * Protection of a software token by an activation code.
 *
 * A random token key encrypts the token's private keys, and the code encrypts the token key: so a code is checked before there is any
 * key pair, and changed by writing one row. The stored form is an octet of format version (1), log2 N, r and p of scrypt (RFC 7914),
 * 16 octets of salt, and a box of `sealed-box.ts` with the token key, which all of that and the token's id are authenticated with.
 */
import { scrypt } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import {
  DamagedCryptoTokenError,
  UnusableActivationCodeError,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import { BOX_OVERHEAD, closeBox, openBox } from '../sealing/index.ts';

/** Cost of deriving a key from a code: 128 N r octets of memory, p times (RFC 7914 §2). */
export interface ScryptCost {
  /** log2 N */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB three times, about a quarter of a second: what OWASP's password storage guide asks for at the least. */
export const SCRYPT_COST: ScryptCost = { logN: 15, r: 8, p: 3 };

/** Octets of a token key. */
export const TOKEN_KEY_OCTETS = 32;

/**
 * Encrypts a token key under a new code.
 *
 * @throws {@link UnusableActivationCodeError} for a code that is empty or has more than 1024 characters
 */
export async function protectTokenKey(
  tokenId: number,
  tokenKey: Uint8Array,
  code: string,
  cost: ScryptCost,
  random: Random,
): Promise<Uint8Array> {
  if (code === '') throw new UnusableActivationCodeError('it is empty');
  if (code.length > MAX_CODE) throw new UnusableActivationCodeError(`it has more than ${MAX_CODE} characters`);
  if (!code.isWellFormed()) throw new UnusableActivationCodeError('it holds half of a surrogate pair');
  const header = Uint8Array.of(FORMAT_VERSION, cost.logN, cost.r, cost.p, ...random.bytes(SALT_OCTETS));
  const key = await deriveKey(code, header);
  const box = closeBox(key, tokenKey, aboutOf(tokenId, header), random);
  key.fill(0);
  const protection = new Uint8Array(header.length + box.length);
  protection.set(header);
  protection.set(box, header.length);
  return protection;
}

/**
 * Decrypts the token key.
 *
 * @returns 32 octets for the caller to overwrite
 * @throws {@link WrongActivationCodeError} also when the protection was changed: the two cannot be told apart
 * @throws {@link DamagedCryptoTokenError} when it is not a protection at all
 */
export async function openTokenKey(tokenId: number, protection: Uint8Array, code: string): Promise<Uint8Array> {
  const header = protection.subarray(0, HEADER_OCTETS);
  if (protection.length !== HEADER_OCTETS + TOKEN_KEY_OCTETS + BOX_OVERHEAD || !isHeader(header)) {
    throw new DamagedCryptoTokenError(tokenId);
  }
  if (code.length > MAX_CODE) throw new WrongActivationCodeError(tokenId);
  const key = await deriveKey(code, header);
  const tokenKey = openBox(key, protection.subarray(HEADER_OCTETS), aboutOf(tokenId, header));
  key.fill(0);
  if (tokenKey === undefined) throw new WrongActivationCodeError(tokenId);
  return tokenKey;
}

/** Bounds what a header from the database can cost: at most 1 GiB, at most 16 times. */
function isHeader([version, logN = 0, r = 0, p = 0]: Uint8Array): boolean {
  const sound = logN >= 1 && r >= 1 && p >= 1 && p <= 16;
  return version === FORMAT_VERSION && sound && logN <= 20 && 2 ** logN * r <= 2 ** 23;
}

/** A code is the same however its accents were typed (NFC). */
function deriveKey(code: string, [, logN, r, p, ...salt]: Uint8Array): Promise<Uint8Array> {
  const N = 2 ** logN!;
  const text = new TextEncoder().encode(code.normalize('NFC'));
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const options = { N, r: r!, p: p!, maxmem: 128 * r! * (N + p! + 2) };
  scrypt(text, Uint8Array.from(salt), TOKEN_KEY_OCTETS, options, (error, key) => {
    text.fill(0);
    if (error === null) resolve(key);
    else reject(error);
  });
  return promise;
}

function aboutOf(tokenId: number, header: Uint8Array): Uint8Array {
  return new TextEncoder().encode(`sealwright token key\0${tokenId}\0${header.toHex()}`);
}

const FORMAT_VERSION = 1;
const SALT_OCTETS = 16;
const HEADER_OCTETS = 4 + SALT_OCTETS;
const MAX_CODE = 1024;
