/** Finding private keys, and what belongs to them. */
import { CKA, CKK, CKO } from '../cryptoki.ts';
import type { DeviceKey } from '../protocol.ts';
import type { Attribute, Cryptoki, Handle } from './binding.ts';
import { call } from './call.ts';

/** The handles of the private keys that an alias names: by label, or by the hexadecimal CKA_ID when none has the label. */
export function findPrivateKeys(cryptoki: Cryptoki, session: Handle, alias: string): Handle[] {
  const labelled = findObjects(cryptoki, session, CKO.PRIVATE_KEY, [{ type: CKA.LABEL, value: Buffer.from(alias) }]);
  if (labelled.length > 0 || !/^(?:[0-9a-f]{2})+$/i.test(alias)) return labelled;
  return findObjects(cryptoki, session, CKO.PRIVATE_KEY, [{ type: CKA.ID, value: Buffer.from(alias, 'hex') }]);
}

export function listPrivateKeys(cryptoki: Cryptoki, session: Handle): Handle[] {
  return findObjects(cryptoki, session, CKO.PRIVATE_KEY, []);
}

/** Reads what says which public key belongs to a private key, and what the key may do. */
export function readKey(cryptoki: Cryptoki, session: Handle, handle: Handle): DeviceKey {
  const own = readAttributes(cryptoki, session, handle, PRIVATE_ATTRIBUTES);
  const id = own.get(CKA.ID) ?? Buffer.alloc(0);
  const label = own.get(CKA.LABEL) ?? Buffer.alloc(0);
  const keyType = ulong(own.get(CKA.KEY_TYPE));
  const [publicKey] = companions(cryptoki, session, CKO.PUBLIC_KEY, id, label);
  return {
    handle,
    label: label.toString(),
    id,
    keyType,
    signs: isTrue(own.get(CKA.SIGN)),
    decrypts: (DECRYPTING.get(keyType) ?? []).some((type) => isTrue(own.get(type))) || keyType === CKK['CKK_ML_KEM'],
    extractable: isTrue(own.get(CKA.EXTRACTABLE)),
    attributes: publicAttributes(cryptoki, session, keyType, handle, publicKey),
    certificate: publicKey === undefined ? certificateOf(cryptoki, session, id) : undefined,
  };
}

/** Reads attributes of the public key; without one, what the private key tells of it. */
function publicAttributes(
  cryptoki: Cryptoki,
  session: Handle,
  keyType: number,
  privateKey: Handle,
  publicKey: Handle | undefined,
): Record<string, Uint8Array> {
  const told = publicKey === undefined ? [...TOLD_BY_PRIVATE_KEY] : (TOLD_BY_PUBLIC_KEY.get(keyType) ?? []);
  return Object.fromEntries(readAttributes(cryptoki, session, publicKey ?? privateKey, told));
}

/** Lists the objects of a private key: itself and its public key. Certificates stay: they are not secret, and others may need them. */
export function objectsOf(cryptoki: Cryptoki, session: Handle, handle: Handle): Handle[] {
  const own = readAttributes(cryptoki, session, handle, [CKA.ID, CKA.LABEL]);
  const empty = Buffer.alloc(0);
  const publicKeys = companions(
    cryptoki,
    session,
    CKO.PUBLIC_KEY,
    own.get(CKA.ID) ?? empty,
    own.get(CKA.LABEL) ?? empty,
  );
  return [handle, ...publicKeys];
}

/** Objects of a class with the same CKA_ID, which is what ties them together (PKCS#11 §4.6.3); without one, with the same label. */
function companions(cryptoki: Cryptoki, session: Handle, kind: number, id: Buffer, label: Buffer): Handle[] {
  if (id.length > 0) return findObjects(cryptoki, session, kind, [{ type: CKA.ID, value: id }]);
  if (label.length === 0) return [];
  return findObjects(cryptoki, session, kind, [{ type: CKA.LABEL, value: label }]);
}

function certificateOf(cryptoki: Cryptoki, session: Handle, id: Buffer): Buffer | undefined {
  if (id.length === 0) return undefined;
  const [certificate] = findObjects(cryptoki, session, CKO.CERTIFICATE, [{ type: CKA.ID, value: id }]);
  return certificate && readAttributes(cryptoki, session, certificate, [CKA.VALUE]).get(CKA.VALUE);
}

function findObjects(cryptoki: Cryptoki, session: Handle, kind: number, template: readonly Attribute[]): Handle[] {
  const objects: Handle[] = [];
  const whole = [{ type: CKA.CLASS, value: kind }, ...template];
  call('C_FindObjectsInit', () => cryptoki.C_FindObjectsInit(session, whole));
  try {
    for (;;) {
      const found = call('C_FindObjects', () => cryptoki.C_FindObjects(session, PAGE));
      objects.push(...found);
      if (found.length < PAGE) return objects;
    }
  } finally {
    call('C_FindObjectsFinal', () => cryptoki.C_FindObjectsFinal(session));
  }
}

/** The attributes that the object has, by type. Asked for together; one by one when the token refuses that because of one of them. */
function readAttributes(
  cryptoki: Cryptoki,
  session: Handle,
  object: Handle,
  types: readonly number[],
): Map<number, Buffer> {
  const read = (some: readonly number[]): [number, Buffer][] =>
    cryptoki
      .C_GetAttributeValue(
        session,
        object,
        some.map((type) => ({ type })),
      )
      .flatMap(({ type, value }): [number, Buffer][] => (Buffer.isBuffer(value) ? [[type, value]] : []));
  try {
    return new Map(read(types));
  } catch {
    return new Map(
      types.flatMap((type) => {
        try {
          return read([type]);
        } catch {
          return [];
        }
      }),
    );
  }
}

function isTrue(value: Buffer | undefined): boolean {
  return value?.[0] === 1;
}

/** A CK_ULONG, which small ones fit into. */
function ulong(octets: Buffer | undefined): number {
  if (octets === undefined) return -1;
  const ulongs = octets.length === 8 ? new BigUint64Array(new Uint8Array(octets).buffer) : undefined;
  return Number(ulongs?.[0] ?? new Uint32Array(new Uint8Array(octets).buffer)[0]);
}

const PAGE = 100;
/** By kind of key: what a token may allow every key by default means nothing for some. */
const DECRYPTING = new Map<number, readonly number[]>([
  [CKK['CKK_RSA']!, [CKA.DECRYPT, CKA.UNWRAP]],
  [CKK['CKK_EC']!, [CKA.DERIVE]],
  [CKK['CKK_EC_MONTGOMERY']!, [CKA.DERIVE]],
]);
const PRIVATE_ATTRIBUTES: readonly number[] = [
  CKA.LABEL,
  CKA.ID,
  CKA.KEY_TYPE,
  CKA.SIGN,
  CKA.DECRYPT,
  CKA.UNWRAP,
  CKA.DERIVE,
  CKA.EXTRACTABLE,
];
const CURVE: readonly number[] = [CKA.EC_PARAMS, CKA.EC_POINT];
const PARAMETER_SET: readonly number[] = [CKA.PARAMETER_SET, CKA.VALUE];
const TOLD_BY_PUBLIC_KEY = new Map<number, readonly number[]>([
  [CKK['CKK_RSA']!, [CKA.MODULUS, CKA.PUBLIC_EXPONENT]],
  [CKK['CKK_EC']!, CURVE],
  [CKK['CKK_EC_EDWARDS']!, CURVE],
  [CKK['CKK_EC_MONTGOMERY']!, CURVE],
  [CKK['CKK_ML_DSA']!, PARAMETER_SET],
  [CKK['CKK_SLH_DSA']!, PARAMETER_SET],
  [CKK['CKK_ML_KEM']!, PARAMETER_SET],
]);
/** CKA_VALUE is not among them: of a private key it is the secret. */
const TOLD_BY_PRIVATE_KEY = [CKA.PUBLIC_KEY_INFO, CKA.MODULUS, CKA.PUBLIC_EXPONENT, CKA.EC_PARAMS, CKA.EC_POINT];
