/** The archive of requests and answers, and files that answers are written to. */
export { ArchiveRequests } from './archive-requests.ts';
export type { ArchivedPosition, ArchiveStore } from './archive-store.ts';
export {
  ARCHIVED_PART_OCTETS,
  ARCHIVED_TYPE_NUMBERS,
  type ArchiveEntry,
  type DeleteArchived,
  type DeleteArchivedPart,
  type DeleteLooseParts,
  type GiveUpLooseParts,
  type InsertArchived,
  type InsertArchivedPart,
  type InsertLooseParts,
  type LooseParts,
  type LooseState,
  uniqueIdOf,
} from './archive-entry.ts';
export { ExpireArchive } from './expire-archive.ts';
export { SweepArchive } from './loose-parts.ts';
export { ReadArchive } from './read-archive.ts';
export { RemoveFromArchive } from './remove-from-archive.ts';
export { type ContentToSave, type SavedFileNotes, SavedFiles, type SavedRequest } from './saved-files.ts';
export type { StoredEntry } from './store-entry.ts';
