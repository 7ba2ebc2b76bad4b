/** `Extensions ::= SEQUENCE SIZE (1..MAX) OF Extension` (RFC 5280 §4.1), as certificates, CRLs and requests share them. */
import { type DerReader, type DerWriter, type Oid, Tag } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';
import { X509Error } from './errors.ts';
import type { Tolerance } from './tolerance.ts';

/**
 * Reads Extensions; values are not looked into.
 *
 * @throws {DerError}
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function readExtensions(reader: DerReader, tolerance: Tolerance): readonly Extension[] {
  const sequence = reader.readSequence();
  if (sequence.atEnd) tolerance.allow('empty-extensions');
  const extensions: Extension[] = [];
  const seen = new Set<Oid>();
  while (!sequence.atEnd) {
    const extension = readExtension(sequence, tolerance);
    if (seen.has(extension.oid)) throw duplicate(extension.oid);
    seen.add(extension.oid);
    extensions.push(extension);
  }
  return extensions;
}

/**
 * Writes Extensions in the order given.
 *
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function writeExtensions(writer: DerWriter, extensions: readonly Extension[]): void {
  if (new Set(extensions.map(({ oid }) => oid)).size < extensions.length) {
    throw duplicate(extensions.find(({ oid }, at) => extensions.findIndex((other) => other.oid === oid) < at)!.oid);
  }
  writer.sequence(() => {
    for (const { oid, critical, value } of extensions) {
      writer.sequence(() => {
        writer.oid(oid);
        if (critical) writer.raw(TRUE);
        writer.octetString(value);
      });
    }
  });
}

function readExtension(sequence: DerReader, tolerance: Tolerance): Extension {
  const reader = sequence.readSequence();
  const oid = reader.readOid();
  let critical = false;
  if (reader.nextIs(Tag.boolean)) {
    critical = reader.readBoolean();
    if (!critical) tolerance.allow('default-encoded');
  }
  const value = reader.readOctetString();
  reader.finish();
  return { oid, critical, value };
}

function duplicate(oid: Oid): X509Error {
  return new X509Error('x509.duplicate_extension', `the extension ${oid} stands twice`);
}

const TRUE = Uint8Array.of(Tag.boolean, 1, 0xff);
