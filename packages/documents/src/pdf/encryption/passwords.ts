/** From a password to the key of a file (ISO 32000-1 §7.6.3, ISO 32000-2 §7.6.4). */
import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import type { EncryptionDictionary } from './encryption-dictionary.ts';
import { rc4 } from './rc4.ts';

/** Facts about a file that a password opened. */
export interface OpenedFile {
  readonly key: Uint8Array;
  readonly isOwner: boolean;
  /** The octets of the user password; undefined when they are not known. */
  readonly userPassword: Uint8Array | undefined;
}

/**
 * Tries `password` as the owner's and then as the user's.
 *
 * @param id - the first part of the file's identifier
 * @returns undefined when it is neither
 */
export function openWith(password: string, dictionary: EncryptionDictionary, id: Uint8Array): OpenedFile | undefined {
  const { revision } = dictionary;
  for (const octets of passwordForms(password, revision)) {
    const opened = revision >= 5 ? openNew(octets, dictionary) : openOld(octets, dictionary, id);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

/** The octets by which a new password is meant. */
export function passwordOctets(password: string, revision: number): Uint8Array {
  return passwordForms(password, revision)[0];
}

/**
 * The octets that a password can stand for: UTF-8 since revision 5 (ISO 32000-2 §7.6.4.3.3), before that PDFDocEncoding, of which
 * writers use the part that is ISO 8859-1. What was written with other octets is tried too.
 */
function passwordForms(password: string, revision: number): readonly [Uint8Array, ...Uint8Array[]] {
  const utf8 = new TextEncoder().encode(password.normalize('NFKC')).subarray(0, MAX_NEW_PASSWORD);
  if (/[^\0-\u00ff]/.test(password)) return [utf8];
  const latin1 = new Uint8Array(Buffer.from(password, 'latin1'));
  return revision >= 5 ? [utf8, latin1.subarray(0, MAX_NEW_PASSWORD)] : [latin1, utf8];
}

function openOld(password: Uint8Array, dictionary: EncryptionDictionary, id: Uint8Array): OpenedFile | undefined {
  const userPassword = userPasswordOf(password, dictionary);
  const ownersKey = keyOfUser(userPassword, dictionary, id);
  if (ownersKey !== undefined) return { key: ownersKey, isOwner: true, userPassword };
  const key = keyOfUser(password, dictionary, id);
  return key && { key, isOwner: false, userPassword: password };
}

/** The file's key when `password` is the user's (algorithm 6). */
function keyOfUser(password: Uint8Array, dictionary: EncryptionDictionary, id: Uint8Array): Uint8Array | undefined {
  const key = fileKey(password, dictionary, id);
  const { user, revision } = dictionary;
  const counted = revision === 2 ? 32 : 16;
  return equal(userEntry(key, revision, id).subarray(0, counted), user.subarray(0, counted)) ? key : undefined;
}

/** The key of the file by the user's password (algorithm 2). */
export function fileKey(
  password: Uint8Array,
  { owner, permissions, revision, keyOctets, encryptMetadata }: Omit<EncryptionDictionary, 'user'>,
  id: Uint8Array,
): Uint8Array {
  const bits = Uint8Array.from([0, 8, 16, 24], (shift) => permissions >>> shift);
  const parts = [pad(password), owner, bits, id];
  if (revision >= 4 && !encryptMetadata) parts.push(new Uint8Array(4).fill(0xff));
  let key = md5(...parts).subarray(0, keyOctets);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, keyOctets);
  return key;
}

/** `U` of revisions 2 to 4 (algorithms 4 and 5); of the last 16 octets of newer ones nobody looks at any. */
export function userEntry(key: Uint8Array, revision: number, id: Uint8Array): Uint8Array {
  if (revision === 2) return rc4(key, PADDING);
  const result = new Uint8Array(32);
  result.set(rounds(key, md5(PADDING, id), UP));
  return result;
}

/** `O` of revisions 2 to 4 (algorithm 3). */
export function ownerEntry(
  ownerPassword: Uint8Array,
  userPassword: Uint8Array,
  { revision, keyOctets }: Pick<EncryptionDictionary, 'revision' | 'keyOctets'>,
): Uint8Array {
  const key = ownerKeyOf(ownerPassword, revision, keyOctets);
  return revision === 2 ? rc4(key, pad(userPassword)) : rounds(key, pad(userPassword), UP);
}

/** The user's password out of `O` by the owner's (algorithm 7). */
function userPasswordOf(ownerPassword: Uint8Array, dictionary: EncryptionDictionary): Uint8Array {
  const { revision, keyOctets, owner } = dictionary;
  const key = ownerKeyOf(ownerPassword, revision, keyOctets);
  return unpad(revision === 2 ? rc4(key, owner) : rounds(key, owner, UP.toReversed()));
}

function ownerKeyOf(ownerPassword: Uint8Array, revision: number, keyOctets: number): Uint8Array {
  let key = md5(pad(ownerPassword));
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, keyOctets));
  return key.subarray(0, keyOctets);
}

/** Twenty times RC4, each with another key. */
function rounds(key: Uint8Array, data: Uint8Array, order: readonly number[]): Uint8Array {
  return order.reduce(
    (result, round) =>
      rc4(
        key.map((octet) => octet ^ round),
        result,
      ),
    data,
  );
}

/** Revisions 5 and 6 (ISO 32000-2 algorithm 2.A). */
function openNew(password: Uint8Array, dictionary: EncryptionDictionary): OpenedFile | undefined {
  const { revision, owner, user, ownerKey, userKey } = dictionary;
  const none = new Uint8Array(0);
  const isUser = equal(passwordHash(password, user.subarray(32, 40), none, revision), user.subarray(0, 32));
  const userPassword = isUser ? password : undefined;
  if (equal(passwordHash(password, owner.subarray(32, 40), user, revision), owner.subarray(0, 32))) {
    const key = decryptKey(passwordHash(password, owner.subarray(40, 48), user, revision), ownerKey);
    return { key, isOwner: true, userPassword };
  }
  if (!isUser) return undefined;
  const key = decryptKey(passwordHash(password, user.subarray(40, 48), none, revision), userKey);
  return { key, isOwner: false, userPassword };
}

function decryptKey(key: Uint8Array, encrypted: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-cbc', key, new Uint8Array(16)).setAutoPadding(false);
  return new Uint8Array(decipher.update(encrypted));
}

/**
 * The hash of a password: SHA-256 in revision 5, ISO 32000-2 algorithm 2.B in revision 6.
 *
 * @param user - `U` for the owner's password, nothing for the user's
 */
export function passwordHash(password: Uint8Array, salt: Uint8Array, user: Uint8Array, revision: number): Uint8Array {
  let key = digest('sha256', password, salt, user);
  if (revision === 5) return key;
  for (let round = 0; ; round += 1) {
    const block = Buffer.concat([password, key, user]);
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(repeated);
    const sum = encrypted.subarray(0, 16).reduce((total, octet) => total + octet, 0);
    key = digest(['sha256', 'sha384', 'sha512'][sum % 3]!, encrypted);
    if (round >= 63 && encrypted.at(-1)! <= round - 31) return key.subarray(0, 32);
  }
}

function digest(algorithm: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(hash(algorithm, Buffer.concat(parts), 'buffer'));
}

export function md5(...parts: readonly Uint8Array[]): Uint8Array {
  return digest('md5', ...parts);
}

function pad(password: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([password, PADDING]).subarray(0, 32));
}

/** Without the padding, of which a password may be the beginning of what it stands before. */
function unpad(padded: Uint8Array): Uint8Array {
  for (let length = 0; length <= 32; length += 1)
    if (equal(padded.subarray(length), PADDING.subarray(0, 32 - length))) return padded.subarray(0, length);
  return padded;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** ISO 32000-1 §7.6.3.3. */
const PADDING = Uint8Array.fromHex('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a');
const UP: readonly number[] = Array.from({ length: 20 }, (_, round) => round);
const MAX_NEW_PASSWORD = 127;
