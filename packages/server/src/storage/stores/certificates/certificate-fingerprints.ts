import { sql } from 'kysely';
import { serialNumberFromBytes } from '@sealwright/pki';
import type { CertificateByFingerprint, CertificateFingerprints } from '../../../modules/ra/index.ts';
import { type ParameterExpressions, SqlStore } from '../../sql/index.ts';

type Fingerprint = { beginning: Uint8Array; whole: Uint8Array };

/** Certificates in the database by their fingerprints. */
export class SqlCertificateFingerprints extends SqlStore implements CertificateFingerprints {
  readonly #bySha1 = this.#by('sha1');
  readonly #bySha256 = this.#by('sha256');

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

  #by(column: 'sha1' | 'sha256') {
    return this.reads.prepareRead((kysely, given: ParameterExpressions<Fingerprint>) =>
      kysely
        .selectFrom('certificate')
        .select(['ca_id', 'created_ms', 'end_entity_profile_id', 'serial'])
        // The index has no more of them.
        .where(sql`substr(${sql.ref(column)}, 1, 8)`, '=', given.beginning)
        .where(column, '=', given.whole)
        .limit(MOST_ALIKE),
    );
  }
}

const SHA1_OCTETS = 20;
/** A certificate may be kept under several CAs. */
const MOST_ALIKE = 100;
