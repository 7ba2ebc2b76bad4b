/** Another owner's password or other permissions for a document: its encryption dictionary made anew (ISO 32000-2 §7.6.4). */
import { createCipheriv } from 'node:crypto';
import { PdfDictionary, PdfName, PdfString } from '../syntax/values.ts';
import type { EncryptionDictionary } from './encryption-dictionary.ts';
import { fileKey, ownerEntry, passwordHash, passwordOctets, userEntry } from './passwords.ts';
import { type RandomOctets, Security } from './security.ts';

/** Encryption that a document is to get. */
export interface NewEncryption {
  /** Present encryption; undefined when it is not. */
  readonly before: { readonly security: Security; readonly dictionary: PdfDictionary } | undefined;
  /** `P`. */
  readonly permissions: number;
  readonly ownerPassword: string;
  /** The first part of the file's identifier. */
  readonly id: Uint8Array;
  readonly random: RandomOctets;
}

/** Makes the new encryption. Algorithms and the user's password stay; AES-256 is for a document that was not encrypted. */
export function makeEncryption(wanted: NewEncryption): {
  readonly security: Security;
  readonly dictionary: PdfDictionary;
} {
  const { before } = wanted;
  if (before === undefined) return encryptAnew(wanted);
  return before.security.dictionary.revision >= 5 ? changeNew(wanted, before) : changeOld(wanted, before);
}

type Before = NonNullable<NewEncryption['before']>;

/** Revisions 2 to 4: the key of the file comes from both entries, so all is encrypted anew. */
function changeOld({ permissions, ownerPassword, id }: NewEncryption, { security, dictionary }: Before) {
  const { revision } = security.dictionary;
  const userPassword = security.opened.userPassword!;
  const owner = ownerEntry(passwordOctets(ownerPassword, revision), userPassword, security.dictionary);
  const key = fileKey(userPassword, { ...security.dictionary, owner, permissions }, id);
  const user = userEntry(key, revision, id);
  const changed = { ...security.dictionary, owner, user, permissions };
  return {
    security: new Security(changed, { key, isOwner: true, userPassword }),
    dictionary: dictionary.with({ O: new PdfString(owner), U: new PdfString(user), P: permissions }),
  };
}

/** Revisions 5 and 6: the key stays, and the owner's password opens it. */
function changeNew(wanted: NewEncryption, { security, dictionary }: Before) {
  const { key } = security.opened;
  const { revision, user, encryptMetadata } = security.dictionary;
  const entries = newEntries(wanted, key, user, revision, encryptMetadata);
  const { owner, ownerKey, perms } = entries;
  const changed = { ...security.dictionary, owner, ownerKey, permissions: wanted.permissions };
  return {
    security: new Security(changed, { ...security.opened, isOwner: true }),
    dictionary: dictionary.with({
      O: new PdfString(owner),
      OE: new PdfString(ownerKey),
      Perms: new PdfString(perms),
      P: wanted.permissions,
    }),
  };
}

/** Revision 6 with an empty password for the user. */
function encryptAnew(wanted: NewEncryption) {
  const { permissions, random } = wanted;
  const key = random(32);
  const nothing = new Uint8Array(0);
  const salts = random(16);
  const user = Buffer.concat([passwordHash(nothing, salts.subarray(0, 8), nothing, REVISION), salts]);
  const userKey = wrapKey(passwordHash(nothing, salts.subarray(8), nothing, REVISION), key);
  const { owner, ownerKey, perms } = newEntries(wanted, key, user, REVISION, true);
  const methods = { strings: 'aes-256', streams: 'aes-256', filters: new Map() } as const;
  const parsed: EncryptionDictionary = {
    revision: REVISION,
    keyOctets: 32,
    owner,
    user,
    ownerKey,
    userKey,
    permissions,
    encryptMetadata: true,
    ...methods,
  };
  const filter = new PdfDictionary({ CFM: new PdfName('AESV3'), AuthEvent: new PdfName('DocOpen'), Length: 32 });
  return {
    security: new Security(parsed, { key, isOwner: true, userPassword: nothing }),
    dictionary: new PdfDictionary({
      Filter: new PdfName('Standard'),
      V: 5,
      R: REVISION,
      Length: 256,
      CF: new PdfDictionary({ StdCF: filter }),
      StmF: new PdfName('StdCF'),
      StrF: new PdfName('StdCF'),
      O: new PdfString(owner),
      OE: new PdfString(ownerKey),
      U: new PdfString(user),
      UE: new PdfString(userKey),
      Perms: new PdfString(perms),
      P: permissions,
    }),
  };
}

/** `O`, `OE` and `Perms` (algorithms 9 and 10). */
function newEntries(
  { ownerPassword, permissions, random }: NewEncryption,
  key: Uint8Array,
  user: Uint8Array,
  revision: number,
  encryptMetadata: boolean,
) {
  const password = passwordOctets(ownerPassword, revision);
  const salts = random(16);
  const owner = Buffer.concat([passwordHash(password, salts.subarray(0, 8), user, revision), salts]);
  const ownerKey = wrapKey(passwordHash(password, salts.subarray(8), user, revision), key);
  const plain = Buffer.alloc(16, 0xff);
  plain.writeInt32LE(permissions, 0);
  plain.write(encryptMetadata ? 'Tadb' : 'Fadb', 8, 'latin1');
  plain.set(random(4), 12);
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(plain);
  return { owner: new Uint8Array(owner), ownerKey, perms: new Uint8Array(perms) };
}

function wrapKey(by: Uint8Array, key: Uint8Array): Uint8Array {
  return new Uint8Array(createCipheriv('aes-256-cbc', by, new Uint8Array(16)).setAutoPadding(false).update(key));
}

const REVISION = 6;
