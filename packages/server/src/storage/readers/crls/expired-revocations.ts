/** Finds revoked certificates that no CRL has to list any more, because they have ended. */
import type { Reads } from '../../sql/index.ts';

export interface ExpiredRevocationsInput {
  readonly caId: number;
  readonly partition: number;
  /** Seconds since 1970: those that ended before. */
  readonly moment: number;
}

/** Chunks are ids, a few hundred in each. */
export const expiredRevocations = {
  async *run(
    reads: Reads,
    { caId, partition, moment }: ExpiredRevocationsInput,
  ): AsyncGenerator<readonly number[] | undefined, undefined, void> {
    let found: number[] = [];
    for (let after = -1; ;) {
      const rows = await readStep(reads, caId, partition, after);
      for (const { id, not_after_s: notAfter } of rows) {
        if (notAfter >= moment) continue;
        found.push(id);
        if (found.length < IDS_PER_CHUNK) continue;
        yield found;
        found = [];
      }
      yield undefined;
      if (rows.length < ROWS_PER_STEP) break;
      after = rows.at(-1)!.id;
    }
    if (found.length > 0) yield found;
    return undefined;
  },
};

/** One step over the index `certificate_revoked`, which covers it. */
function readStep(reads: Reads, caId: number, partition: number, after: number) {
  return reads.kysely
    .selectFrom('certificate')
    .select(['id', 'not_after_s'])
    .where('status', '=', (build) => build.lit(REVOKED))
    .where('ca_id', '=', caId)
    .where('crl_partition', '=', partition)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_PER_STEP)
    .execute();
}

/** A literal in the statement, because the index is of these alone. */
const REVOKED = 40;
const ROWS_PER_STEP = 5000;
/** Number of certificates that one unit may change. */
const IDS_PER_CHUNK = 500;
