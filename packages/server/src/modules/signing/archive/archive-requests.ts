import type { Content } from '../../../kernel/content.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Authorized } from '../authorizers/index.ts';
import type { Client } from '../worker-contract/index.ts';
import { archivedAddress, type ArchivedType, type WorkerDocument } from '../workers/index.ts';
import { type StoredEntry, storeEntry, type StoreEntryDeps } from './store-entry.ts';

/** Origin of an archive entry, and its id. */
interface Archivable {
  readonly worker: WorkerDocument;
  /** Undefined for an answer that the archive has no id for. */
  readonly archiveId: string | undefined;
  readonly client: Client;
  /** The client as admitted by the worker that received the request. */
  readonly authorized: Authorized | undefined;
}

/** Archives the requests and answers of workers. */
export class ArchiveRequests extends WithDeps<StoreEntryDeps> {
  /** Archives the content if its worker's settings say so. Stores now whatever does not fit into the unit of work of the request. */
  async store(
    type: ArchivedType,
    content: Content,
    { worker, archiveId, client, authorized }: Archivable,
  ): Promise<StoredEntry | undefined> {
    const archiver = worker.value.archiving[type];
    if (archiver === undefined || archiveId === undefined) return undefined;
    const { certificate } = authorized ?? {};
    const described = {
      workerId: worker.publicId,
      archiveId,
      type,
      timeMs: this.deps.clock.nowMs(),
      clientAddress: archivedAddress(archiver, client),
      clientCertificate: certificate && { issuer: certificate.issuer.toString(), serial: certificate.serialNumber },
    };
    return storeEntry(this.deps, described, content);
  }
}
