/** nameConstraints: the names that a CA's certificates may hold (RFC 5280 §4.2.1.10). */
import { contextConstructed, oid, readDer, writeDer, type DerReader, type DerWriter } from '../der/index.ts';
import { readGeneralName, writeGeneralName, type GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';
import { readOptionalCount } from './integer-range.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

export interface GeneralSubtree {
  /** Root of the subtree. An `iPAddress` has 8 or 32 octets: the address, then its mask. */
  readonly base: GeneralName;
  /** Levels below the base at which the subtree begins; RFC 5280 uses 0 only. */
  readonly minimum: number;
  /** Levels below the base at which it ends; RFC 5280 does not use it. */
  readonly maximum?: number;
}

export interface NameConstraints {
  readonly permittedSubtrees?: readonly GeneralSubtree[];
  readonly excludedSubtrees?: readonly GeneralSubtree[];
}

/**
 * `SEQUENCE { [0] permittedSubtrees OPTIONAL, [1] excludedSubtrees OPTIONAL }` (RFC 5280 §4.2.1.10).
 *
 * `encode` throws a RangeError when both are absent or one is an empty list, for a minimum other than 0 or a maximum, which
 * the profile forbids, and for an address that is not 4 or 16 octets followed by a contiguous mask of the same size.
 *
 * Accepted on reading: an empty sequence, a minimum and a maximum, because X.509 allows them and path validation refuses what
 * it cannot apply; a minimum of 0 written out, because the default changes nothing; and masks that are not contiguous.
 */
export const nameConstraints: ExtensionType<NameConstraints> = {
  oid: oid('2.5.29.30'),
  name: 'nameConstraints',
  encode({ permittedSubtrees, excludedSubtrees }) {
    if (permittedSubtrees === undefined && excludedSubtrees === undefined)
      throw new RangeError('name constraints permit and exclude nothing (RFC 5280 §4.2.1.10)');
    return writeDer((writer) =>
      writer.sequence(() => {
        if (permittedSubtrees !== undefined) writeSequenceOf(writer, permittedSubtrees, writeSubtree, PERMITTED);
        if (excludedSubtrees !== undefined) writeSequenceOf(writer, excludedSubtrees, writeSubtree, EXCLUDED);
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const permittedSubtrees = readOptionalSubtrees(sequence, PERMITTED);
      const excludedSubtrees = readOptionalSubtrees(sequence, EXCLUDED);
      sequence.finish();
      return {
        ...(permittedSubtrees !== undefined && { permittedSubtrees }),
        ...(excludedSubtrees !== undefined && { excludedSubtrees }),
      };
    }),
};

function readOptionalSubtrees(reader: DerReader, tag: number): GeneralSubtree[] | undefined {
  return reader.nextIs(tag) ? readSequenceOf(reader, readSubtree, tag) : undefined;
}

function readSubtree(reader: DerReader): GeneralSubtree {
  const sequence = reader.readSequence();
  const base = readGeneralName(sequence);
  const minimum = readOptionalCount(sequence, 0) ?? 0;
  const maximum = readOptionalCount(sequence, 1);
  sequence.finish();
  return { base, minimum, ...(maximum !== undefined && { maximum }) };
}

function writeSubtree(writer: DerWriter, { base, minimum, maximum }: GeneralSubtree): void {
  if (minimum !== 0 || maximum !== undefined)
    throw new RangeError('a subtree has a minimum other than 0 or a maximum (RFC 5280 §4.2.1.10)');
  if (base.type === 'iPAddress' && !isAddressRange(base.value))
    throw new RangeError(`${base.value.toHex()} is not an address and a contiguous mask (RFC 5280 §4.2.1.10)`);
  writer.sequence(() => writeGeneralName(writer, base));
}

function isAddressRange(octets: Uint8Array): boolean {
  if (octets.length !== 8 && octets.length !== 32) return false;
  const bits = Array.from(octets.subarray(octets.length / 2), (octet) => octet.toString(2).padStart(8, '0')).join('');
  return !bits.includes('01');
}

const PERMITTED = contextConstructed(0);
const EXCLUDED = contextConstructed(1);
