/** Access of auditors to the archive. */
import { readInt32 } from '../../../kernel/formats/int32.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { type ArchivedType, findWorker, NoSuchWorkerError } from '../workers/index.ts';
import { NotArchivedError } from './errors.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import type { ArchivedPosition, ArchiveStore } from './archive-store.ts';

export interface ReadArchiveDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'configuration'> {
  readonly archive: Pick<ArchiveStore, 'list' | 'find' | 'read'>;
}

/** Read access for auditors. Every access has an audit record, because the archive holds data of clients. */
export class ReadArchive extends WithDeps<ReadArchiveDeps> {
  /**
   * Lists the entries of a worker, the newest first.
   *
   * @param named - name or id; a removed worker is named by its id
   * @param before - position of the last entry of the previous page
   * @throws {@link NoSuchWorkerError}
   */
  async list(
    administrator: Administrator,
    named: string,
    { before, limit }: { readonly before: ArchivedPosition | undefined; readonly limit: number },
  ): Promise<readonly ArchiveEntry[]> {
    const { access, archive, configuration } = this.deps;
    await access.authorize(administrator, Resource.signing.viewArchive);
    const workerId = await archivedWorkerId(configuration, named);
    const entries = await archive.list(workerId, before, limit);
    await this.#record(administrator, { workerId, listed: entries.length });
    return entries;
  }

  /**
   * Returns an entry, with its octets in pieces.
   *
   * @throws {@link NoSuchWorkerError}, {@link NotArchivedError}
   */
  async get(
    administrator: Administrator,
    named: string,
    archiveId: string,
    type: ArchivedType,
  ): Promise<{ readonly entry: ArchiveEntry; readonly pieces: AsyncIterable<Uint8Array> }> {
    const { access, archive, audit, configuration } = this.deps;
    await access.authorize(administrator, Resource.signing.viewArchive);
    const workerId = await archivedWorkerId(configuration, named);
    const details = { workerId, archiveId, type };
    const entry = { event: 'ARCHIVE_READ', actor: actorOf(administrator), details } as const;
    return audit.recordingRefusal(entry, async () => {
      const entry = await archive.find(workerId, archiveId, type);
      if (entry === undefined) throw new NotArchivedError(archiveId);
      await this.#record(administrator, details);
      return { entry, pieces: archive.read(entry) };
    });
  }

  #record(administrator: Administrator, details: Readonly<Record<string, string | number>>): Promise<void> {
    const actor = actorOf(administrator);
    return this.deps.audit.record({ event: 'ARCHIVE_READ', outcome: 'SUCCESS', actor, details });
  }
}

/** Returns the id under which a worker's content is archived. A removed worker is named by its id. @throws {@link NoSuchWorkerError} */
export async function archivedWorkerId(configuration: Configuration, named: string): Promise<number> {
  const id = readInt32(named) ?? (await findWorker(configuration, named))?.publicId;
  if (id === undefined) throw new NoSuchWorkerError(named);
  return id;
}
