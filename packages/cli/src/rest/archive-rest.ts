/** Archive of the workers of the signing service. */
import { JsonObject } from './json-object.ts';
import { RestOperations } from './rest-operations.ts';

/** A document in the archive. */
export interface ArchiveEntry {
  readonly uniqueId: string;
  readonly archiveId: string;
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  readonly octets: number;
  readonly clientAddress: string;
  readonly clientIssuer: string | undefined;
  readonly clientSerial: string | undefined;
}

/** The archive of one server. Workers are named by names or ids. Every method throws what `RestClient.send` throws. */
export class ArchiveRest extends RestOperations {
  /** The newest entries of a worker, as many as are asked for at most. */
  async list(worker: string, most: number): Promise<readonly ArchiveEntry[]> {
    const entries: ArchiveEntry[] = [];
    for (let after: string | undefined; entries.length < most;) {
      const query = { after, limit: String(Math.min(PAGE_SIZE, most - entries.length)) };
      const page = JsonObject.parse(await this.client.send({ method: 'GET', path: pathOf(worker), query }));
      entries.push(...page.objects('documents').map(entryOf));
      after = page.optionalText('next');
      if (after === undefined) break;
    }
    return entries;
  }

  /** Has the octets of an entry received, which may be many. */
  get(
    worker: string,
    archiveId: string,
    type: 'REQUEST' | 'RESPONSE',
    receive: (pieces: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void> {
    const path = `${pathOf(worker)}/${encodeURIComponent(archiveId)}`;
    const request = { method: 'GET', path, query: { type }, accept: 'application/octet-stream' } as const;
    return this.client.download(request, ({ pieces }) => receive(pieces));
  }

  /** Removes everything of a worker that is older, and says how much that was. @param before - ISO 8601 */
  async remove(worker: string, before: string): Promise<number> {
    let removed = 0;
    for (;;) {
      const request = { method: 'DELETE', path: pathOf(worker), query: { before } } as const;
      const some = JsonObject.parse(await this.client.send(request)).integer('removed');
      if (some === 0) return removed;
      removed += some;
    }
  }
}

function entryOf(body: JsonObject): ArchiveEntry {
  return {
    uniqueId: body.text('unique_id'),
    archiveId: body.text('archive_id'),
    type: body.text('type'),
    time: body.text('time'),
    octets: body.integer('octets'),
    clientAddress: body.text('client_address'),
    clientIssuer: body.optionalText('client_issuer'),
    clientSerial: body.optionalText('client_serial'),
  };
}

function pathOf(worker: string): string {
  return `/workers/${encodeURIComponent(worker)}/archive`;
}

const PAGE_SIZE = 1000;
