/** Certificate extensions: discretionary data templates of an identifier and context-specific data objects (BSI TR-03110 part 3 C.3). */
import { concatenate } from '../certificate/signed.ts';
import type { DerReader, DerWriter, Oid } from '../der/index.ts';
import { CvTag } from './tags.ts';

/** One extension. None is critical (C.3). */
export interface CvExtension {
  readonly oid: Oid;
  /** The data objects behind the identifier, as they are encoded. */
  readonly data: Uint8Array;
}

/** Reads the extensions where they stand; none when the next element is another one. */
export function readExtensions(reader: DerReader): readonly CvExtension[] {
  if (!reader.nextIs(CvTag.extensions)) return [];
  const list = reader.readConstructed(CvTag.extensions);
  const found: CvExtension[] = [];
  do {
    const template = list.readConstructed(CvTag.discretionaryDataTemplate);
    const id = template.readOid();
    const objects: Uint8Array[] = [];
    do objects.push(template.readAny().raw);
    while (!template.atEnd);
    found.push({ oid: id, data: concatenate(objects) });
  } while (!list.atEnd);
  return found;
}

/** Writes the extensions; nothing when there are none. */
export function writeExtensions(writer: DerWriter, extensions: readonly CvExtension[]): void {
  if (extensions.length === 0) return;
  writer.constructed(CvTag.extensions, () => {
    for (const { oid, data } of extensions)
      writer.constructed(CvTag.discretionaryDataTemplate, () => writer.oid(oid).raw(data));
  });
}
