/** Description of an inner content, in words and by its type (RFC 2634 §2.9). */
import { oid, type Oid, readDer, Tag, writeDer } from '../der/index.ts';
import { readText, writeText } from '../extension/text.ts';
import type { CmsAttributeType } from './attribute.ts';

export interface ContentHints {
  /** For people. */
  readonly description?: string | undefined;
  readonly contentType: Oid;
}

export const contentHints: CmsAttributeType<ContentHints> = {
  oid: oid('1.2.840.113549.1.9.16.2.4'),
  name: 'contentHint',
  encode: ({ description, contentType }) =>
    writeDer((writer) =>
      writer.sequence(() => {
        if (description !== undefined) writeText(writer, 'utf8String', description, { min: 1, max: MAX_DESCRIPTION });
        writer.oid(contentType);
      }),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const description = sequence.nextIs(Tag.utf8String) ? readText(sequence, 'utf8String') : undefined;
      const contentType = sequence.readOid();
      sequence.finish();
      return { description, contentType };
    }),
};

const MAX_DESCRIPTION = 1024;
