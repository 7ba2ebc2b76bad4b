/** Encrypts and decrypts what stands in an encrypted file: each object with a key of its own (ISO 32000-1 §7.6.2). */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { CryptMethod } from './encryption-dictionary.ts';
import { md5 } from './passwords.ts';
import { Rc4 } from './rc4.ts';

/** Which object strings and streams belong to. */
export interface ObjectId {
  readonly number: number;
  readonly generation: number;
}

/** Something that takes data in pieces. */
export interface Transform {
  update(data: Uint8Array): Uint8Array;
  final(): Uint8Array;
}

/** Decrypts what an object holds. What is not encrypted as it should be comes out as rubbish or empty. */
export function decryptor(method: CryptMethod, fileKey: Uint8Array, id: ObjectId): Transform {
  return decryptors(method, fileKey, id)();
}

/** The same for each of many strings of an object. */
export function decryptors(method: CryptMethod, fileKey: Uint8Array, id: ObjectId): () => Transform {
  if (method === 'none') return () => UNCHANGED;
  const key = objectKey(method, fileKey, id);
  return () => (method === 'rc4' ? rc4Transform(key) : new AesDecryptor(key));
}

/** Encrypts what an object is to hold. @param iv - 16 random octets, which only AES needs */
export function encryptor(method: CryptMethod, fileKey: Uint8Array, id: ObjectId, iv: () => Uint8Array): Transform {
  if (method === 'none') return UNCHANGED;
  const key = objectKey(method, fileKey, id);
  return method === 'rc4' ? rc4Transform(key) : aesEncryptor(key, iv());
}

/** All of `data` through `transform`. */
export function transformAll(transform: Transform, data: Uint8Array): Uint8Array {
  const first = transform.update(data);
  const last = transform.final();
  return last.length === 0 ? first : new Uint8Array(Buffer.concat([first, last]));
}

/** Algorithm 1; with AES-256 the file's key serves all objects (algorithm 1.A). */
function objectKey(method: CryptMethod, fileKey: Uint8Array, { number, generation }: ObjectId): Uint8Array {
  if (method === 'aes-256') return fileKey;
  const id = Uint8Array.of(number, number >>> 8, number >>> 16, generation, generation >>> 8);
  const parts = method === 'aes-128' ? [fileKey, id, AES_SALT] : [fileKey, id];
  return md5(...parts).subarray(0, Math.min(16, fileKey.length + 5));
}

function rc4Transform(key: Uint8Array): Transform {
  const state = new Rc4(key);
  return { update: (data) => state.update(data), final: () => NOTHING };
}

function aesEncryptor(key: Uint8Array, iv: Uint8Array): Transform {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  let before: Uint8Array = iv;
  const behindIv = (data: Uint8Array): Uint8Array => {
    const all = before.length === 0 ? data : Buffer.concat([before, data]);
    before = NOTHING;
    return new Uint8Array(all);
  };
  return { update: (data) => behindIv(cipher.update(data)), final: () => behindIv(cipher.final()) };
}

/** The first 16 octets are the initialization vector. */
class AesDecryptor implements Transform {
  readonly #key: Uint8Array;
  #iv: Uint8Array = NOTHING;
  #decipher: ReturnType<typeof createDecipheriv> | undefined;
  #octets = 0;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  update(data: Uint8Array): Uint8Array {
    this.#octets += data.length;
    if (this.#decipher !== undefined) return new Uint8Array(this.#decipher.update(data));
    const all = Buffer.concat([this.#iv, data]);
    this.#iv = new Uint8Array(all.subarray(0, 16));
    if (all.length < 16) return NOTHING;
    this.#decipher = createDecipheriv(`aes-${this.#key.length * 8}-cbc`, this.#key, this.#iv);
    return new Uint8Array(this.#decipher.update(all.subarray(16)));
  }

  final(): Uint8Array {
    // Some writers leave out the padding of what is empty, or cut the last block off.
    if (this.#decipher === undefined || this.#octets % 16 !== 0 || this.#octets < 32) return NOTHING;
    try {
      return new Uint8Array(this.#decipher.final());
    } catch {
      return NOTHING;
    }
  }
}

const NOTHING = new Uint8Array(0);
const UNCHANGED: Transform = { update: (data) => data, final: () => NOTHING };
/** `sAlT`. */
const AES_SALT = Uint8Array.of(0x73, 0x41, 0x6c, 0x54);
