/** Storing of archive entries, in parts that the event loop and both databases can handle. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ids } from '../../../kernel/ids.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { Content } from '../../../kernel/content.ts';
import {
  ARCHIVED_PART_OCTETS,
  ARCHIVED_ROW_OCTETS,
  type ArchiveEntry,
  type DeleteLooseParts,
  type InsertArchived,
  type InsertArchivedPart,
  type InsertLooseParts,
} from './archive-entry.ts';
import { commitAlone, type LoosePartsDeps, removeLooseParts } from './loose-parts.ts';

export interface StoreEntryDeps extends LoosePartsDeps {
  readonly ids: Ids;
}

/** An entry that is in the archive as soon as `writes` are committed. */
export interface StoredEntry {
  readonly writes: readonly Write[];
  /** Removes the parts stored so far, unless the writes were committed after all. */
  discard(): Promise<void>;
}

/**
 * Stores the parts of a large entry outside of the unit of work of the request, each in its own, because 100 MB in one would block all
 * others. Meanwhile a row records that they are loose; the unit of work of the request removes it.
 */
export async function storeEntry(
  deps: StoreEntryDeps,
  described: Omit<ArchiveEntry, 'id' | 'octets' | 'parts'>,
  content: Content,
): Promise<StoredEntry> {
  const { octets } = content;
  const id = deps.ids.next();
  const parts = octets <= ARCHIVED_ROW_OCTETS ? 0 : Math.ceil(octets / ARCHIVED_PART_OCTETS);
  const data = parts === 0 ? Uint8Array.from(await content.read(0, octets)) : NOTHING;
  const insert: InsertArchived = { op: 'archive.insert', entry: { ...described, id, octets, parts }, data };
  if (parts === 0) return { writes: [insert], discard: nothing };
  if (parts === 1) return { writes: [insert, await partOf(content, id, 0)], discard: nothing };
  const belongs = await storeParts(deps, id, content, parts);
  return {
    writes: [insert, belongs],
    discard: () => removeLooseParts(deps, { documentId: id, state: 'storing' }, parts),
  };
}

/** @returns the writes that make the parts belong to the entry */
async function storeParts(deps: StoreEntryDeps, documentId: number, content: Content, parts: number) {
  const createdMs = deps.clock.nowMs();
  const loose: InsertLooseParts = { op: 'archive-loose.insert', documentId, state: 'storing', createdMs };
  await commitAlone(deps, loose);
  try {
    for (let part = 0; part < parts; part++) {
      await commitAlone(deps, await partOf(content, documentId, part));
      await nextTurn();
    }
  } catch (error) {
    // Parts that cannot be removed now are swept up later.
    await removeLooseParts(deps, loose, parts).catch(() => undefined);
    throw error;
  }
  return { op: 'archive-loose.delete', documentId, expected: 'storing' } satisfies DeleteLooseParts;
}

async function partOf(content: Content, documentId: number, part: number): Promise<InsertArchivedPart> {
  const data = await content.read(part * ARCHIVED_PART_OCTETS, ARCHIVED_PART_OCTETS);
  return { op: 'archive-part.insert', documentId, part, data };
}

const nothing = () => Promise.resolve();
const NOTHING = new Uint8Array();
