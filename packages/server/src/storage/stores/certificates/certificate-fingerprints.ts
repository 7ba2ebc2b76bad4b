import { sql } from 'kysely';
import { serialNumberFromBytes } from '@sealwright/pki';
import type { CertificateByFingerprint, CertificateFingerprints } from '../../../modules/ra/index.ts';
import type { ParameterExpressions, PreparedRead, Reads, Schema } from '../../sql/index.ts';

type Fingerprint = { beginning: Uint8Array; whole: Uint8Array };
type Row = Pick<Schema['certificate'], 'ca_id' | 'created_ms' | 'end_entity_profile_id' | 'serial'>;

/** Certificates in the database by their fingerprints. */
export class SqlCertificateFingerprints implements CertificateFingerprints {
  readonly #bySha1: PreparedRead<Fingerprint, Row>;
  readonly #bySha256: PreparedRead<Fingerprint, Row>;

  constructor(reads: Reads) {
    const by = (column: 'sha1' | 'sha256') =>
      reads.prepareRead((kysely, given: ParameterExpressions<Fingerprint>) =>
        kysely
          .selectFrom('certificate')
          .select(['ca_id', 'created_ms', 'end_entity_profile_id', 'serial'])
          // The index has no more of them.
          .where(sql`substr(${sql.ref(column)}, 1, 8)`, '=', given.beginning)
          .where(column, '=', given.whole)
          .limit(MOST_ALIKE),
      );
    this.#bySha1 = by('sha1');
    this.#bySha256 = by('sha256');
  }

  async find(fingerprint: Uint8Array): Promise<readonly CertificateByFingerprint[]> {
    const read = fingerprint.length === SHA1_OCTETS ? this.#bySha1 : this.#bySha256;
    const rows = await read.all({ beginning: fingerprint.subarray(0, 8), whole: fingerprint });
    return rows.map((row) => ({
      caId: row.ca_id,
      endEntityProfileId: row.end_entity_profile_id,
      serialNumber: serialNumberFromBytes(row.serial),
      createdMs: row.created_ms,
    }));
  }
}

const SHA1_OCTETS = 20;
/** A certificate may be kept under several CAs. */
const MOST_ALIKE = 100;
