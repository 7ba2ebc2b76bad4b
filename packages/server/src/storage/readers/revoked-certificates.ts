/** Reads the revoked certificates of a CA and encodes them as entries of a CRL (RFC 5280 §5.1.2.6). */
import type { Reads } from '../reads.ts';
import { CrlEntryWriter, revocationReason, serialNumberFromBytes, type RevocationReason } from '@sealwright/pki';

/** Which certificates are to be listed. */
export interface RevokedCertificatesInput {
  readonly caId: number;
  readonly partition: number;
  /**
   * Leaves out certificates whose validity ended before this moment, in seconds since 1970. A certificate has to be on one CRL
   * that was made after its end (RFC 5280 §3.3), so this is the time of the CRL before. Undefined keeps all.
   */
  readonly notAfterFrom: number | undefined;
  /** For a delta CRL: only what changed at this moment or later, in milliseconds since 1970. */
  readonly changedFromMs: number | undefined;
}

/** How many entries the chunks hold. */
export interface RevokedCertificatesResult {
  readonly count: number;
}

/** Chunks are whole entries one after the other, in the order of the certificates' ids. */
export const revokedCertificates = {
  async *run(
    reads: Reads,
    { caId, partition, notAfterFrom, changedFromMs }: RevokedCertificatesInput,
  ): AsyncGenerator<Uint8Array | undefined, RevokedCertificatesResult, void> {
    let count = 0;
    for (let after = -1; ;) {
      const rows = await readStep(reads, caId, partition, after);
      const writer = new CrlEntryWriter(Math.max(rows.length, 1) * USUAL_ENTRY_OCTETS);
      for (const row of rows) {
        if (notAfterFrom !== undefined && row.not_after_s < notAfterFrom) continue;
        if (changedFromMs !== undefined && row.updated_ms < changedFromMs) continue;
        count++;
        writer.add({
          serialNumber: serialNumberFromBytes(row.serial),
          revocationDate: row.revoked_at_s!,
          reason: reasonOf(row.revocation_reason),
          invalidityDate: row.invalidity_s ?? undefined,
        });
      }
      for (const chunk of writer.finish()) yield chunk;
      yield undefined;
      if (rows.length < ROWS_PER_STEP) return { count };
      after = rows.at(-1)!.id;
    }
  },
};

/** One step over the index `certificate_revoked`, which covers it. */
function readStep(reads: Reads, caId: number, partition: number, after: number) {
  return reads.kysely
    .selectFrom('certificate')
    .select(['id', 'serial', 'revoked_at_s', 'revocation_reason', 'invalidity_s', 'not_after_s', 'updated_ms'])
    .where('status', '=', (build) => build.lit(REVOKED))
    .where('ca_id', '=', caId)
    .where('crl_partition', '=', partition)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_PER_STEP)
    .execute();
}

function reasonOf(code: number): RevocationReason {
  const reason = revocationReason(code);
  if (reason === undefined) throw new RangeError(`a certificate is revoked for the reason ${code}, which is none`);
  return reason;
}

/** The status of a revoked certificate; a literal in the statement, because the index is of these alone. */
const REVOKED = 40;
const ROWS_PER_STEP = 5000;
/** With a serial number of 20 octets and a reason; others make further chunks. */
const USUAL_ENTRY_OCTETS = 54;
