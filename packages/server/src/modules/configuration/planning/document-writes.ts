import type { Write } from '../../../kernel/unit-of-work.ts';
import type { AnyDocument, DocumentDelete, DocumentInsert, DocumentRow, DocumentUpdate } from '../documents/index.ts';

/** Returns the write for a change of a document. */
export function documentWrite(before: AnyDocument | undefined, row: DocumentRow | undefined): Write {
  if (row === undefined) return removal(before!);
  if (before === undefined || before.version === 0) {
    const insert: DocumentInsert = { op: 'document.insert', ...row };
    return insert;
  }
  const { id, nameKey, namespace, name, version, schemaVersion, body, modifiedMs } = row;
  const changed = { id, nameKey, namespace, name, version, schemaVersion, body, modifiedMs };
  const update: DocumentUpdate = { op: 'document.update', expectedVersion: before.version, ...changed };
  return update;
}

/** Sorts writes so that names are free before other documents take them: removals, then changes, then new documents. */
export function inWriteOrder(writes: readonly Write[]): Write[] {
  return writes.toSorted((a, b) => ORDER.indexOf(a.op) - ORDER.indexOf(b.op));
}

function removal({ id, version }: AnyDocument): Write {
  const write: DocumentDelete = { op: 'document.delete', id, expectedVersion: version };
  return write;
}

const ORDER = ['document.delete', 'document.update', 'document.insert'];
