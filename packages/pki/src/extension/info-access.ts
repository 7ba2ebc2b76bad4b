/** `SEQUENCE SIZE (1..MAX) OF AccessDescription`, which authorityInfoAccess and subjectInfoAccess share (RFC 5280 §4.2.2). */
import { oid, readDer, writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import { readGeneralName, writeGeneralName, type GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

export interface AccessDescription {
  /** Kind of thing found there, such as {@link ACCESS_METHODS}`.ocsp`. */
  readonly accessMethod: Oid;
  readonly accessLocation: GeneralName;
}

/** The access methods of RFC 5280 §4.2.2, each under its name without `id-ad-`. */
export const ACCESS_METHODS = {
  ocsp: oid('1.3.6.1.5.5.7.48.1'),
  caIssuers: oid('1.3.6.1.5.5.7.48.2'),
  timeStamping: oid('1.3.6.1.5.5.7.48.3'),
  caRepository: oid('1.3.6.1.5.5.7.48.5'),
} as const;

/** An extension that holds a list of access descriptions. `encode` throws a RangeError for an empty list. */
export function infoAccessExtension(identifier: Oid, name: string): ExtensionType<readonly AccessDescription[]> {
  return {
    oid: identifier,
    name,
    encode: (value) => writeDer((writer) => writeSequenceOf(writer, value, writeAccessDescription)),
    decode: (der) => readDer(der, (reader) => readSequenceOf(reader, readAccessDescription)),
  };
}

function readAccessDescription(reader: DerReader): AccessDescription {
  const sequence = reader.readSequence();
  const accessMethod = sequence.readOid();
  const accessLocation = readGeneralName(sequence);
  sequence.finish();
  return { accessMethod, accessLocation };
}

function writeAccessDescription(writer: DerWriter, { accessMethod, accessLocation }: AccessDescription): void {
  writer.sequence(() => {
    writer.oid(accessMethod);
    writeGeneralName(writer, accessLocation);
  });
}
