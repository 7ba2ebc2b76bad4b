/** subjectDirectoryAttributes: attributes of the subject that are not part of its name (RFC 5280 §4.2.1.8). */
import { DerError, oid, readDer, writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { writeOpenType } from './open-type.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

/** An attribute with the DER of each of its values. `personal-data.ts` makes and reads those of RFC 3739. */
export interface DirectoryAttribute {
  readonly type: Oid;
  readonly values: readonly Uint8Array[];
}

/**
 * `SEQUENCE SIZE (1..MAX) OF Attribute` (RFC 5280 §4.2.1.8). Values are written in ascending order, as SET OF asks
 * (X.690 §11.6).
 *
 * `encode` throws a RangeError for an empty list and for an attribute without a value or with one that is not one element of
 * DER.
 */
export const subjectDirectoryAttributes: ExtensionType<readonly DirectoryAttribute[]> = {
  oid: oid('2.5.29.9'),
  name: 'subjectDirectoryAttributes',
  encode: (value) => writeDer((writer) => writeSequenceOf(writer, value, writeAttribute)),
  decode: (der) => readDer(der, (reader) => readSequenceOf(reader, readAttribute)),
};

function readAttribute(reader: DerReader): DirectoryAttribute {
  const sequence = reader.readSequence();
  const type = sequence.readOid();
  const start = sequence.offset;
  const set = sequence.readSetOf();
  if (set.atEnd) throw new DerError('der.out_of_range', `the attribute ${type} has no value`, start);
  const values: Uint8Array[] = [];
  while (!set.atEnd) values.push(set.readAny().raw);
  sequence.finish();
  return { type, values };
}

function writeAttribute(writer: DerWriter, { type, values }: DirectoryAttribute): void {
  if (values.length === 0) throw new RangeError(`the attribute ${type} has no value`);
  const elements = values.map((value) => writeDer((inner) => writeOpenType(inner, value)));
  writer.sequence(() => writer.oid(type).setOf(elements));
}
