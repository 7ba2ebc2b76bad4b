import {
  type CertificatePage,
  type CertificateQuery,
  type CertificateSearch,
  type FoundCertificate,
  type FoundCertificates,
  SearchTimeoutError,
} from '../../../modules/ra/index.ts';
import {
  certificateMembers,
  type FoundCertificateRow,
  type ReaderPool,
  ReaderTimeoutError,
} from '../../readers/index.ts';

/** Searches for certificates on a reader thread. */
export class SqlCertificateSearch implements CertificateSearch {
  readonly #readers: ReaderPool;
  readonly #timeoutMs: number;

  constructor(readers: ReaderPool, timeoutMs: number) {
    this.#readers = readers;
    this.#timeoutMs = timeoutMs;
  }

  async search(query: CertificateQuery, page: CertificatePage, signal?: AbortSignal): Promise<FoundCertificates> {
    const { rows, end } = await this.#inTime(signal, (options) =>
      this.#readers.run('certificate-search', { query, page }, options),
    );
    return { certificates: rows.map(foundOf), end };
  }

  count(query: CertificateQuery, signal?: AbortSignal): Promise<number> {
    return this.#inTime(signal, (options) => this.#readers.run('certificate-count', query, options));
  }

  async #inTime<T>(signal: AbortSignal | undefined, run: (options: SearchOptions) => Promise<T>): Promise<T> {
    try {
      return await run({ timeoutMs: this.#timeoutMs, yields: true, ...(signal && { signal }) });
    } catch (error) {
      throw error instanceof ReaderTimeoutError ? new SearchTimeoutError({ cause: error }) : error;
    }
  }
}

interface SearchOptions {
  readonly timeoutMs: number;
  readonly yields: true;
  readonly signal?: AbortSignal;
}

function foundOf(row: FoundCertificateRow): FoundCertificate {
  return {
    ...certificateMembers(row),
    sha1: row.sha1,
    caSha1: row.ca_sha1,
    subjectKeyId: row.subject_key_id ?? undefined,
    notBefore: row.not_before_s,
    revocationReason: row.revocation_reason,
    revokedAt: row.revoked_at_s ?? undefined,
    invalidity: row.invalidity_s ?? undefined,
    crlPartition: row.crl_partition,
    updatedMs: row.updated_ms,
  };
}
