import type { Content } from '../../../kernel/content.ts';
import type { Authorized } from '../authorizers/index.ts';
import type { Client } from '../worker-contract/index.ts';
import { archivedAddress, type ArchivedType, type WorkerDocument } from '../workers/index.ts';
import { type StoredDocument, storeDocument, type StoreDocumentDeps } from './store-document.ts';

/** Origin of a document for the archive, and its id there. */
interface Archivable {
  readonly worker: WorkerDocument;
  /** Undefined for an answer that the archive has no id for. */
  readonly archiveId: string | undefined;
  readonly client: Client;
  /** Findings about the client of the worker that received the request. */
  readonly authorized: Authorized | undefined;
}

/** Puts into the archive what workers are sent and what they answer. */
export class ArchiveRequests {
  readonly #deps: StoreDocumentDeps;

  constructor(deps: StoreDocumentDeps) {
    this.#deps = deps;
  }

  /** Stores the document, when its worker wants it archived, as far as it does not go into the unit of the request. */
  async store(
    type: ArchivedType,
    content: Content,
    { worker, archiveId, client, authorized }: Archivable,
  ): Promise<StoredDocument | undefined> {
    const archiver = worker.value.archiving[type];
    if (archiver === undefined || archiveId === undefined) return undefined;
    const { certificate } = authorized ?? {};
    const described = {
      workerId: worker.publicId,
      archiveId,
      type,
      timeMs: this.#deps.clock.nowMs(),
      clientAddress: archivedAddress(archiver, client),
      clientCertificate: certificate && { issuer: certificate.issuer.toString(), serial: certificate.serialNumber },
    };
    return storeDocument(this.#deps, described, content);
  }
}
