import type { EndEntityQuery, EndEntitySearch, FoundEndEntities, FoundEndEntity } from '../../../modules/ra/index.ts';
import type { FoundEndEntityRow, ReaderPool } from '../../readers/index.ts';

/** Searches for end entities on a reader thread. */
export class SqlEndEntitySearch implements EndEntitySearch {
  readonly #readers: ReaderPool;
  readonly #timeoutMs: number;

  constructor(readers: ReaderPool, timeoutMs: number) {
    this.#readers = readers;
    this.#timeoutMs = timeoutMs;
  }

  async search(query: EndEntityQuery): Promise<FoundEndEntities> {
    const { rows, more } = await this.#readers.run('end-entity-search', query, {
      timeoutMs: this.#timeoutMs,
      yields: true,
    });
    return { endEntities: rows.map(foundOf), more };
  }
}

function foundOf(row: FoundEndEntityRow): FoundEndEntity {
  return {
    username: row.username,
    subjectDn: row.subject_dn,
    subjectAltName: row.subject_alt_name ?? undefined,
    email: row.email ?? undefined,
    status: row.status as FoundEndEntity['status'],
    tokenType: row.token_type as FoundEndEntity['tokenType'],
    extended: JSON.parse(row.extended) as FoundEndEntity['extended'],
  };
}
