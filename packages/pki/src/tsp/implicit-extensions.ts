/** `[n] IMPLICIT Extensions` of requests and time-stamps (RFC 3161 §2.4). */
import { readExtensions, writeExtensions } from '../certificate/extensions.ts';
import { Tolerance } from '../certificate/tolerance.ts';
import { contextConstructed, type DerReader, type DerWriter, readDer, retag, Tag, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';

/** Reads them; none when the next element is another one. @throws {DerError} @throws {X509Error} `x509.duplicate_extension` */
export function readImplicitExtensions(reader: DerReader, number: number): readonly Extension[] {
  const tag = contextConstructed(number);
  if (!reader.nextIs(tag)) return [];
  const sequence = retag(reader.readAny().raw, Tag.sequence);
  return readDer(sequence, (inner) => readExtensions(inner, new Tolerance({})));
}

/** Writes them, nothing when there is none. @throws {X509Error} `x509.duplicate_extension` */
export function writeImplicitExtensions(writer: DerWriter, extensions: readonly Extension[], number: number): void {
  if (extensions.length === 0) return;
  writer.raw(
    retag(
      writeDer((inner) => writeExtensions(inner, extensions)),
      contextConstructed(number),
    ),
  );
}
