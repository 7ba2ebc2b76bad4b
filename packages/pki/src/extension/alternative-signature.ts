/** The three extensions of a certificate with a second key and a second signature (X.509 §9.8, ITU-T of 2019). */
import { asDer, type Der, oid, readDer, Tag, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/** The subject's second key, as a SubjectPublicKeyInfo (X.509 §9.8.2). */
export const subjectAltPublicKeyInfo: ExtensionType<Der<'SubjectPublicKeyInfo'>> = {
  oid: oid('2.5.29.72'),
  name: 'subjectAltPublicKeyInfo',
  encode: (value) => value,
  decode: (der) => asDer<'SubjectPublicKeyInfo'>(wholeSequence(der)),
};

/** Algorithm of the second signature, as an AlgorithmIdentifier (X.509 §9.8.3). */
export const altSignatureAlgorithm: ExtensionType<Der<'AlgorithmIdentifier'>> = {
  oid: oid('2.5.29.73'),
  name: 'altSignatureAlgorithm',
  encode: (value) => value,
  decode: (der) => asDer<'AlgorithmIdentifier'>(wholeSequence(der)),
};

/** The second signature, made before the first one, which is over it too (X.509 §9.8.4). */
export const altSignatureValue: ExtensionType<Uint8Array> = {
  oid: oid('2.5.29.74'),
  name: 'altSignatureValue',
  encode: (value) => writeDer((writer) => writer.bitString(value)),
  decode: (der) => readDer(der, (reader) => reader.readBitString().bytes),
};

/** The bytes again, when they are one SEQUENCE; the caller reads its members. */
function wholeSequence(der: Uint8Array): Uint8Array {
  return readDer(der, (reader) => reader.readElement(Tag.sequence).raw);
}
