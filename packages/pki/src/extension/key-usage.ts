/** keyUsage: what the key may be used for (RFC 5280 §4.2.1.3). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { readNamedBits, writeNamedBits } from './named-bits.ts';

/** The names of RFC 5280 §4.2.1.3 in bit order: the index is the bit. Later editions of X.509 call bit 1 contentCommitment. */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export type KeyUsage = (typeof KEY_USAGES)[number];

/**
 * `KeyUsage ::= BIT STRING` as the set of its names, iterated in bit order when it was read.
 *
 * `encode` throws a RangeError for an empty set: at least one bit must be 1 (RFC 5280 §4.2.1.3).
 *
 * Accepted on reading: trailing zero bits and an empty set, as {@link readNamedBits} says.
 */
export const keyUsage: ExtensionType<ReadonlySet<KeyUsage>> = {
  oid: oid('2.5.29.15'),
  name: 'keyUsage',
  encode: (value) => writeDer((writer) => writeNamedBits(writer, KEY_USAGES, value)),
  decode: (der) => readDer(der, (reader) => readNamedBits(reader, KEY_USAGES)),
};
