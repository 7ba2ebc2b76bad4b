/** Place of signing as the signer states it (RFC 5126 §5.11.2, ETSI EN 319 122-1 §5.2.6). */
import { DerError, type DerReader, type DerWriter, oid, readDer, writeDer } from '../der/index.ts';
import { writeText } from '../extension/text.ts';
import { readSequenceOf, writeSequenceOf } from '../extension/sequence-of.ts';
import { decodeString } from '../name/character-string.ts';
import type { CmsAttributeType } from './attribute.ts';

/** At least one of them. */
export interface SignerLocation {
  readonly country?: string | undefined;
  readonly locality?: string | undefined;
  /** One to six lines. */
  readonly postalAddress?: readonly string[] | undefined;
}

/** Every tag is explicit. Texts are written as UTF8String and read from any form of a DirectoryString. */
export const signerLocation: CmsAttributeType<SignerLocation> = {
  oid: oid('1.2.840.113549.1.9.16.2.17'),
  name: 'signerLocation',
  encode({ country, locality, postalAddress }) {
    if (country === undefined && locality === undefined && postalAddress === undefined)
      throw new RangeError('a signer location is empty');
    if (postalAddress !== undefined && postalAddress.length > MAX_LINES)
      throw new RangeError(`a postal address has ${postalAddress.length} lines; ${MAX_LINES} are the most`);
    return writeDer((writer) =>
      writer.sequence(() => {
        if (country !== undefined) writer.explicit(0, () => writeLine(writer, country));
        if (locality !== undefined) writer.explicit(1, () => writeLine(writer, locality));
        if (postalAddress !== undefined) writer.explicit(2, () => writeSequenceOf(writer, postalAddress, writeLine));
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const country = sequence.readExplicitValue(0, readLine);
      const locality = sequence.readExplicitValue(1, readLine);
      const postalAddress = sequence.readExplicitValue(2, (inner) => readSequenceOf(inner, readLine));
      sequence.finish();
      return { country, locality, postalAddress };
    }),
};

function writeLine(writer: DerWriter, text: string): void {
  writeText(writer, 'utf8String', text, { min: 1, max: MAX_CHARACTERS });
}

function readLine(reader: DerReader): string {
  const start = reader.offset;
  const { tag, content } = reader.readAny();
  const text = decodeString(tag, content);
  if (text === undefined) throw new DerError('der.bad_value', 'a DirectoryString is not text', start);
  return text;
}

const MAX_LINES = 6;
const MAX_CHARACTERS = 255;
