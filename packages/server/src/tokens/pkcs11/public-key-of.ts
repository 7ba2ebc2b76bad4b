/** The public key of a private key in a token, from whatever the token tells of it. */
import { ECDH } from 'node:crypto';
import {
  Certificate,
  curveByName,
  encodeAlgorithmIdentifier,
  findCurve,
  type KeyAlgorithm,
  keyAlgorithms,
  type NamedCurve,
  NULL_PARAMETERS,
  type Oid,
  parsePublicKey,
  PkiError,
  type PublicKey,
  readDer,
  Tag,
  writeDer,
} from '@sealwright/pki';
import { CKA, CKK, CKP } from './cryptoki.ts';
import type { DeviceKey } from './protocol.ts';

/** Undefined when the token tells too little, or of a kind of key that this program does not know. */
export function publicKeyOf(key: Pick<DeviceKey, 'keyType' | 'attributes' | 'certificate'>): PublicKey | undefined {
  try {
    const spki = fromAttributes(key) ?? key.attributes[CKA.PUBLIC_KEY_INFO];
    if (spki !== undefined && spki.length > 0) return parsePublicKey(spki);
    return key.certificate && Certificate.parse(key.certificate).publicKey;
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function fromAttributes({ keyType, attributes }: Pick<DeviceKey, 'keyType' | 'attributes'>): Uint8Array | undefined {
  const value = (type: number): Uint8Array | undefined => nonEmpty(attributes[type]);
  if (keyType === CKK['CKK_RSA']) return fromModulus(value(CKA.MODULUS), value(CKA.PUBLIC_EXPONENT));
  if (keyType === CKK['CKK_EC']) return fromPoint(value(CKA.EC_PARAMS), value(CKA.EC_POINT));
  if (keyType === CKK['CKK_EC_EDWARDS'] || keyType === CKK['CKK_EC_MONTGOMERY']) {
    return fromNamedPoint(keyType, value(CKA.EC_PARAMS), value(CKA.EC_POINT));
  }
  return fromParameterSet(keyType, value(CKA.PARAMETER_SET), value(CKA.VALUE));
}

function fromModulus(modulus: Uint8Array | undefined, exponent: Uint8Array | undefined): Uint8Array | undefined {
  if (modulus === undefined || exponent === undefined) return undefined;
  const key = writeDer((writer) => writer.sequence(() => writer.unsignedInteger(modulus).unsignedInteger(exponent)));
  return subjectPublicKeyInfo(algorithmNamed('RSA').oid, NULL_PARAMETERS, key);
}

function fromPoint(parameters: Uint8Array | undefined, point: Uint8Array | undefined): Uint8Array | undefined {
  if (parameters === undefined || point === undefined) return undefined;
  const curve = curveOf(parameters);
  const key = curve && ecPoint(point, curve);
  return key && subjectPublicKeyInfo(algorithmNamed('ECDSA').oid, parameters, key);
}

/** Edwards and Montgomery curves are named by an object identifier, or in words (PKCS#11 3.0 §2.3.10). */
function fromNamedPoint(
  keyType: number,
  parameters: Uint8Array | undefined,
  point: Uint8Array | undefined,
): Uint8Array | undefined {
  if (point === undefined) return undefined;
  const candidates = keyAlgorithms.filter(({ pkcs11, fixed }) => CKK[pkcs11?.keyType ?? ''] === keyType && fixed);
  const named = parameters && candidates.find((each) => isNamed(parameters, each));
  for (const { oid, fixed } of named === undefined ? candidates : [named]) {
    const key = unwrapped(point, (octets) => octets.length === fixed!.publicKeyOctets);
    if (key !== undefined) return subjectPublicKeyInfo(oid, undefined, key);
  }
  return undefined;
}

function isNamed(parameters: Uint8Array, { oid, name }: KeyAlgorithm): boolean {
  if (parameters[0] === Tag.objectIdentifier) return readDer(parameters, (reader) => reader.readOid()) === oid;
  const words = new TextDecoder().decode(parameters.subarray(2));
  return words === name.replace(/^Ed/, 'edwards').replace(/^X/, 'curve');
}

function fromParameterSet(
  keyType: number,
  parameterSet: Uint8Array | undefined,
  value: Uint8Array | undefined,
): Uint8Array | undefined {
  if (value === undefined) return undefined;
  const set = parameterSet?.[0] === 0 ? parameterSet.at(-1) : parameterSet?.[0];
  const algorithm = keyAlgorithms.find(
    ({ pkcs11 }) =>
      pkcs11?.parameterSet !== undefined && CKK[pkcs11.keyType] === keyType && CKP[pkcs11.parameterSet] === set,
  );
  return algorithm && subjectPublicKeyInfo(algorithm.oid, undefined, value);
}

function curveOf(parameters: Uint8Array): NamedCurve | undefined {
  if (parameters[0] === Tag.objectIdentifier) return findCurve(readDer(parameters, (reader) => reader.readOid()));
  // Some tokens name it in words: CHOICE curveName of PKCS#11 3.0.
  if (parameters[0] !== PRINTABLE_STRING) return undefined;
  return curveByName(new TextDecoder().decode(parameters.subarray(2)));
}

/**
 * The uncompressed point in an attribute that is a point, or a point within an OCTET STRING, as PKCS#11 has it; some tokens give the
 * one, some the other.
 */
export function ecPoint(attribute: Uint8Array, { bits, nodeName }: NamedCurve): Uint8Array | undefined {
  const size = Math.ceil(bits / 8);
  const point = unwrapped(
    attribute,
    ({ length, 0: form }) =>
      (length === 2 * size + 1 && form === 4) || (length === size + 1 && (form === 2 || form === 3)),
  );
  if (point === undefined || point[0] === 4) return point;
  return new Uint8Array(ECDH.convertKey(point, nodeName, undefined, undefined, 'uncompressed') as Buffer);
}

/** The octets, or those of the OCTET STRING that they are; whichever is what is looked for. */
function unwrapped(octets: Uint8Array, isIt: (octets: Uint8Array) => boolean): Uint8Array | undefined {
  if (isIt(octets)) return octets;
  if (octets[0] !== Tag.octetString) return undefined;
  const inner = readDer(octets, (reader) => reader.readOctetString());
  return isIt(inner) ? inner : undefined;
}

function subjectPublicKeyInfo(oid: Oid, parameters: Uint8Array | undefined, key: Uint8Array): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => writer.raw(encodeAlgorithmIdentifier(oid, parameters)).bitString(key)),
  );
}

function algorithmNamed(name: string): KeyAlgorithm {
  return keyAlgorithms.find((each) => each.name === name)!;
}

function nonEmpty(octets: Uint8Array | undefined): Uint8Array | undefined {
  return octets === undefined || octets.length === 0 ? undefined : octets;
}

const PRINTABLE_STRING = 0x13;
